import type { Medium } from "../../convex/contract/medium";
import type { Licence, MadeHow, Visibility } from "../../convex/contract/works";
import { msg, t } from "../language/text";

export const MEDIA: Readonly<Record<Medium, string>> = {
  painting: msg("Painting"),
  ink: msg("Ink"),
  pixel: msg("Pixel art"),
  "3d": "3D",
  generative: msg("Generative"),
  photography: msg("Photography"),
  other: msg("Other"),
};

export const MADE_HOW: Readonly<Record<MadeHow, string>> = {
  by_hand: msg("By hand"),
  ai_assisted: msg("AI-assisted"),
  ai_generated: msg("AI-generated"),
};

export const LICENCES: Readonly<Record<Licence, string>> = {
  all_rights_reserved: msg("All rights reserved"),
  cc_by: "CC BY 4.0",
  cc_by_sa: "CC BY-SA 4.0",
  cc_by_nc: "CC BY-NC 4.0",
  cc_by_nc_sa: "CC BY-NC-SA 4.0",
  cc_by_nd: "CC BY-ND 4.0",
  cc_by_nc_nd: "CC BY-NC-ND 4.0",
  cc0: msg("CC0, no rights reserved"),
};

/** The visibility of a work. */
export const VISIBILITIES: Readonly<Record<Visibility, string>> = {
  published: msg("Everyone"),
  unlisted: msg("Only people with its link"),
  draft: msg("Only you, as a draft"),
};

/** The same labels in the language of the site. */
export function translatedLabels<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): Record<Value, string> {
  const texts: Partial<Record<Value, string>> = {};
  for (const value of valuesOf(labels)) {
    const label: string = labels[value];
    texts[value] = t(label);
  }
  // Every value has a text by now.
  return texts as Record<Value, string>;
}

/** The values of a record of labels, in its order. */
export function valuesOf<Value extends string>(labels: Readonly<Record<Value, string>>): Value[] {
  // The keys of a record of Value are Values.
  return Object.keys(labels) as Value[];
}
