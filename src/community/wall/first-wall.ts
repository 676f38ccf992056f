import type { Card } from "./card-data";

/** The works that the server put into the page for strangers who open the gallery; often none. */
export function readFirstWall(): readonly Card[] {
  const text = document.querySelector("#first-wall")?.textContent ?? "[]";
  // Only the site's own server writes there: what the gallery's query answered.
  return JSON.parse(text) as Card[];
}
