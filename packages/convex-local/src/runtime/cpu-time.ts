import { performance } from "node:perf_hooks";

/** CPU time of the thread in milliseconds; waiting for events does not count. */
const busyMs = () => performance.now() - performance.nodeTiming.idleTime;

const ASK_FROM_MS = 100;
/** From here on, the thread's time belongs to the function that returns it next. */
let from = 0;
/** Whether a function has used the thread since then. */
let isGiven = false;

/** Time of the backend itself, which counts for no function. */
export function aside<T>(work: () => T): T {
  const began = busyMs();
  try {
    return work();
  } finally {
    from += busyMs() - began;
  }
}

/**
 * The CPU time of one function and everything it calls in its transaction: from
 * each answer of the backend to the next call. All functions share one thread.
 */
export class CpuTime {
  #spentMs = 0;
  readonly #began = process.cpuUsage();

  constructor(readonly limitMs: number) {}

  /**
   * On a busy machine, other processes use the CPU meanwhile. Measuring that takes
   * longer, so short times are not corrected.
   */
  get spentMs(): number {
    if (this.#spentMs < ASK_FROM_MS) return this.#spentMs;
    const { user, system } = process.cpuUsage(this.#began);
    return Math.min(this.#spentMs, (user + system) / 1000);
  }

  /** The function is about to start or to resume. */
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
