import { Worker } from "node:worker_threads";

const BEAT_MS = 200;

/**
 * The state of this thread for other threads: a counter that increases while the
 * event loop turns, the number of the last started function, and the number of
 * running functions.
 */
const shared = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);
const state = new Int32Array(shared);
const [BEAT, RUNNING, UNDER_WAY] = [0, 1, 2];
const numbers = new Map<string, number>();
const watches = new Set<Worker>();

/** The function of this path starts, or resumes after a call. */
export function noteRunning(path: string): void {
  let number = numbers.get(path);
  if (number === undefined) {
    number = numbers.size + 1;
    numbers.set(path, number);
    for (const watch of watches) watch.postMessage([number, path]);
  }
  Atomics.store(state, RUNNING, number);
}

/** One more function is running, until the promise settles. */
export function noteUnderWay<T>(run: Promise<T>): Promise<T> {
  Atomics.add(state, UNDER_WAY, 1);
  return run.finally(() => Atomics.sub(state, UNDER_WAY, 1));
}

/**
 * Logs which function blocks the thread: after its first `await` it cannot be
 * stopped. Returns a function that ends the watch.
 */
export function watchStalls(): () => Promise<unknown> {
  const watch = new Worker(new URL("./stall-watch.mjs", import.meta.url), {
    workerData: shared,
    execArgv: [],
  });
  watch.unref();
  for (const [path, number] of numbers) watch.postMessage([number, path]);
  watches.add(watch);
  const beat = setInterval(() => Atomics.add(state, BEAT, 1), BEAT_MS).unref();
  return () => {
    clearInterval(beat);
    watches.delete(watch);
    return watch.terminate();
  };
}
