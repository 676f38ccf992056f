/**
 * How many parts of a file all readers together may read. A 15 MB video of a live recording of
 * twenty minutes has 100,000, and is read three times.
 */
export const MAX_PARTS = 300_000;

/** Thrown if a file has more parts than we read, so the rest of its content is unknown. */
export class TooManyParts extends Error {
  override readonly message = `More than ${MAX_PARTS} parts`;
}

/** Counts the parts of a file that are read. */
export class PartCount {
  #seen = 0;

  /** How many parts were read so far. */
  get seen(): number {
    return this.#seen;
  }

  /** @throws TooManyParts */
  add(): void {
    this.#seen += 1;
    if (this.#seen > MAX_PARTS) throw new TooManyParts();
  }
}
