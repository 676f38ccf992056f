import { randomInt } from "node:crypto";
import { Script } from "node:vm";
import type { JSONValue } from "convex/values";
import { transactionCalls } from "./calls";
import { describeThrown, nestedFailure, Refusal } from "./failure";
import type { Engine, Frame, Root } from "./frame";
import { currentInvocation, seededRandom, type Invocation, type Syscalls } from "./guest";
import { LIMITS } from "./limits";
import type { GuestFunction } from "./load";
import { tableOfId } from "./schema";
import { findMismatch } from "./validators";

const WATCHED = Symbol.for("watched function");
const watchdog = new Script(`globalThis[Symbol.for("watched function")]()`);

function timedOut(): Refusal {
  return new Refusal(
    `Function execution timed out (maximum duration: ${LIMITS.blockingMs / 1000}s)`,
  );
}

/** Calls a function that must give the thread back within the limit. */
function callWatched<T>(call: () => T): T {
  const scope = globalThis as { [WATCHED]?: (() => T) | undefined };
  scope[WATCHED] = call;
  try {
    return watchdog.runInThisContext({ timeout: LIMITS.blockingMs }) as T;
  } catch (error) {
    const isLate = error instanceof Error && "code" in error;
    throw isLate && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? timedOut() : error;
  } finally {
    scope[WATCHED] = undefined;
  }
}

/** Rejects when the promise has not settled in time: a function that awaits nothing real. */
async function withinWaitingLimit<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timedOut()), LIMITS.waitingMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function checkSize(text: string, what: string): void {
  if (text.length > LIMITS.valueBytes)
    throw new Refusal(`${what} is too large (maximum size 16 MiB)`);
}

/**
 * How a function runs: what it prints goes to the answer's log lines and the backend's output.
 * `asked` is filled in for queries and mutations; null: an action.
 */
export function invocationOf(
  engine: Engine,
  path: string,
  syscalls: Syscalls,
  logLines: string[],
  asked: Root["asked"] | null,
): Invocation {
  const print = (line: string) => {
    logLines.push(line);
    engine.log(path, line);
  };
  const random = seededRandom(randomInt(2 ** 32));
  const onUnsteady = () => {
    if (asked) asked.unsteady = true;
  };
  const deterministic = asked !== null;
  return { deterministic, now: engine.now(), random, syscalls, print, onUnsteady };
}

export async function invoke(
  engine: Engine,
  target: GuestFunction,
  args: JSONValue,
  invocation: Invocation,
): Promise<JSONValue> {
  const tableOf = (id: string) => tableOfId(engine.database, id);
  const wrongArgs = findMismatch(target.args, args, tableOf);
  if (wrongArgs !== null) throw new Refusal(`ArgumentValidationError: ${wrongArgs}`);
  const text = JSON.stringify([args]);
  checkSize(text, "Arguments");
  const start = () => target.invoke(text);
  const answer = await currentInvocation.run(invocation, () =>
    invocation.deterministic ? withinWaitingLimit(callWatched(start)) : start(),
  );
  checkSize(answer, "Return value");
  // Written by the convex package.
  const value = JSON.parse(answer) as JSONValue;
  const wrongReturn = target.returns && findMismatch(target.returns, value, tableOf);
  if (wrongReturn !== null) throw new Refusal(`ReturnsValidationError: ${wrongReturn}`);
  return value;
}

export async function runInTransaction(
  engine: Engine,
  target: GuestFunction,
  args: JSONValue,
  root: Root,
): Promise<JSONValue> {
  const call: Frame["call"] = (nested, nestedArgs, nestedRoot) =>
    runInTransaction(engine, nested, nestedArgs, nestedRoot).catch((error: unknown) => {
      throw nestedFailure(describeThrown(error, engine.deployment().maps));
    });
  const syscalls = transactionCalls({ engine, root, target, call });
  const invocation = invocationOf(engine, target.path, syscalls, root.logLines, root.asked);
  try {
    return await invoke(engine, target, args, invocation);
  } finally {
    await syscalls.end();
  }
}
