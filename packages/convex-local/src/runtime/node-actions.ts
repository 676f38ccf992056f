import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { JSONValue } from "convex/values";
import { build } from "esbuild";
import { unpackThrown } from "./node-messages";
import type { FromWorker, NodeCode, SystemCall, ToWorker } from "./node-messages";
import type { Declared } from "./registered";
import type { Variables } from "./types";
import type { Invocation } from "./user-code";
import { timedOut } from "./waiting";

/** The memory of a Node action on Convex. */
const MEMORY_MB = 512;
/** If more calls run at the same time, they share threads. */
const MOST_THREADS = 4;
const IDLE_MS = 60_000;
const LOAD_MS = 60_000;
/** The time of an action on Convex. */
const CALL_MS = 600_000;

let threadCode: Promise<string> | undefined;

/** The code of node-worker.ts as one script, because a thread cannot load TypeScript. */
function codeOfThread(): Promise<string> {
  threadCode ??= (async () => {
    const path = new URL(`./node-worker${extname(import.meta.url)}`, import.meta.url);
    const options = { bundle: true, platform: "node", packages: "external", write: false } as const;
    const { outputFiles } = await build({ ...options, entryPoints: [fileURLToPath(path)] });
    return outputFiles[0]?.text ?? "";
  })();
  return threadCode;
}

/** A call that a thread is running. */
interface Running {
  invocation: Invocation;
  /** Ends the call when it takes too long. */
  timer: NodeJS.Timeout;
  resolve: (answer: string) => void;
  reject: (error: unknown) => void;
}

const uncaught = (error: Error) => Object.assign(error, { name: "uncaughtException" });
const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** The parts of an error that the convex package reads. */
function refusalOf(error: unknown): { message: string; data?: JSONValue } {
  const { message, ...more } = asError(error);
  return { message, ...("data" in more && { data: more.data as JSONValue }) }; // as system calls throw it
}

type Print = (path: string, line: string) => void;

/** A thread that runs Node actions. Code that would end the process ends only this thread. */
class Thread {
  /** Resolves with its functions. */
  readonly loaded: Promise<Declared[]>;
  readonly #worker: Worker;
  readonly #running = new Map<number, Running>();
  #calls = 0;
  #isSpent = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    source: string,
    code: NodeCode,
    env: Variables,
    private readonly print: Print,
  ) {
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB };
    const options = { eval: true, workerData: code, env, execArgv: [], resourceLimits };
    this.#worker = new Worker(source, options);
    this.#worker.unref();
    this.loaded = new Promise((resolve, reject) => {
      let cause = uncaught(new Error("The thread of this action has ended."));
      const endLate = () => {
        cause = new Error(`The modules did not load within ${LOAD_MS / 1000} seconds.`);
        this.end();
      };
      const loading = setTimeout(endLate, LOAD_MS).unref();
      this.#worker.on("message", (message: FromWorker) => {
        if (message.kind === "loaded") {
          clearTimeout(loading);
          resolve(message.functions);
        } else if (message.kind === "notLoaded") {
          cause = asError(unpackThrown(message.thrown));
          // A module that has failed may have started a timer, which keeps the thread.
          this.end();
        } else this.#receive(message);
      });
      this.#worker.on("error", (error) => (cause = uncaught(error)));
      this.#worker.on("exit", () => {
        clearTimeout(loading);
        this.#isSpent = true;
        reject(cause);
        for (const call of this.#running.keys()) this.#take(call)?.reject(cause);
      });
    });
    this.loaded.catch(() => undefined); // handled by the code that loads the functions
  }

  get callCount(): number {
    return this.#running.size;
  }

  /** It gets no more calls, because an error may have damaged the state of its modules. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  call(path: string, args: string, invocation: Invocation): Promise<string> {
    clearTimeout(this.#idle);
    this.#calls += 1;
    const call = this.#calls;
    return new Promise((resolve, reject) => {
      const endLate = () => {
        // It may be in an endless loop.
        this.#isSpent = true;
        this.#take(call)?.reject(timedOut(CALL_MS));
      };
      const timer = setTimeout(endLate, CALL_MS).unref();
      this.#running.set(call, { invocation, timer, resolve, reject });
      this.#send({ kind: "call", call, path, args });
    });
  }

  /** Ends once its calls have ended. */
  retire(): void {
    this.#isSpent = true;
    if (this.#running.size === 0) this.end();
  }

  end(): void {
    this.#isSpent = true;
    clearTimeout(this.#idle);
    void this.#worker.terminate();
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #receive(message: Exclude<FromWorker, { kind: "loaded" | "notLoaded" }>): void {
    const { invocation } = this.#running.get(message.call) ?? {};
    switch (message.kind) {
      case "print":
        // Code that an action left running may print after the action has ended.
        if (invocation) invocation.print(message.line);
        else this.print(message.path, message.line);
        return;
      case "request":
        if (invocation) void this.#perform(message.request, message, invocation);
        return;
      case "ended":
        this.#take(message.call)?.resolve(message.answer);
        return;
      case "failed":
        if (message.isUnhandled) this.#isSpent = true;
        this.#take(message.call)?.reject(unpackThrown(message.thrown));
    }
  }

  /** Removes a call that has ended. */
  #take(call: number): Running | undefined {
    const ended = this.#running.get(call);
    this.#running.delete(call);
    clearTimeout(ended?.timer);
    if (this.#running.size > 0) return ended;
    if (this.#isSpent) this.end();
    else this.#idle = setTimeout(() => this.end(), IDLE_MS).unref();
    return ended;
  }

  async #perform(
    request: number,
    { type, op, args }: SystemCall,
    { syscalls }: Invocation,
  ): Promise<void> {
    try {
      const value = await (type === "js" ? syscalls.js(op, args) : syscalls.async(op, args));
      this.#send({ kind: "answer", request, value });
    } catch (error) {
      this.#send({ kind: "refusal", request, ...refusalOf(error) });
    }
  }
}

/** The Node actions of a deployment, in threads that start when they are needed. */
export class NodeActions {
  #threads: Thread[] = [];

  private constructor(
    /** The functions of its modules, including queries and mutations. */
    readonly functions: readonly Declared[],
    private readonly start: () => Thread,
    first: Thread,
  ) {
    this.#threads.push(first);
  }

  /** Loads the modules in a first thread. Rejects with what the modules throw. */
  static async load(code: NodeCode, variables: Variables, print: Print): Promise<NodeActions> {
    const source = await codeOfThread();
    const start = () => new Thread(source, code, variables, print);
    const first = start();
    try {
      return new NodeActions(await first.loaded, start, first);
    } catch (error) {
      first.end();
      throw error;
    }
  }

  /** Runs an action; takes and returns Convex JSON as text. */
  call(path: string, args: string, invocation: Invocation): Promise<string> {
    this.#threads = this.#threads.filter(({ isSpent }) => !isSpent);
    const [least] = this.#threads.toSorted((a, b) => a.callCount - b.callCount);
    const isFree =
      least !== undefined && (least.callCount === 0 || this.#threads.length >= MOST_THREADS);
    const thread = isFree ? least : this.start();
    if (!isFree) this.#threads.push(thread);
    return thread.call(path, args, invocation);
  }

  /** Ends each thread when its calls have ended. */
  retire(): void {
    for (const thread of this.#threads) thread.retire();
  }

  /** Ends the threads, and their calls. */
  end(): void {
    for (const thread of this.#threads) thread.end();
  }
}
