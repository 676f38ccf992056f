import type { Card } from "./card-data";

/** What a label says of a work beside its title: that it is paid for, that a machine had a part. */
export function badgesOf({ isBoosted, madeHow }: Card): string[] {
  const marks: string[] = [];
  if (isBoosted) marks.push("Boosted");
  if (madeHow === "ai_assisted") marks.push("AI-assisted");
  if (madeHow === "ai_generated") marks.push("AI-generated");
  return marks;
}
