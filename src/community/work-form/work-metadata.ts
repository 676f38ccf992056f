import type { Medium } from "../../../convex/contract/medium";
import type { Licence, MadeHow } from "../../../convex/contract/works";

/** Letters that a title has at most: the same as on the server. */
export const TITLE_MAX_LENGTH = 120;

/** What an artist says of a work beside its title, as a form has it. */
export interface WorkMetadata {
  medium: Medium;
  description: string;
  /** With commas between. */
  tags: string;
  licence: Licence;
  /** Null: not said. */
  madeHow: MadeHow | null;
  sensitive: boolean;
  noAi: boolean;
}

/** What holds until somebody says something else: the same as on the server. */
export const NEW_METADATA: WorkMetadata = {
  medium: "other",
  description: "",
  tags: "",
  licence: "all_rights_reserved",
  madeHow: null,
  sensitive: false,
  noAi: true,
};

/** The tags in a form, one by one. */
export function tagsIn(text: string): string[] {
  return text.split(",").filter((tag) => tag.trim() !== "");
}
