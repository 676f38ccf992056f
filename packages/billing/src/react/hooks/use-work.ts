import { useMemo, useState } from "react";
import type { BillingError } from "../../contract/errors";

/** Runs at most one task at a time. */
export interface Work<Kind extends string> {
  state: Kind | "idle";
  /** False, and nothing starts, while another task is running. */
  begin: (kind: Kind) => boolean;
  /** @param failure - Why the task failed. */
  end: (failure?: BillingError | null) => void;
  /** Why the last task failed; null while another one is running, and in a new opening. */
  failure: BillingError | null;
  /** The running task, even before `state` has rendered. */
  now: () => Kind | "idle";
}

/**
 * Blocks a second click in the same tick: state alone would let it through. `begin`,
 * `end` and `now` stay the same at every render.
 *
 * @param open - Whether the dialog that does the work is open. Opening it again
 *   clears an earlier failure.
 */
export function useWork<Kind extends string>(open = true): Work<Kind> {
  type Shown = Pick<Work<Kind>, "state" | "failure">;
  const [shown, setShown] = useState<Shown>({ state: "idle", failure: null });
  const [task] = useState(() => {
    let current: Kind | "idle" = "idle";
    const become = (state: Kind | "idle", failure: BillingError | null = null) => {
      current = state;
      setShown({ state, failure });
    };
    return {
      begin: (kind: Kind) => {
        const isFree = current === "idle";
        if (isFree) become(kind);
        return isFree;
      },
      end: (failure?: BillingError | null) => become("idle", failure),
      now: () => current,
    };
  });
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Its content stays during the fade-out.
    if (open) setShown((last) => ({ ...last, failure: null }));
  }
  return useMemo(() => ({ ...task, ...shown }), [task, shown]);
}
