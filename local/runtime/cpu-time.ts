import { performance } from "node:perf_hooks";

/** Milliseconds that the thread was at work: the time that it waited for events does not count. */
const busyMs = () => performance.now() - performance.nodeTiming.idleTime;

const ASK_FROM_MS = 100;
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
  readonly #began = process.cpuUsage();

  /**
   * On a busy machine other processes have the processor meanwhile. It takes longer to ask for that,
   * so short times are told as they are.
   */
  get spentMs(): number {
    if (this.#spentMs < ASK_FROM_MS) return this.#spentMs;
    const { user, system } = process.cpuUsage(this.#began);
    return Math.min(this.#spentMs, (user + system) / 1000);
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
