/** Lets one piece of work after another run, in the order in which they were asked for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves or rejects as the work does; a failure does not stop what comes after it. */
  take<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
