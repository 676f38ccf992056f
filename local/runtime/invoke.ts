import { randomInt } from "node:crypto";
import { Script } from "node:vm";
import type { JSONValue } from "convex/values";
import { NestedFailure, Refusal, describeThrown } from "./failure";
import type { Engine, Frame, Root } from "./frame";
import { currentInvocation, seededRandom } from "./guest";
import type { Invocation } from "./guest";
import { LIMITS } from "./limits";
import type { GuestFunction } from "./load";
import { tableOfId } from "./schema";
import { transactionCalls } from "./transaction-calls";
import { findMismatch } from "./validators";

const WATCHED = Symbol.for("watched function");
const watchdog = new Script(`globalThis[Symbol.for("watched function")]()`);

/** Calls a function that must give the thread back within the limit. */
function callWatched<T>(call: () => T): T {
  const scope = globalThis as { [WATCHED]?: (() => T) | undefined };
  scope[WATCHED] = call;
  try {
    return watchdog.runInThisContext({ timeout: LIMITS.blockingMs }) as T;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      throw timedOut();
    throw error;
  } finally {
    scope[WATCHED] = undefined;
  }
}

function timedOut(): Refusal {
  return new Refusal(
    `Function execution timed out (maximum duration: ${LIMITS.blockingMs / 1000}s)`,
  );
}

/** Rejects when the promise has not settled in time: a function that awaits nothing real. */
async function withinWaitingLimit<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timedOut()), LIMITS.waitingMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function checkSize(text: string, what: string): void {
  if (text.length > LIMITS.valueBytes)
    throw new Refusal(`${what} is too large (maximum size 16 MiB)`);
}

/** Validates the arguments, runs the function, validates what it returns. */
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

/** How functions print: into the answer's log lines and to the backend's own output. */
export function printTo(engine: Engine, path: string, logLines: string[]) {
  return (line: string) => {
    logLines.push(line);
    engine.log(path, line);
  };
}

/** Runs a query or mutation as part of a transaction. */
export async function runInTransaction(
  engine: Engine,
  target: GuestFunction,
  args: JSONValue,
  root: Root,
): Promise<JSONValue> {
  const call: Frame["call"] = async (nested, nestedArgs, nestedRoot) => {
    try {
      return await runInTransaction(engine, nested, nestedArgs, nestedRoot);
    } catch (error) {
      throw new NestedFailure(describeThrown(error, engine.deployment().maps));
    }
  };
  const frame: Frame = { engine, root, target, writable: target.udfType === "mutation", call };
  const syscalls = transactionCalls(frame);
  const invocation: Invocation = {
    path: target.path,
    deterministic: true,
    now: engine.now(),
    random: seededRandom(randomInt(2 ** 32)),
    syscalls,
    print: printTo(engine, target.path, root.logLines),
    impure: false,
  };
  try {
    return await invoke(engine, target, args, invocation);
  } finally {
    await syscalls.end();
    root.impure ||= invocation.impure;
  }
}
