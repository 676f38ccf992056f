/** What Spotlight's credits pay for, by feature id. */
export const SPENT_ON = {
  boost: "Boosts",
  upscale: "Upscales",
  ai_tag: "AI tags",
} as const;
