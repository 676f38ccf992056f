import { ok } from "../../convex/contract/errors";
import type { Result } from "../../convex/contract/errors";
import type {
  BrowserArgs,
  Operation,
  OperationResult,
  Response,
} from "../../convex/contract/operations";
import type { Transport } from "../../src/billing/transports/transport";

/** One request that reached the backend. */
export interface SentCall {
  op: Operation;
  args: Readonly<Record<string, unknown>>;
}

type Reply = Result<unknown> | Promise<Result<unknown>>;
type Answers = Partial<Record<Operation, (args: Readonly<Record<string, unknown>>) => Reply>>;

/** A backend in memory: answers as it is told, and remembers what it was asked, in order. */
export class FakeTransport implements Transport {
  readonly calls: SentCall[] = [];
  readonly #answers: Answers = {};

  /** Answers an operation with data, from now on. */
  answer<Op extends Operation>(op: Op, data: Response<Op>): this {
    return this.reply(op, () => ok(data));
  }

  /** Answers an operation with whatever `reply` makes, from now on. */
  reply(op: Operation, reply: NonNullable<Answers[Operation]>): this {
    this.#answers[op] = reply;
    return this;
  }

  argsOf(op: Operation): SentCall["args"][] {
    return this.calls.filter((call) => call.op === op).map((call) => call.args);
  }

  async call<Op extends Operation>(op: Op, args: BrowserArgs<Op>): Promise<OperationResult<Op>> {
    this.calls.push({ op, args });
    const reply = this.#answers[op];
    if (!reply) throw new Error(`nobody said what ${op} answers`);
    // Tests say what they answer through `answer`, which is typed by the operation.
    return (await reply(args)) as OperationResult<Op>;
  }
}

/** A promise that a test settles when it likes. */
export function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value: T) => resolve(value) };
}
