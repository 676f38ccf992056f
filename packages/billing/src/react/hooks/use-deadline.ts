import { useEffect } from "react";

/** The longest delay a timer can hold; beyond it browsers fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** The server's clock may be a little behind ours; asking too early would show the old state. */
const CLOCK_GRACE_MS = 1000;

/**
 * Calls back once when the nearest of some points in time has passed. Points
 * already behind are ignored.
 *
 * @param deadlines - Epoch milliseconds. Its identity restarts the wait.
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
