import type { Medium } from "../../../convex/contract/medium";
import type { Licence, MadeHow } from "../../../convex/contract/works";

/** The values of a work's metadata form, without the title. */
export interface WorkMetadata {
  medium: Medium;
  description: string;
  /** Separated by commas. */
  tags: string;
  licence: Licence;
  /** Null if not specified. */
  madeHow: MadeHow | null;
  sensitive: boolean;
  noAi: boolean;
}

/** The defaults: the same as on the server. */
export const NEW_METADATA: WorkMetadata = {
  medium: "other",
  description: "",
  tags: "",
  licence: "all_rights_reserved",
  madeHow: null,
  sensitive: false,
  noAi: true,
};

/** The tags in a form, separated. */
export function tagsIn(text: string): string[] {
  return text.split(",").filter((tag) => tag.trim() !== "");
}
