import type { FunctionArgs } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { Licence, Visibility } from "../../../convex/contract/works";
import { tagsIn } from "../work-form/work-metadata";

type Changes = FunctionArgs<typeof api.community.artworks.bulkEdit.apply>["changes"];

/** The form's changes for all selected works. Null: unchanged. */
export interface BulkForm {
  /** Separated by commas. */
  addTags: string;
  removeTags: string;
  licence: Licence | null;
  state: Visibility | null;
}

export const NO_CHANGES: BulkForm = { addTags: "", removeTags: "", licence: null, state: null };

/** The changes of a form; null: none. */
export function changesOf({ addTags, removeTags, licence, state }: BulkForm): Changes | null {
  const added = tagsIn(addTags);
  const removed = tagsIn(removeTags);
  const changes: Changes = {
    ...(added.length > 0 && { addTags: added }),
    ...(removed.length > 0 && { removeTags: removed }),
    ...(licence !== null && { licence }),
    ...(state !== null && { state }),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}
