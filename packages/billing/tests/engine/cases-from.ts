import { undone } from "../../../../tests/convex/undone";
import { enterMode } from "./harness";
import type { Engine } from "./harness";
import { remoteOf } from "./processors";

/**
 * For the cases of a property that all begin with the same state: it is made once, and each case
 * is taken back. What a remote processor knows cannot be taken back: its cases make it anew.
 */
export function casesFrom(open: () => Promise<Engine>) {
  let begun: { t: Engine; now: number } | null = null;
  return async (attempt: (t: Engine) => Promise<void>): Promise<void> => {
    begun ??= { t: await open(), now: Date.now() };
    const { t, now } = begun;
    if (remoteOf(t) === null) {
      enterMode("sandbox", now);
      await undone(t, attempt);
    } else {
      begun = null;
      await attempt(t);
    }
  };
}
