import { watch as watchFiles, type FSWatcher } from "node:fs";
import type { JSONValue } from "convex/values";
import type { Database, RequestKey } from "../store/database";
import { NotSaved } from "../store/errors";
import type { Snapshot } from "../store/state";
import type { Transaction } from "../store/transaction";
import { actionCalls } from "./calls";
import { describeThrown, failedOutcome } from "./failure";
import type { Engine, Root } from "./frame";
import { currentInvocation, type Invocation } from "./guest";
import { invocationOf, invoke, runInTransaction } from "./invoke";
import { Scheduler } from "./jobs";
import { Usage } from "./limits";
import { findFunction, functionAt, loadDeployment, type Deployment } from "./load";
import { Schema } from "./schema";
import { TransactionQueue, Turns } from "./transactions";
import type {
  Audience,
  Call,
  Caller,
  FileBytes,
  MutationRun,
  Outcome,
  QueryRun,
  Run,
} from "./types";

function audienceOf({ caller }: Call): Audience {
  return caller.kind === "admin" ? "any" : "public";
}

function newRoot(tx: Transaction, caller: Caller, endCursor: string | null): Root {
  const journal = { endCursor, used: false };
  return { tx, caller, usage: new Usage(), journal, logLines: [], afterCommit: [] };
}

/** What was not saved failed, as the caller is told: it can be tried again. */
function notSaved(error: unknown): { result: MutationRun; ts: null } {
  if (!(error instanceof NotSaved)) throw error;
  const outcome = failedOutcome({ message: error.message });
  return { result: { outcome, logLines: [], ts: null }, ts: null };
}

const WATCH_DEBOUNCE_MS = 100;

/** To a request that a client sends again after its answer has gone; see `Answers`. */
const FORGOTTEN =
  "This request is too old to be sent again: it may have been applied, so it was not run a second " +
  "time. Reload, and look whether it was.";

export interface RuntimeOptions {
  database: Database;
  functionsDir: string;
  files: FileBytes;
  cloudUrl: string;
  siteUrl: string;
  /** Variables of the deployment; read at each deploy. */
  variables?: Readonly<Record<string, string>>;
  log: (path: string, line: string) => void;
  now?: () => number;
}

/**
 * Runs the functions of one folder on one database, for whoever calls. `deploy` must have succeeded
 * once before any call; `start` then sets scheduled functions and crons going. Calls never reject
 * for what a function did: see `Outcome`.
 */
export class Runtime {
  readonly engine: Engine;
  readonly queue: TransactionQueue;
  readonly #listeners = new Set<() => void>();
  readonly #deploys = new Turns();
  #installed: { deployment: Deployment; schema: Schema } | null = null;
  #scheduler: Scheduler | null = null;
  #watcher: FSWatcher | null = null;
  #debounce: NodeJS.Timeout | undefined;

  constructor(private readonly options: RuntimeOptions) {
    const { database, files, log, now = Date.now } = options;
    const installed = () => {
      if (!this.#installed) throw new Error("No functions have been deployed.");
      return this.#installed;
    };
    const deployment = () => installed().deployment;
    this.engine = { database, files, log, now, deployment, schema: () => installed().schema };
    this.queue = new TransactionQueue(database);
  }

  /**
   * Loads the functions folder and installs it if it changed. Rejects with `DeployError` and keeps
   * the old code when it does not compile, load or fit the stored data. One after another: the
   * last one asked for is the one that stays.
   */
  deploy(): Promise<Deployment> {
    return this.#deploys.take(async () => {
      const { cloudUrl, siteUrl, functionsDir, variables } = this.options;
      const builtIn = { CONVEX_CLOUD_URL: cloudUrl, CONVEX_SITE_URL: siteUrl };
      const loaded = await loadDeployment(functionsDir, { ...variables, ...builtIn });
      const isSame = loaded.fingerprint === this.#installed?.deployment.fingerprint;
      if (!isSame) await this.#install(loaded);
      return loaded;
    });
  }

  /** In turn with the mutations, so that none sees half of a deployment. */
  async #install(deployment: Deployment): Promise<void> {
    const { database } = this.options;
    await this.queue.take(async () => {
      await database.saved();
      const schema = new Schema(deployment.schema);
      if (!database.isChecked(schema.fingerprint)) schema.checkStored(database);
      database.applySchema(schema.tables);
      if (!database.isChecked(schema.fingerprint)) database.markChecked(schema.fingerprint);
      this.#installed = { deployment, schema };
    });
    await this.#scheduler?.syncCrons();
    for (const listener of this.#listeners) listener();
  }

  /** After each installed deploy every query must run again. */
  onDeploy(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Redeploys when files change; what does not deploy is told, and the old code stays. */
  watch(): void {
    const { functionsDir, log } = this.options;
    const redeploy = () => {
      this.deploy().catch((error: unknown) => log("deploy", String(error)));
    };
    this.#watcher = watchFiles(functionsDir, { recursive: true }, () => {
      clearTimeout(this.#debounce);
      this.#debounce = setTimeout(redeploy, WATCH_DEBOUNCE_MS);
    });
  }

  start(): void {
    this.#scheduler = new Scheduler(this);
  }

  /** Stops timers and watching, waits for mutations in flight. Does not close the database. */
  async close(): Promise<void> {
    this.#scheduler?.stop();
    this.#watcher?.close();
    clearTimeout(this.#debounce);
    await this.#deploys.take(() => undefined);
    await this.queue.take(() => undefined);
  }

  /** On the snapshot, by default the newest. A page of the journal keeps its end. */
  async query(
    call: Call,
    given: { snapshot?: Snapshot; journal?: string | null } = {},
    audience = audienceOf(call),
  ): Promise<QueryRun> {
    const { database } = this.engine;
    const tx = database.begin(given.snapshot ?? database.head);
    const root = newRoot(tx, call.caller, given.journal ?? null);
    const outcome = await this.#inTransaction(call, root, audience, "query");
    const { usage, logLines, journal } = root;
    return { outcome, logLines, usage, readSet: tx.reads, journal: journal.endCursor };
  }

  /** One after another, in the order of these calls. A repeated request gets its first answer. */
  async mutation(
    call: Call,
    request?: RequestKey,
    audience = audienceOf(call),
  ): Promise<MutationRun> {
    const attempt = this.queue.transact<MutationRun>(async (tx) => {
      const known = request && this.engine.database.findAnswer(request);
      if (known === "forgotten") {
        const outcome = failedOutcome({ message: FORGOTTEN });
        return { commit: false, result: { outcome, logLines: [], ts: null } };
      }
      if (known) {
        const { value, logLines } = known;
        const outcome = { success: true, value } as const;
        return { commit: false, result: { outcome, logLines, ts: known.ts } };
      }
      const { outcome, root } = await this.mutate(tx, call, audience);
      const { logLines, afterCommit, usage } = root;
      const result = { outcome, logLines, usage, ts: null };
      if (!outcome.success || !request) return { commit: outcome.success, result, afterCommit };
      const answer = { ...request, value: outcome.value, logLines };
      return { commit: true, result, answer, afterCommit };
    });
    const { result, ts } = await attempt.catch(notSaved);
    return { ...result, ts: ts ?? result.ts };
  }

  /** Runs a mutation inside a transaction that someone else commits. */
  async mutate(tx: Transaction, call: Call, audience: Audience) {
    const root = newRoot(tx, call.caller, null);
    return { outcome: await this.#inTransaction(call, root, audience, "mutation"), root };
  }

  async action(call: Call, audience = audienceOf(call)): Promise<Run> {
    const logLines: string[] = [];
    const outcome = await this.#outcome(() => {
      const target = findFunction(this.engine.deployment(), call.path, audience, "action");
      const invocation = this.#actionInvocation(target.path, call.caller, logLines);
      return invoke(this.engine, target, call.args, invocation);
    });
    return { outcome, logLines };
  }

  /** Whatever the function's type is; a query's way of failing when there is none. */
  async run(call: Call): Promise<Run> {
    const { udfType = "query" } = functionAt(this.engine.deployment(), call.path) ?? {};
    return this[udfType](call);
  }

  /** Null when no route matches (or there is no `http.ts`). */
  async httpAction(request: Request, caller: Caller): Promise<Response | null> {
    const { pathname } = new URL(request.url);
    const { router, maps } = this.engine.deployment();
    // The router refuses methods that it does not know by not finding them.
    const found = router?.lookup(pathname, request.method as "GET");
    if (!found) return null;
    // What every HTTP action has, though the convex package does not declare it.
    const endpoint = found[0] as unknown as { invokeHttpAction(r: Request): Promise<Response> };
    const path = `http:${request.method} ${pathname}`;
    const invocation = this.#actionInvocation(path, caller, []);
    try {
      return await currentInvocation.run(invocation, () => endpoint.invokeHttpAction(request));
    } catch (error) {
      const { message } = describeThrown(error, maps);
      this.engine.log(path, message);
      return Response.json({ code: "InternalServerError", message }, { status: 500 });
    }
  }

  #inTransaction(call: Call, root: Root, audience: Audience, udfType: "query" | "mutation") {
    return this.#outcome(() => {
      const target = findFunction(this.engine.deployment(), call.path, audience, udfType);
      return runInTransaction(this.engine, target, call.args, root);
    });
  }

  #actionInvocation(path: string, caller: Caller, logLines: string[]): Invocation {
    return invocationOf(this.engine, path, actionCalls(this, caller), logLines, false);
  }

  async #outcome(run: () => JSONValue | Promise<JSONValue>): Promise<Outcome> {
    try {
      return { success: true, value: await run() };
    } catch (error) {
      return failedOutcome(describeThrown(error, this.engine.deployment().maps));
    }
  }
}

/** From then on the whole process tells the time in UTC: the methods of `Date` know no other. */
export function createRuntime(options: RuntimeOptions): Runtime {
  process.env.TZ = "UTC";
  return new Runtime(options);
}
