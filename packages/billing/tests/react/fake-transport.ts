import { ok } from "../../src/contract/errors";
import type { Result } from "../../src/contract/errors";
import type {
  BrowserArgs,
  BrowserOperation,
  OperationResult,
  Response,
} from "../../src/contract/operations";
import type { Transport } from "../../src/react/transports/transport";

/** One request that reached the backend. */
export interface SentCall {
  op: BrowserOperation;
  args: Readonly<Record<string, unknown>>;
}

type Reply = Result<unknown> | Promise<Result<unknown>>;
type Answers = Partial<
  Record<BrowserOperation, (args: Readonly<Record<string, unknown>>) => Reply>
>;

/** A backend in memory that returns a test's responses, and records its requests, in order. */
export class FakeTransport implements Transport {
  readonly calls: SentCall[] = [];
  readonly #answers: Answers = {};

  /** From now on, responds to an operation with data. */
  answer<Op extends BrowserOperation>(op: Op, data: Response<Op>): this {
    return this.reply(op, () => ok(data));
  }

  /** From now on, responds to an operation with the result of `reply`. */
  reply(op: BrowserOperation, reply: NonNullable<Answers[BrowserOperation]>): this {
    this.#answers[op] = reply;
    return this;
  }

  argsOf(op: BrowserOperation): SentCall["args"][] {
    return this.calls.filter((call) => call.op === op).map((call) => call.args);
  }

  async call<Op extends BrowserOperation>(
    op: Op,
    args: BrowserArgs<Op>,
  ): Promise<OperationResult<Op>> {
    this.calls.push({ op, args });
    const reply = this.#answers[op];
    if (!reply) throw new Error(`nobody said what ${op} answers`);
    // Tests set responses with `answer`, which is typed by the operation.
    return (await reply(args)) as OperationResult<Op>;
  }
}

/** A promise that a test settles. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value: T) => resolve(value) };
}
