import type { Questions } from "./recording-client";

/** Visitors choose the addresses, so their number needs a limit. */
const MAX_ADDRESSES = 200;

/**
 * The questions of the last render of each address. The next request fetches their answers before
 * it renders, so one render is usually enough.
 */
export class LastQuestions {
  readonly #byAddress = new Map<string, Questions>();

  find(address: string): Questions | undefined {
    return this.#byAddress.get(address);
  }

  /** Forgets the address whose last render is the oldest. */
  keep(address: string, questions: Questions): void {
    this.#byAddress.delete(address);
    this.#byAddress.set(address, questions);
    const [oldest = ""] = this.#byAddress.keys();
    if (this.#byAddress.size > MAX_ADDRESSES) this.#byAddress.delete(oldest);
  }

  forget(address: string): void {
    this.#byAddress.delete(address);
  }
}
