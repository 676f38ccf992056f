/** What Spotlight's credits pay for, by feature id. */
export const SPENT_ON = {
  boost: "Boosts",
  ai_tag: "Tag ideas",
} as const;
