import { inspect } from "node:util";
import { Script } from "node:vm";
import type { JSONValue } from "convex/values";
import type { Transaction } from "../store/transaction";
import { transactionCalls } from "./calls";
import { CpuTime } from "./cpu-time";
import { nameOf } from "./addresses";
import { describeThrown, nestedFailure, Refusal, withoutFrames } from "./failure";
import type { Engine, Context, Root } from "./call-context";
import type { Invocation, Syscalls } from "./user-code";
import { inMib, LIMITS, Usage, warningNear } from "./limits";
import type { UserFunction } from "./load";
import { giveWay } from "./rounds";
import { tableOfId } from "./schema";
import { runToEnd } from "./unhandled";
import { timedOut, Waiting } from "./waiting";
import { withRequestId } from "./metadata";
import { noteRunning, noteUnderWay } from "./stalls";
import type { Call } from "./types";
import { findMismatch, isJsonObject } from "./validators";
import { measure, type Extent } from "./values";

const WATCHED = Symbol.for("watched function");
const watchdog = new Script(`globalThis[Symbol.for("watched function")]()`);

/** Calls a function, which must return before its CPU time is used up. */
function callWatched<T>(call: () => T, cpu: CpuTime): T {
  const scope = globalThis as { [WATCHED]?: (() => T) | undefined };
  scope[WATCHED] = call;
  try {
    const timeout = Math.max(1, Math.ceil(cpu.limitMs - cpu.spentMs));
    return watchdog.runInThisContext({ timeout }) as T;
  } catch (error) {
    const isLate = error instanceof Error && "code" in error;
    throw isLate && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? timedOut(cpu.limitMs) : error;
  } finally {
    scope[WATCHED] = undefined;
  }
}

/** Refuses values that Convex cannot pass, before anything else reads them. */
function checkValue(
  value: JSONValue,
  words: { invalid: string; large: string },
  limit: number = LIMITS.valueBytes,
): Extent {
  let extent: Extent;
  try {
    extent = measure(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`${words.invalid}: ${reason}`);
  }
  const { bytes } = extent;
  if (bytes <= limit) return extent;
  throw new Refusal(`${words.large} too large (actual: ${inMib(bytes)}, limit: ${inMib(limit)})`);
}

/** Refuses the placeholder of a commit's timestamp outside of a transaction. */
function refusePending({ isPending }: Extent, message: string): void {
  if (isPending) throw new Refusal(message);
}

/** A new transaction. `endCursor` is the end of its page, if it was read before. */
export function newRoot(
  engine: Engine,
  tx: Transaction,
  from: Call,
  endCursor: string | null,
): Root {
  const call = { ...from, request: withRequestId(from.request) };
  const journal = { endCursor, used: false };
  const asked = { who: false, unsteady: false };
  const spent = { usage: new Usage(), cpu: new CpuTime(engine.functionMs) };
  return { now: engine.now(), tx, call, ...spent, journal, logLines: [], asked, afterCommit: [] };
}

/** The time limit of a function's own calls; null for an action, which has none. */
function timed(path: string, syscalls: Syscalls, cpu: CpuTime | null): Syscalls["async"] {
  return async (op, args) => {
    cpu?.end();
    checkTime(cpu);
    try {
      return await syscalls.async(op, args);
    } finally {
      await giveWay();
      noteRunning(path);
      cpu?.begin();
    }
  };
}

function checkTime(cpu: CpuTime | null): void {
  if (cpu && cpu.spentMs > cpu.limitMs) throw timedOut(cpu.limitMs);
}

/** Runs a query or mutation; its time is counted from start to end. */
async function runTimed(
  start: () => Promise<string>,
  cpu: CpuTime,
  waiting: Waiting,
): Promise<string> {
  cpu.begin();
  try {
    return await waiting.end(() => callWatched(start, cpu), cpu.limitMs);
  } finally {
    cpu.end();
    // Whatever the function did with the refusal of its last call.
    checkTime(cpu);
  }
}

const LOG_OVERFLOW = `[ERROR] Log overflow (maximum ${LIMITS.logLines}). Remaining log lines omitted.`;
const CUT = " (truncated due to length)";

/** A log line as answers carry it; the backend's own output has all of it. */
function cutLine(line: string): string {
  if (Buffer.byteLength(line) <= LIMITS.logLineBytes) return line;
  const room = LIMITS.logLineBytes - CUT.length;
  // Without a character that the cut would split.
  const text = Buffer.from(line)
    .subarray(0, room)
    .toString()
    .replace(/\uFFFD$/, "");
  return text + CUT;
}

/**
 * Runs a function: its output goes to the answer's log lines and to the backend's
 * output. `root` is the context of a query or mutation, whose `asked` is filled in;
 * null: an action.
 */
export function invocationOf(
  engine: Engine,
  path: string,
  syscalls: Syscalls,
  logLines: string[],
  root: Root | null,
): Invocation {
  const print = (line: string) => {
    if (logLines.length < LIMITS.logLines) logLines.push(cutLine(withoutFrames(line)));
    else logLines[LIMITS.logLines] = LOG_OVERFLOW;
    engine.log(path, line);
  };
  const onUnsteady = () => {
    if (root) root.asked.unsteady = true;
  };
  const cpu = root?.cpu ?? null;
  const waiting = root && new Waiting();
  const call = timed(path, syscalls, cpu);
  const calls: Syscalls = waiting
    ? { ...syscalls, async: (op, args) => waiting.during(() => call(op, args)) }
    : { ...syscalls, async: call };
  const now = root?.now ?? engine.now();
  const onUnhandled = (error: unknown) => print(`[ERROR] ${inspect(error)}`);
  return { path, cpu, waiting, now, syscalls: calls, print, onUnsteady, onUnhandled };
}

/** Runs the code of a function, and undoes its changes to JavaScript's standard objects. */
export async function runCode<T>(
  engine: Engine,
  invocation: Invocation,
  start: () => Promise<T>,
): Promise<T> {
  const { path } = invocation;
  noteRunning(path);
  engine.realm.enter();
  try {
    return await noteUnderWay(runToEnd(invocation, start));
  } finally {
    const changed = engine.realm.leave();
    if (changed.length > 0)
      engine.log(path, `[WARN] Functions changed ${changed.join(", ")}. This was undone.`);
  }
}

export async function invoke(
  engine: Engine,
  target: UserFunction,
  args: JSONValue,
  invocation: Invocation,
  isNested = false,
): Promise<JSONValue> {
  const tableOf = (id: string) => tableOfId(engine.database, target.component, id);
  const name = target.path.replace(":", ".js:");
  const given = checkValue(
    [args],
    { invalid: `Invalid arguments for ${name}`, large: `Arguments for ${name} are` },
    target.isNode ? LIMITS.nodeArgsBytes : LIMITS.valueBytes,
  );
  if (!isNested)
    refusePending(
      given,
      `Invalid arguments for "${target.path}": an unresolved placeholder value can only be passed to a query or mutation called from a mutation`,
    );
  const warn = (words: string, { bytes }: Extent) => {
    const line = isNested ? null : warningNear(words, bytes, LIMITS.valueBytes, " bytes");
    if (line !== null) invocation.print(line);
  };
  warn("Large size of the function arguments", given);
  const wrongArgs = findMismatch(target.args, args, tableOf);
  if (wrongArgs !== null) throw new Refusal(`ArgumentValidationError: ${wrongArgs}`);
  if (!isJsonObject(args)) throw new Refusal(`Arguments for ${name} must be an object.`);
  const text = JSON.stringify([args]);
  const start = () => target.invoke(text);
  const { cpu, waiting } = invocation;
  const runToAnswer = () => (cpu && waiting ? runTimed(start, cpu, waiting) : start());
  const answer = await runCode(engine, invocation, runToAnswer);
  // Written by the convex package.
  const value = JSON.parse(answer) as JSONValue;
  const answered = checkValue(value, {
    invalid: `Function ${name} return value invalid`,
    large: `Function ${name} return value is`,
  });
  warn("Large size of the function return value", answered);
  if (!isNested && target.udfType !== "mutation")
    refusePending(
      answered,
      `Function ${target.path} return value invalid: queries cannot return an unresolved placeholder value.`,
    );
  const wrongReturn = target.returns && findMismatch(target.returns, value, tableOf);
  if (wrongReturn !== null) throw new Refusal(`ReturnsValidationError: ${wrongReturn}`);
  return value;
}

export async function runInTransaction(
  engine: Engine,
  target: UserFunction,
  args: JSONValue,
  root: Root,
): Promise<JSONValue> {
  const call: Context["call"] = (nested, nestedArgs, nestedRoot) =>
    runInTransaction(engine, nested, nestedArgs, nestedRoot).catch((error: unknown) => {
      const failure = describeThrown(error, engine.deployment().maps);
      engine.failures.note(nameOf(nested), failure);
      throw nestedFailure(failure);
    });
  const context = { engine, root, target, call, begin: () => root.tx, streams: new Map() };
  const syscalls = transactionCalls(context);
  const invocation = invocationOf(engine, nameOf(target), syscalls, root.logLines, root);
  const isNested = args !== root.call.args;
  try {
    return await invoke(engine, target, args, invocation, isNested);
  } finally {
    await syscalls.end();
    if (!isNested) for (const line of root.usage.warnings()) invocation.print(line);
  }
}
