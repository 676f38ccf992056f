import { randomInt } from "node:crypto";
import { Script } from "node:vm";
import type { JSONValue } from "convex/values";
import { transactionCalls } from "./calls";
import { describeThrown, nestedFailure, Refusal, withoutFrames } from "./failure";
import type { Engine, Frame, Root } from "./frame";
import { currentInvocation, seededRandom, type Invocation, type Syscalls } from "./guest";
import { inMib, LIMITS } from "./limits";
import type { GuestFunction } from "./load";
import { tableOfId } from "./schema";
import { findMismatch } from "./validators";
import { measure, type Extent } from "./values";

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

/** Refuses what Convex cannot pass to a function or back, before anything else looks at it. */
function checkValue(value: JSONValue, words: { invalid: string; large: string }): void {
  const { bytes } = measured(value, words.invalid);
  if (bytes <= LIMITS.valueBytes) return;
  const limit = inMib(LIMITS.valueBytes);
  throw new Refusal(`${words.large} too large (actual: ${inMib(bytes)}, limit: ${limit})`);
}

function measured(value: JSONValue, invalid: string): Extent {
  try {
    return measure(value);
  } catch (error) {
    throw new Refusal(`${invalid}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** How a function runs: what it prints goes to the answer's log lines and the backend's output. */
export function invocationOf(
  engine: Engine,
  path: string,
  syscalls: Syscalls,
  logLines: string[],
  deterministic: boolean,
): Invocation {
  const print = (line: string) => {
    logLines.push(withoutFrames(line));
    engine.log(path, line);
  };
  const random = seededRandom(randomInt(2 ** 32));
  return { deterministic, now: engine.now(), random, syscalls, print };
}

export async function invoke(
  engine: Engine,
  target: GuestFunction,
  args: JSONValue,
  invocation: Invocation,
): Promise<JSONValue> {
  const tableOf = (id: string) => tableOfId(engine.database, id);
  const name = target.path.replace(":", ".js:");
  checkValue([args], {
    invalid: `Invalid arguments for ${name}`,
    large: `Arguments for ${name} are`,
  });
  const wrongArgs = findMismatch(target.args, args, tableOf);
  if (wrongArgs !== null) throw new Refusal(`ArgumentValidationError: ${wrongArgs}`);
  const text = JSON.stringify([args]);
  const start = () => target.invoke(text);
  const answer = await currentInvocation.run(invocation, () =>
    invocation.deterministic ? withinWaitingLimit(callWatched(start)) : start(),
  );
  // Written by the convex package.
  const value = JSON.parse(answer) as JSONValue;
  checkValue(value, {
    invalid: `Function ${name} return value invalid`,
    large: `Function ${name} return value is`,
  });
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
      const failure = describeThrown(error, engine.deployment().maps);
      engine.failures.note(nested.path, failure);
      throw nestedFailure(failure);
    });
  const syscalls = transactionCalls({ engine, root, target, call });
  const invocation = invocationOf(engine, target.path, syscalls, root.logLines, true);
  try {
    return await invoke(engine, target, args, invocation);
  } finally {
    await syscalls.end();
  }
}
