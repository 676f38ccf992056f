import { performance } from "node:perf_hooks";

/** Milliseconds that the thread was at work: the time that it waited for events does not count. */
const busyMs = () => performance.now() - performance.nodeTiming.idleTime;

/** From here on the thread's time is that of the function which gives it back next. */
let from = 0;
/** Whether a function was given the thread since then. */
let isGiven = false;

/** Work of the backend, which is no function's time. */
export function aside<T>(work: () => T): T {
  const began = busyMs();
  try {
    return work();
  } finally {
    from += busyMs() - began;
  }
}

/**
 * The time of one function and all that it calls in its transaction: from each answer of the
 * backend to the next call of the backend. All functions take turns on one thread.
 */
export class CpuTime {
  #spentMs = 0;

  get spentMs(): number {
    return this.#spentMs;
  }

  /** The function is about to run or to go on. */
  begin(): void {
    if (!isGiven) from = busyMs();
    isGiven = true;
  }

  /** The function has called the backend, or is done. */
  end(): void {
    const now = busyMs();
    this.#spentMs += now - from;
    from = now;
    isGiven = false;
  }
}
