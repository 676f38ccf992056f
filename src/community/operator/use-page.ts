import { useState } from "react";

export interface Paged {
  /** Null: the first page. */
  cursor: string | null;
  /** Shows the page before; undefined: it is the first. */
  newer: (() => void) | undefined;
  older: (cursor: string) => void;
}

/**
 * Which page of a list is shown. One page at a time, so that what arrives at the top
 * of a live list never hides a row between two pages.
 */
export function usePage(): Paged {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    cursor: cursors.at(-1) ?? null,
    newer: cursors.length === 0 ? undefined : () => setCursors(cursors.slice(0, -1)),
    older: (cursor) => setCursors([...cursors, cursor]),
  };
}
