import type { Medium } from "../../convex/contract/medium";
import type { Licence, MadeHow } from "../../convex/contract/works";

export const MEDIA: Readonly<Record<Medium, string>> = {
  painting: "Painting",
  ink: "Ink",
  pixel: "Pixel art",
  "3d": "3D",
  generative: "Generative",
  photography: "Photography",
  other: "Other",
};

export const MADE_HOW: Readonly<Record<MadeHow, string>> = {
  by_hand: "By hand",
  ai_assisted: "AI-assisted",
  ai_generated: "AI-generated",
};

export const LICENCES: Readonly<Record<Licence, string>> = {
  all_rights_reserved: "All rights reserved",
  cc_by: "CC BY 4.0",
  cc_by_sa: "CC BY-SA 4.0",
  cc_by_nc: "CC BY-NC 4.0",
  cc_by_nc_sa: "CC BY-NC-SA 4.0",
  cc_by_nd: "CC BY-ND 4.0",
  cc_by_nc_nd: "CC BY-NC-ND 4.0",
  cc0: "CC0, no rights reserved",
};

/** The values of a record of labels, in its order. */
export function valuesOf<Value extends string>(labels: Readonly<Record<Value, string>>): Value[] {
  // The keys of a record of Value are Values.
  return Object.keys(labels) as Value[];
}
