import { useState } from "react";

export interface Paged {
  /** Null: the first page. */
  cursor: string | null;
  /** Shows the previous page; undefined on the first one. */
  newer: (() => void) | undefined;
  older: (cursor: string) => void;
}

/**
 * The current page of a list. Only one page is shown, so that new rows at the top of a live list
 * never hide a row between two pages.
 */
export function usePage(): Paged {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    cursor: cursors.at(-1) ?? null,
    newer: cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1)),
    older: (cursor) => setCursors([...cursors, cursor]),
  };
}
