import { Refusal } from "./failure";

export function timedOut(limitMs: number): Refusal {
  return new Refusal(`Function execution timed out (maximum duration: ${limitMs / 1000}s)`);
}

/** A query or mutation may take this many times its CPU time, because it waits for the backend. */
const WAITING = 10;

/** Turns of the event loop after which a promise that can resolve has done so. */
const MOST_TURNS = 1_000;

/** Cryptography under way. Modules share its promises with the functions that await them. */
let computing = 0;

/** Computes something that any function may wait for. */
export async function duringCryptography<T>(compute: () => T | Promise<T>): Promise<T> {
  computing += 1;
  try {
    return await compute();
  } finally {
    computing -= 1;
  }
}

/**
 * What a query or mutation waits for. It can wait for nothing but calls of the backend and
 * cryptography, so without any of them it never continues.
 */
export class Waiting {
  #calls = 0;
  #turn: NodeJS.Immediate | undefined;
  #onStuck: (error: Error) => void = () => undefined;

  /** Makes a call that the function may wait for. */
  async during<T>(call: () => T | Promise<T>): Promise<T> {
    this.#calls += 1;
    clearImmediate(this.#turn);
    try {
      return await call();
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0) this.#wait(MOST_TURNS);
    }
  }

  /**
   * Runs a function, and rejects when it can never end, or not in time.
   * @param limitMs - The CPU time that it may use.
   */
  async end<T>(start: () => Promise<T>, limitMs: number): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#onStuck = reject;
        timer = setTimeout(() => reject(timedOut(limitMs)), WAITING * limitMs);
        this.#wait(MOST_TURNS);
        start().then(resolve, reject);
      });
    } finally {
      this.#onStuck = () => undefined;
      clearImmediate(this.#turn);
      clearTimeout(timer);
    }
  }

  #wait(turns: number): void {
    clearImmediate(this.#turn);
    this.#turn = setImmediate(() => {
      if (turns > 0) this.#wait(computing > 0 ? MOST_TURNS : turns - 1);
      else this.#onStuck(new Refusal("The function waits for a promise that never resolves."));
    });
  }
}
