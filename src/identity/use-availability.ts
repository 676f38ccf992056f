import { useEffect, useState } from "react";
import { USERNAME_RULES, firstBroken } from "../../convex/contract/credentials";
import type { Availability } from "./account-calls";
import { useDebounced } from "./use-debounced";

/**
 * The availability of a name: null before it meets the rules, and if the server does not respond.
 */
export type NameState =
  | { state: "unknown" }
  | { state: "checking" }
  | { state: "available" }
  | { state: "taken"; suggestions: string[] };

/** Checks whether a name is free once typing pauses. A response for an earlier name is dropped. */
export function useAvailability(
  username: string,
  check: (username: string) => Promise<Availability>,
): NameState {
  const debounced = useDebounced(username);
  const [answer, setAnswer] = useState<{ about: string; found: Availability | null } | null>(null);
  const asks = firstBroken(USERNAME_RULES, debounced) === null;

  useEffect(() => {
    if (!asks) return;
    let stale = false;
    const store = (found: Availability | null) => {
      if (!stale) setAnswer({ about: debounced, found });
    };
    check(debounced).then(store, () => store(null));
    return () => {
      stale = true;
    };
  }, [debounced, asks, check]);

  if (firstBroken(USERNAME_RULES, username) !== null) return { state: "unknown" };
  if (answer?.about !== username) return { state: "checking" };
  if (!answer.found) return { state: "unknown" };
  const { available, suggestions } = answer.found;
  return available ? { state: "available" } : { state: "taken", suggestions };
}
