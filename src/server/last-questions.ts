import type { Questions } from "./recording-client";

/** Visitors choose the addresses, so their number needs a limit. */
const MAX_ADDRESSES = 200;

/**
 * The questions of the last render of each address. The next render gets their answers
 * ahead, so it is usually the only one.
 */
export class LastQuestions {
  readonly #byAddress = new Map<string, Questions>();

  find(address: string): Questions | undefined {
    return this.#byAddress.get(address);
  }

  /** The addresses that were rendered longest ago are forgotten first. */
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
