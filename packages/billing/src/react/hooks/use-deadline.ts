import { useEffect } from "react";

/** The longest delay of a timer; browsers fire a longer one at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** The server's clock may be a little behind: an earlier request would get the old state. */
const CLOCK_GRACE_MS = 1000;

/**
 * Calls back once when the nearest of some points in time has passed. Past points
 * are ignored.
 *
 * @param deadlines - Epoch milliseconds. A new array restarts the wait.
 */
export function useDeadline(
  deadlines: readonly number[],
  onPassed: (deadline: number) => void,
): void {
  useEffect(() => {
    const now = Date.now();
    const nearest = Math.min(...deadlines.filter((deadline) => deadline > now));
    if (!Number.isFinite(nearest)) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = nearest + CLOCK_GRACE_MS - Date.now();
      if (left <= 0) onPassed(nearest);
      else timer = setTimeout(wait, Math.min(left, MAX_TIMER_MS));
    };
    wait();
    return () => clearTimeout(timer);
  }, [deadlines, onPassed]);
}
