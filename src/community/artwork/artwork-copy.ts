import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { Card } from "../grid/card-data";
import { LICENCES, MADE_HOW, MEDIA } from "../work-copy";

/** The details on a work's own page, beside its card. */
export type Detail = NonNullable<
  FunctionReturnType<typeof api.community.artworks.functions.detail>
>;

/** The facts under a work, each with its label. Those of `detail` follow when it has loaded. */
export function factsOf(artwork: Card, detail: Detail | null): [name: string, fact: string][] {
  const { medium, madeHow, createdAt, width, height } = artwork;
  const facts: [string, string][] = [];
  if (medium !== "other") facts.push(["Medium", MEDIA[medium]]);
  if (madeHow !== null) facts.push(["Made", MADE_HOW[madeHow]]);
  facts.push([detail?.state === "draft" ? "Saved" : "Shared", dateOf(createdAt)]);
  if (detail?.editedAt) facts.push(["Edited", dateOf(detail.editedAt)]);
  facts.push(["Original", `${width} × ${height}`]);
  if (detail) {
    const ai = detail.noAi ? ", no AI training" : "";
    facts.push(["Licence", `${LICENCES[detail.licence]}${ai}`]);
    facts.push(["Views", detail.views.toLocaleString("en-US")]);
  }
  return facts;
}

/** "1 follower", "12,540 followers". */
export function countFollowers(count: number): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? "follower" : "followers"}`;
}

function dateOf(at: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "long" }).format(at);
}
