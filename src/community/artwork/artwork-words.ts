import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { Card } from "../wall/card-data";

/** What a work's own page says beside its card. */
export type Detail = NonNullable<FunctionReturnType<typeof api.community.works.detail>>;

export const MEDIA: Record<Card["medium"], string> = {
  painting: "Painting",
  ink: "Ink",
  pixel: "Pixel art",
  "3d": "3D",
  generative: "Generative",
  photography: "Photography",
  other: "Other",
};

export const MADE_HOW: Record<NonNullable<Detail["madeHow"]>, string> = {
  by_hand: "By hand",
  ai_assisted: "AI-assisted",
  ai_generated: "AI-generated",
};

export const LICENCES: Record<Detail["licence"], string> = {
  all_rights_reserved: "All rights reserved",
  cc_by: "CC BY 4.0",
  cc_by_sa: "CC BY-SA 4.0",
  cc_by_nc: "CC BY-NC 4.0",
  cc_by_nc_sa: "CC BY-NC-SA 4.0",
  cc_by_nd: "CC BY-ND 4.0",
  cc_by_nc_nd: "CC BY-NC-ND 4.0",
  cc0: "CC0, no rights reserved",
};

/** The facts under a work, each with its name. Those of `detail` follow when it has loaded. */
export function factsOf(artwork: Card, detail: Detail | null): [name: string, fact: string][] {
  const { medium, madeHow, createdAt, width, height } = artwork;
  const facts: [string, string][] = [];
  if (medium !== "other") facts.push(["Medium", MEDIA[medium]]);
  if (madeHow !== null) facts.push(["Made", MADE_HOW[madeHow]]);
  facts.push(["Shared", dateOf(createdAt)]);
  if (detail?.editedAt) facts.push(["Edited", dateOf(detail.editedAt)]);
  facts.push(["Original", `${width} × ${height}`]);
  if (detail) {
    const ai = detail.noAi ? ", no AI training" : "";
    facts.push(["Licence", `${LICENCES[detail.licence]}${ai}`]);
    facts.push(["Views", detail.views.toLocaleString("en-US")]);
  }
  return facts;
}

function dateOf(at: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "long" }).format(at);
}
