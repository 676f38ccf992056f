import { useState } from "react";
import { useLocation } from "wouter";
import type { Detail } from "./artwork-copy";
import type { useWayBack } from "./use-way-back";

type WorkFile = Detail["pages"][number];

interface Neighbours {
  /** The neighbouring works in the grid; null at an end. */
  newer: string | null;
  older: string | null;
}

/** The pictures of a work, the current one, and its neighbours. */
export function usePictures(
  pages: readonly WorkFile[],
  { newer, older }: Neighbours,
  inPlace: ReturnType<typeof useWayBack>["inPlace"],
) {
  const [shown, setShown] = useState<WorkFile | null>(null);
  const [, navigate] = useLocation();
  /** The work's own picture comes first; it has no row of its own. */
  const pictures = [null, ...pages];
  const at = pictures.findIndex((file) => file?.id === shown?.id);
  const before = pictures[at - 1];
  const after = pictures[at + 1];
  function turnTo(file: WorkFile | null | undefined, work: string | null): (() => void) | null {
    if (file !== undefined) return () => setShown(file);
    return work === null ? null : () => navigate(`/a/${work}`, inPlace);
  }
  const turns = { previous: turnTo(before, newer), next: turnTo(after, older) };
  return { shown, setShown, at, count: pictures.length, before, after, ...turns };
}
