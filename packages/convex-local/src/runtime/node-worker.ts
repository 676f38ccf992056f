// The code of a thread that runs Node actions; node-actions.ts is its other half.
import { createRequire } from "node:module";
import { inspect } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import { Modules } from "./evaluate";
import { nestedFailure } from "./failure";
import { packThrown } from "./node-messages";
import type { FromWorker, NodeCode, SystemCall, ToWorker } from "./node-messages";
import { functionsIn, type Declared, type Invocable } from "./registered";
import { runToEnd } from "./unhandled";
import { convexBridge, currentInvocation, userConsole, type Invocation } from "./user-code";

const send = (message: FromWorker) => parentPort?.postMessage(message);

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}
const waiting = new Map<number, Waiting>();
const running = new Set<Invocation>();
let requests = 0;

/** Makes a system call, which the backend's thread performs. */
function request(call: number, systemCall: SystemCall): Promise<unknown> {
  requests += 1;
  const number = requests;
  return new Promise((resolve, reject) => {
    // Throws if an argument cannot be sent, for example a function.
    send({ kind: "request", call, request: number, ...systemCall });
    waiting.set(number, { resolve, reject });
  });
}

/** An error that no code handles. It has the name of Node's event, as on Convex. */
class UncaughtException extends Error {
  override name = "uncaughtException";

  constructor(thrown: unknown) {
    super(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : inspect(thrown));
    if (thrown instanceof Error && thrown.stack !== undefined) this.stack = thrown.stack;
  }
}

function invocationOf(path: string, call: number): Invocation {
  const print = (line: string) => send({ kind: "print", call, path, line });
  return {
    path,
    cpu: null,
    waiting: null,
    now: 0,
    print,
    onUnsteady: () => undefined,
    onUnhandled: (error) => print(`[ERROR] ${inspect(error)}`),
    syscalls: {
      sync: (op) => {
        throw new Error(`${op} is not available in actions.`);
      },
      // The backend's thread answers with Convex JSON.
      async: (op, args) => request(call, { type: "async", op, args }) as Promise<never>,
      js: (op, args) => request(call, { type: "js", op, args }),
    },
  };
}

async function run({ path, invoke }: Invocable, call: number, args: string): Promise<void> {
  const invocation = invocationOf(path, call);
  running.add(invocation);
  try {
    send({ kind: "ended", call, answer: await runToEnd(invocation, () => invoke(args)) });
  } catch (error) {
    const isUnhandled = error instanceof UncaughtException;
    send({ kind: "failed", call, thrown: packThrown(error), isUnhandled });
  } finally {
    running.delete(invocation);
  }
}

/** Fails the call that caused the error; if Node does not know it, all calls of this thread. */
function onUnhandled(thrown: unknown): void {
  const cause = currentInvocation.getStore();
  const calls = cause ? [cause] : [...running];
  for (const each of calls) each.onUnhandled(new UncaughtException(thrown));
  // Thrown by code that a module has started as it loaded.
  if (calls.length === 0)
    send({ kind: "print", call: 0, path: "deploy", line: `[ERROR] ${inspect(thrown)}` });
}

/** Ends only the call; Node would end the thread and all of its calls. */
function exitCall(code?: number | string | null): never {
  const ended = new Error(`process.exit(${code ?? ""}) ended this action`);
  onUnhandled(ended);
  throw ended;
}

function load({ requireFrom, ...code }: NodeCode): Map<string, Invocable> {
  Object.assign(globalThis, { Convex: convexBridge });
  // Node's other methods call these: `table` and `group` print with `log`.
  Object.assign(console, userConsole);
  const modules = new Modules(code, () => ({ require: createRequire(requireFrom) })).all();
  return new Map(functionsIn(modules).map((each) => [each.path, each]));
}

function serve(functions: ReadonlyMap<string, Invocable>): void {
  process.on("unhandledRejection", onUnhandled).on("uncaughtException", onUnhandled);
  process.exit = exitCall;
  parentPort?.on("message", (message: ToWorker) => {
    if (message.kind === "call") {
      const called = functions.get(message.path);
      if (called) void run(called, message.call, message.args);
      return;
    }
    const { resolve, reject } = waiting.get(message.request) ?? {};
    waiting.delete(message.request);
    if (message.kind === "answer") resolve?.(message.value);
    else reject?.(nestedFailure(message));
  });
  // Functions are sent without their code.
  const declaredIn = ({ path, udfType, isPublic, args, returns }: Invocable): Declared => {
    return { path, udfType, isPublic, args, returns };
  };
  send({ kind: "loaded", functions: [...functions.values()].map(declaredIn) });
}

try {
  serve(load(workerData as NodeCode));
} catch (error) {
  send({ kind: "notLoaded", thrown: packThrown(error) });
}
