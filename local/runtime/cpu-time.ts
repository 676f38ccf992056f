import { performance } from "node:perf_hooks";

/** Milliseconds. */
interface Reading {
  /** The thread was at work: the time that it waited for events does not count. */
  busy: number;
  /** The processor was the process's, on any thread. */
  cpu: number;
}

function read(): Reading {
  const { user, system } = process.cpuUsage();
  const busy = performance.now() - performance.nodeTiming.idleTime;
  return { busy, cpu: (user + system) / 1000 };
}

/** What passed of both. While other processes have the processor, no function takes time. */
const since = (from: Reading, to: Reading) => Math.min(to.busy - from.busy, to.cpu - from.cpu);

/** From here on the thread's time is that of the function which gives it back next. */
let from = read();
/** Whether a function was given the thread since then. */
let isGiven = false;

/** Work of the backend, which is no function's time. */
export function aside<T>(work: () => T): T {
  const began = read();
  try {
    return work();
  } finally {
    const ended = read();
    const { busy, cpu } = from;
    from = { busy: busy + ended.busy - began.busy, cpu: cpu + ended.cpu - began.cpu };
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
    if (!isGiven) from = read();
    isGiven = true;
  }

  /** The function has called the backend, or is done. */
  end(): void {
    const now = read();
    this.#spentMs += since(from, now);
    from = now;
    isGiven = false;
  }
}
