import { DAY_MS } from "../../../src/contract/time";
import { failure } from "./answers";
import type { Answer } from "./answers";

interface Kept {
  request: string;
  at: number;
  /** Null until the first request has a response. */
  answer: Answer | null;
}

/** Returns the first response to a key again, for a day, including errors. */
export class IdempotencyKeys {
  readonly #kept: Map<string, Kept>;

  constructor(kept: Iterable<[string, Kept]> = []) {
    this.#kept = new Map(kept);
  }

  copy(): IdempotencyKeys {
    return new IdempotencyKeys(this.#kept);
  }

  async run(
    key: string | null,
    request: string,
    now: number,
    perform: () => Promise<Answer>,
  ): Promise<Answer & { isReplay?: true }> {
    if (key === null) return await perform();
    const known = this.#kept.get(key);
    if (known && known.at + DAY_MS > now) {
      if (known.answer === null) return IN_USE;
      return known.request === request ? { ...known.answer, isReplay: true } : OTHER_REQUEST;
    }
    const kept: Kept = { request, at: now, answer: null };
    this.#kept.set(key, kept);
    const answer = await perform();
    // A request that never started may be retried.
    if (answer.status === 429 || (answer.status === 400 && !("payment_intent" in answer.body)))
      this.#kept.delete(key);
    kept.answer = answer;
    return answer;
  }
}

const IN_USE = failure(
  409,
  "idempotency_error",
  "idempotency_key_in_use",
  "There is currently another in-progress request using this Idempotency-Key.",
);
const OTHER_REQUEST = failure(
  400,
  "idempotency_error",
  undefined,
  "Keys for idempotent requests can only be used with the same parameters they were first used with.",
);
