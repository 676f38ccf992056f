import { useQuery } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";

/** Suggestions follow a pause in typing. */
const PAUSE_MS = 150;

const NOBODY: Suggested = [];

const { people: suggestions } = api.community.comments.suggestions;

export type Suggested = FunctionReturnType<typeof suggestions>;
/** The work and the comment that a text is about. */
export type Talk = Omit<FunctionArgs<typeof suggestions>, "text">;

/**
 * The people for the typed text. Until the response arrives, the previous ones. Null if nothing is
 * being typed.
 */
export function useSuggestedPeople(typed: string | null, talk: Talk | undefined): Suggested {
  const [paused, setPaused] = useState<string | null>(null);
  const [shown, setShown] = useState(NOBODY);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), typed === null ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery(suggestions, paused === null ? "skip" : { ...talk, text: paused });
  const next = paused === null ? NOBODY : (found ?? shown);
  if (next !== shown) setShown(next);
  return next;
}

/** The id of an option, which the field names as the active one. */
export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`;
}
