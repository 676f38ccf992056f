import { AsyncLocalStorage } from "node:async_hooks";
import { webcrypto } from "node:crypto";
import { inspect } from "node:util";
import type { JSONValue } from "convex/values";
import type { CpuTime } from "./cpu-time";
import type { Isolation } from "./types";
import { duringCryptography, type Waiting } from "./waiting";

/** The syscalls that the `convex` package makes inside the functions. */
export interface Syscalls {
  sync(op: string, args: Record<string, JSONValue>): JSONValue;
  async(op: string, args: Record<string, JSONValue>): Promise<JSONValue>;
  js(op: string, args: Record<string, unknown>): unknown;
}

/** One running function; async context finds it after every `await`. */
export interface Invocation {
  readonly path: string;
  /**
   * The time that a query or mutation sees. Its clock is fixed, and the network is
   * closed. Null: an action.
   */
  readonly cpu: CpuTime | null;
  /** What a query or mutation waits for; null: an action. */
  readonly waiting: Waiting | null;
  readonly now: number;
  readonly syscalls: Syscalls;
  readonly print: (line: string) => void;
  /** Called when a query or mutation reads the clock or draws a random number. */
  readonly onUnsteady: () => void;
  /** Called with an error that the function's code leaves unhandled. It ends a running function. */
  onUnhandled: (error: unknown) => void;
}

export const currentInvocation = new AsyncLocalStorage<Invocation>();

function deterministic(): Invocation | null {
  const running = currentInvocation.getStore();
  return running?.cpu ? running : null;
}

/** For results that depend on more than the database. */
function unsteady(): Invocation | null {
  const invocation = deterministic();
  invocation?.onUnsteady();
  return invocation;
}

/** The invocation whose code runs. @throws Error while modules load */
export function running(): Invocation {
  const invocation = currentInvocation.getStore();
  if (!invocation)
    throw new Error("Convex functions cannot be called while their modules are being loaded.");
  return invocation;
}

/** Refuses in a query or mutation what only actions may do. */
function refuseIfDeterministic(what: string, code: string): void {
  if (!deterministic()) return;
  const error = new Error(
    `Can't use ${what} in queries and mutations. Please consider using an action. ` +
      "See https://docs.convex.dev/functions/actions for more details.",
  );
  error.name = `No${code}InQueriesOrMutations`;
  throw error;
}

type Variables = Readonly<Record<string, string>>;

function refuseText(): never {
  throw new EvalError("Code generation from strings disallowed for this context");
}

const userFunction = new Proxy(Function, { apply: refuseText, construct: refuseText });

/** The global `Convex`, which the `convex` package and the bundler's replacements call. */
export const convexBridge = {
  eval: refuseText,
  import: async <T>(load: () => T): Promise<T> => {
    if (deterministic()) throw new TypeError("dynamic module import unsupported");
    return Promise.resolve().then(load);
  },
  syscall: (op: string, args: string) =>
    JSON.stringify(running().syscalls.sync(op, parseArgs(args))),
  asyncSyscall: async (op: string, args: string) =>
    JSON.stringify(await running().syscalls.async(op, parseArgs(args))),
  jsSyscall: (op: string, args: Record<string, unknown>) => running().syscalls.js(op, args),
};

function parseArgs(json: string): Record<string, JSONValue> {
  // The convex package always sends an object.
  return JSON.parse(json) as Record<string, JSONValue>;
}

function now(): number {
  return unsteady()?.now ?? Date.now();
}

/** Runs get their own, because a function may replace `Date.now`, and the backend needs Node's. */
function makeDate(): DateConstructor {
  // What functions set lands on the target, which inherits the rest.
  const target = Object.setPrototypeOf(function Date() {}, Date) as DateConstructor;
  const prototype = { value: Date.prototype };
  Object.defineProperties(target, { now: { value: now, writable: true }, prototype });
  const own: DateConstructor = new Proxy(target, {
    construct: (_, args, newTarget) =>
      Reflect.construct(
        Date,
        args.length === 0 ? [now()] : args,
        newTarget === own ? Date : newTarget,
      ) as Date,
    apply: () => new Date(now()).toString(),
  });
  return own;
}

function random(): number {
  unsteady();
  return Math.random();
}

function timerInActions(name: string, real: (...args: never[]) => unknown) {
  return (...args: never[]) => {
    refuseIfDeterministic(name, name.replace("s", "S"));
    return real(...args);
  };
}

/** Node requires `duplex` for a body that may be a stream; Convex does not. */
const streaming = (init: RequestInit | undefined) => ({ duplex: "half", ...init });

const userRequest: typeof Request = new Proxy(Request, {
  construct: (target, [input, init]: ConstructorParameters<typeof Request>, newTarget) =>
    Reflect.construct(
      target,
      [input, streaming(init)],
      newTarget === userRequest ? target : newTarget,
    ) as Request,
});

const userFetch: typeof fetch = async (input, init) => {
  refuseIfDeterministic("fetch()", "Fetch");
  return fetch(input, streaming(init));
};

const DRAWS_RANDOMNESS: Record<string, (algorithm: string) => boolean> = {
  generateKey: () => true,
  sign: (algorithm) => algorithm === "ECDSA" || algorithm === "RSA-PSS",
  encrypt: (algorithm) => algorithm === "RSA-OAEP",
};

function algorithmName(algorithm: unknown): string {
  // Web Crypto accepts both forms, and refuses all others itself.
  const named = algorithm as string | { name?: string } | null | undefined;
  return String(typeof named === "string" ? named : named?.name).toUpperCase();
}

const USED_SUBTLE: ProxyHandler<typeof webcrypto.subtle> = {
  get: (target, key) => {
    const method = Reflect.get(target, key) as unknown;
    if (typeof method !== "function") return method;
    const draws = typeof key === "string" ? DRAWS_RANDOMNESS[key] : undefined;
    return async (...args: unknown[]) => {
      if (draws?.(algorithmName(args[0])))
        refuseIfDeterministic("cryptographic randomness", "CryptoRng");
      const compute = () =>
        duringCryptography(() => Reflect.apply(method, webcrypto.subtle, args) as unknown);
      const waiting = currentInvocation.getStore()?.waiting;
      return await (waiting ? waiting.during(compute) : compute());
    };
  },
};

/** Functions may replace its methods, but not the backend's. */
const makeCrypto = () => ({
  subtle: new Proxy(Object.create(webcrypto.subtle) as typeof webcrypto.subtle, USED_SUBTLE),
  getRandomValues: <T extends Uint8Array>(array: T) => {
    unsteady();
    return webcrypto.getRandomValues(array);
  },
  randomUUID: () => {
    unsteady();
    return webcrypto.randomUUID();
  },
});

function printer(level: string) {
  const show = (value: unknown) => (typeof value === "string" ? `'${value}'` : inspect(value));
  return (...values: unknown[]) =>
    currentInvocation.getStore()?.print(`[${level}] ${values.map(show).join(" ")}`);
}

export const userConsole = {
  log: printer("LOG"),
  info: printer("INFO"),
  warn: printer("WARN"),
  error: printer("ERROR"),
  debug: printer("DEBUG"),
  trace: printer("DEBUG"),
  time: () => undefined,
  timeLog: () => undefined,
  timeEnd: () => undefined,
};

/** Globals of Node that Convex's runtime lacks. */
const NODES_OWN = [
  ...["Buffer", "require", "global", "setImmediate", "clearImmediate", "queueMicrotask"],
  ...[
    "BroadcastChannel",
    "MessageChannel",
    "MessagePort",
    "MessageEvent",
    "WebSocket",
    "EventSource",
  ],
  ...["CompressionStream", "DecompressionStream", "navigator", "Navigator", "localStorage"],
  ...["sessionStorage", "PerformanceObserver", "PerformanceEntry", "PerformanceMark"],
];

const userWebAssembly = new Proxy(WebAssembly, {
  get: (target, key) => {
    refuseIfDeterministic("WebAssembly", "WebAssembly");
    return Reflect.get(target, key) as unknown;
  },
});

/**
 * New globals of functions in the default runtime, in place of Node's. Runs that share them cannot
 * change the object by which they call the backend.
 */
export function isolateGlobals(
  variables: Variables,
  isolation: Isolation,
): Record<string, unknown> {
  const scope: object = Object.create(globalThis) as object;
  const bridge = { ...convexBridge };
  const values: Record<string, unknown> = {
    Convex: isolation === "run" ? bridge : Object.freeze(bridge),
    Date: makeDate(),
    Function: userFunction,
    Math: Object.create(Math, { random: { value: random } }) as Math,
    Request: userRequest,
    fetch: userFetch,
    setTimeout: timerInActions("setTimeout", setTimeout),
    setInterval: timerInActions("setInterval", setInterval),
    crypto: makeCrypto(),
    console: { ...userConsole },
    performance: { now, timeOrigin: 0 },
    process: { env: { ...variables } },
    WebAssembly: userWebAssembly,
    ...Object.fromEntries(NODES_OWN.map((name) => [name, undefined])),
    self: scope,
    globalThis: scope,
  };
  for (const [name, value] of Object.entries({ ...values, eval: refuseText }))
    Object.defineProperty(scope, name, { value, writable: true, configurable: true });
  return values;
}
