import type { Medium } from "../../../convex/contract/medium";
import type { Licence, MadeHow } from "../../../convex/contract/works";

/** A work's metadata as a form has it, without the title. */
export interface WorkMetadata {
  medium: Medium;
  description: string;
  /** Separated by commas. */
  tags: string;
  licence: Licence;
  /** Null: not given. */
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

/** The tags of a form, one by one. */
export function tagsIn(text: string): string[] {
  return text.split(",").filter((tag) => tag.trim() !== "");
}
