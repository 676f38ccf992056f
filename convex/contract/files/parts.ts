/**
 * How many parts of a file are read, by all readers together. A film of 15 MB that
 * was recorded live for twenty minutes has 100,000, and three walks go through it.
 */
export const MAX_PARTS = 300_000;

/** A file has more parts than we read, so the rest of its content is unknown. */
export class TooManyParts extends Error {
  override readonly message = `More than ${MAX_PARTS} parts`;
}

/** Counts the parts of a file that are read. */
export class PartCount {
  #seen = 0;

  /** How many there were so far. */
  get seen(): number {
    return this.#seen;
  }

  /** @throws TooManyParts */
  add(): void {
    this.#seen += 1;
    if (this.#seen > MAX_PARTS) throw new TooManyParts();
  }
}
