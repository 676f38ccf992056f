import { randomBytes } from "node:crypto";
import type { JSONValue } from "convex/values";
import type { RequestKey } from "../store/database";
import type { Snapshot } from "../store/state";
import type { Transaction } from "../store/transaction";
import { findFunction, functionAt, nameOf } from "./addresses";
import { actionCalls } from "./calls";
import { CursorSeal } from "./cursors";
import { Executions, type Ended } from "./executions";
import { describeThrown, detailsOf, FailureLog, failedOutcome, serverError } from "./failure";
import type { Engine, Root } from "./call-context";
import type { Invocation } from "./user-code";
import { invocationOf, invoke, newRoot, runCode, runInTransaction } from "./invoke";
import { Scheduler } from "./jobs";
import { LIMITS } from "./limits";
import { loadDeployment, type Deployment } from "./load";
import { Realm } from "./realm";
import { QueryCache, type Answer, type Dependency } from "./query-cache";
import { firstAnswer, notCommitted, resolved } from "./repeats";
import { findRoute, withOwnSignal } from "./routes";
import { Rounds } from "./rounds";
import { Schema } from "./schema";
import { Searches } from "./searches";
import { audienceOf, SystemQueries } from "./system-queries";
import { TransactionQueue, Turns } from "./transactions";
import type {
  Audience,
  Call,
  Detail,
  MutationRun,
  Outcome,
  QueryRun,
  Run,
  Variables,
} from "./types";
import type { RuntimeOptions } from "./types";
import { changeVariables, inForce, saveVariables, type VariableChange } from "./variables";
import { Watcher } from "./watcher";

/** How many run at the same time in total, and for one client. Queries share one thread. */
const QUERIES = [6, 4] as const;
const ACTIONS = [64, 16] as const;

/** How often standard objects are compared if runs share a context. */
const COMPARE_EVERY_MS = 1_000;

/** Between two attempts to deploy code that failed. */
const RETRY_MS = 2_000;

/**
 * Runs the functions of one folder on one database, for all callers. `deploy` must
 * have succeeded once before any call; `start` then starts scheduled functions and
 * crons. Calls never reject because a function failed: see `Outcome`.
 */
export class Runtime {
  readonly engine: Engine;
  readonly queue: TransactionQueue;
  readonly executions = new Executions();
  /** The admin key's queries beside the project's functions; the server adds its own. */
  readonly systemQueries: SystemQueries;
  readonly #errors: Detail;
  readonly #answers: QueryCache;
  readonly #listeners = new Set<() => void>();
  readonly #actions = new Rounds(...ACTIONS);
  readonly #deploys = new Turns();
  #installed: { deployment: Deployment; schema: Schema } | null = null;
  #scheduler: Scheduler | null = null;
  #watcher: Watcher | null = null;
  #retry: NodeJS.Timeout | undefined;

  constructor(readonly options: RuntimeOptions) {
    const { database, files, log, now = Date.now, cursorSecret = randomBytes(32) } = options;
    this.#errors = options.errors ?? "message";
    const installed = () => {
      if (!this.#installed) throw new Error("No functions have been deployed.");
      return this.#installed;
    };
    const deployment = () => installed().deployment;
    const schema = () => installed().schema;
    const searches = new Searches(database);
    const isShared = options.isolation === "deployment";
    const realm = new Realm(isShared ? COMPARE_EVERY_MS : 0, isShared);
    const cursors = new CursorSeal(cursorSecret);
    const own = { cursors, failures: new FailureLog(log), searches, realm };
    const { functionMs = LIMITS.functionMs } = options;
    this.engine = { database, files, log, now, functionMs, deployment, schema, ...own };
    this.queue = new TransactionQueue(database, options.concurrency);
    this.systemQueries = new SystemQueries(this.engine, options);
    this.#answers = new QueryCache(this.#runQuery.bind(this), database, new Rounds(...QUERIES));
    database.onCommit((commit) => {
      searches.follow(commit);
      this.#answers.invalidate(commit);
      if (commit.isRenumbered) this.#answers.clear();
    });
    this.onDeploy(() => {
      searches.install(schema().searchIndexes);
      this.#answers.clear();
    });
  }

  /**
   * Loads the functions folder and installs it if it changed. Rejects with
   * `DeployError` and keeps the old code when it does not compile, load or match the
   * stored data. Deploys run one after another, and the last one wins. Changes of
   * variables are stored with it, or not at all.
   */
  deploy(changes: readonly VariableChange[] = []): Promise<Deployment> {
    return this.#deploys.take(async () => {
      const { functionsDir, database, variables } = this.options;
      const stored = changeVariables(database.begin(), variables, changes);
      const loaded = await loadDeployment(
        functionsDir,
        inForce(this.options, stored),
        this.options,
      );
      const before = this.#installed?.deployment;
      try {
        if (loaded.fingerprint !== before?.fingerprint || changes.length > 0)
          await this.#install(loaded, stored);
      } finally {
        const isInstalled = this.#installed?.deployment === loaded;
        (isInstalled ? before : loaded)?.nodeActions?.retire();
      }
      // Also when nothing changed, because the last result may not have been saved.
      await this.#scheduler?.syncCrons();
      return loaded;
    });
  }

  /** Runs while no mutation does, so that none sees a partial deployment. */
  async #install(deployment: Deployment, stored: Variables): Promise<void> {
    const { database } = this.options;
    await this.queue.alone(async () => {
      await database.saved();
      const schema = new Schema(deployment.components.values());
      if (!database.isChecked(schema.fingerprint)) schema.checkStored(database);
      await saveVariables(database, stored);
      database.applySchema(schema.tables);
      if (!database.isChecked(schema.fingerprint)) database.markChecked(schema.fingerprint);
      this.#installed = { deployment, schema };
      // At once: no caller gets an answer of the old code any more.
      for (const listener of this.#listeners) listener();
    });
  }

  /** After each installed deploy, all earlier answers are invalid. */
  onDeploy(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Deploys, and again when files change; resolves once code is installed. Logs failures, keeps
   * the old code and retries, because the missing part may be outside the watched folders, for
   * example a package that is being installed.
   */
  async watch(): Promise<void> {
    const { functionsDir, log } = this.options;
    const installed = new Promise<void>((resolve) => this.onDeploy(resolve));
    let refusal = "";
    const attempt = async () => {
      clearTimeout(this.#retry);
      try {
        await this.deploy();
        refusal = "";
      } catch (error) {
        if (this.#watcher !== watcher) return;
        if (String(error) !== refusal) log("deploy", (refusal = String(error)));
        this.#retry = setTimeout(() => void attempt(), RETRY_MS);
      }
    };
    const watcher = new Watcher(functionsDir, () => void attempt());
    this.#watcher = watcher;
    this.onDeploy(() => watcher.follow(this.engine.deployment().sources));
    await attempt();
    await installed;
  }

  start(): void {
    this.#scheduler = new Scheduler(this);
  }

  /** Stops timers and watching, waits for mutations in flight. Does not close the database. */
  async close(): Promise<void> {
    this.#scheduler?.stop();
    this.#watcher?.close();
    this.#watcher = null;
    clearTimeout(this.#retry);
    await this.#deploys.take(() => undefined);
    await this.queue.drained();
    this.#installed?.deployment.nodeActions?.end();
  }

  /**
   * On the given snapshot, by default the newest. A page of the journal keeps its
   * end. All callers that may share an answer share one run, and it is cached while
   * it is valid.
   */
  answer(
    call: Call,
    given: { snapshot?: Snapshot; journal?: string | null } = {},
    audience = audienceOf(call),
  ): Promise<Answer> {
    return this.#answers.ask(call, given, audience);
  }

  /** Must be called when a subscription of an answer's dependency has ended. */
  release(dependency: Dependency): void {
    this.#answers.release(dependency);
  }

  /** Like `answer`, for a single request. */
  async query(...question: Parameters<Runtime["answer"]>): Promise<QueryRun> {
    return (await this.answer(...question)).run;
  }

  async #runQuery(
    call: Call,
    given: { snapshot: Snapshot; journal: string | null },
    audience: Audience,
  ): Promise<QueryRun> {
    const tx = this.engine.database.begin(given.snapshot);
    const root = newRoot(this.engine, tx, call, given.journal);
    const outcome = await this.#inTransaction(call, root, audience, "query");
    const { usage, journal, asked } = root;
    const logLines = this.#linesFor(call, audience, root.logLines);
    const depends = { readSet: tx.reads, asksWho: asked.who, isUnsteady: asked.unsteady };
    return { outcome, logLines, usage, ...depends, journal: journal.endCursor };
  }

  /**
   * They begin in the order of these calls for one client. A repeated request gets the
   * first response.
   */
  async mutation(
    call: Call,
    request?: RequestKey,
    audience = audienceOf(call),
  ): Promise<MutationRun> {
    // Repeated requests do not wait in the queue again.
    const { database } = this.engine;
    const repeated = request && firstAnswer(database, request);
    if (repeated) return repeated;
    const attempt = this.queue.transact<MutationRun>(async (tx) => {
      const known = request && (await firstAnswer(database, request));
      if (known) return { commit: false, result: known };
      const { outcome, root } = await this.mutate(tx, call, audience);
      const { afterCommit, usage } = root;
      const logLines = this.#linesFor(call, audience, root.logLines);
      const result = { outcome, logLines, usage, ts: null };
      if (!outcome.success || !request) return { commit: outcome.success, result, afterCommit };
      const answer = { ...request, value: outcome.value, logLines };
      return { commit: true, result, answer, afterCommit };
    }, call.client);
    const { result, ts } = await attempt.catch(notCommitted);
    return { ...result, outcome: resolved(result.outcome, ts), ts: ts ?? result.ts };
  }

  /** Runs a mutation inside a transaction that someone else commits. */
  async mutate(tx: Transaction, call: Call, audience: Audience) {
    const root = newRoot(this.engine, tx, call, null);
    return { outcome: await this.#inTransaction(call, root, audience, "mutation"), root };
  }

  /**
   * At a turn of its client. Calls of the action itself take no turn: it could wait
   * for its own.
   */
  clientAction(call: Call): Promise<Run> {
    return this.#actions.take(call.client ?? "", () => this.action(call));
  }

  async action(call: Call, audience = audienceOf(call)): Promise<Run> {
    const logLines: string[] = [];
    const ended = this.executions.begin(call, "action", logLines);
    const outcome = await this.#outcome(call, audience, ended, async () => {
      const target = findFunction(this.engine.deployment(), call, audience, "action");
      const invocation = this.#actionInvocation(nameOf(target), call, logLines);
      return invoke(this.engine, target, call.args, invocation);
    });
    return { outcome, logLines: this.#linesFor(call, audience, logLines) };
  }

  /** Whatever the function's type is; fails like a query when there is none. */
  async run(call: Call): Promise<Run> {
    const { udfType = "query" } = functionAt(this.engine.deployment(), call) ?? {};
    return udfType === "action" ? this.clientAction(call) : this[udfType](call);
  }

  /** Null when no route matches (or there is no `http.ts`). */
  async httpAction(
    request: Request,
    origin: Pick<Call, "caller" | "client" | "request">,
  ): Promise<Response | null> {
    const { pathname } = new URL(request.url);
    const deployment = this.engine.deployment();
    const found = findRoute(deployment, request.method, pathname);
    if (!found) return null;
    const { component } = found;
    const path = `http:${request.method} ${pathname}`;
    const logLines: string[] = [];
    const invocation = this.#actionInvocation(path, { ...origin, component }, logLines);
    const ended = this.executions.begin({ path, caller: origin.caller }, "httpAction", logLines);
    try {
      const response = await this.#actions.take(origin.client ?? "", () =>
        runCode(this.engine, invocation, () => found.answer(withOwnSignal(request))),
      );
      ended();
      return response;
    } catch (error) {
      const failure = describeThrown(error, deployment.maps);
      ended(failure);
      this.engine.failures.note(path, failure);
      const { data } = failure;
      const trace = detailsOf(failure, this.#errors).join("\n");
      const body = {
        code: serverError(),
        ...(trace && { trace }),
        ...(data !== undefined && { data }),
      };
      return Response.json(body, { status: 500 });
    }
  }

  #inTransaction(call: Call, root: Root, audience: Audience, udfType: "query" | "mutation") {
    const ended = this.executions.begin(call, udfType, root.logLines);
    return this.#outcome(call, audience, ended, async () => {
      const asked = this.systemQueries.find(call);
      if (asked) return asked(root);
      const target = findFunction(this.engine.deployment(), call, audience, udfType);
      return runInTransaction(this.engine, target, call.args, root);
    });
  }

  #actionInvocation(
    path: string,
    origin: Parameters<typeof actionCalls>[2],
    logLines: string[],
  ): Invocation {
    return invocationOf(this.engine, path, actionCalls(this, path, origin), logLines, null);
  }

  /** The admin gets the stack. A function that calls another function gets the message. */
  #detailFor({ caller }: Call, audience: Audience): Detail {
    if (caller.kind === "admin") return "stack";
    return audience === "public" ? this.#errors : "message";
  }

  #linesFor(call: Call, audience: Audience, logLines: string[]): string[] {
    return this.#detailFor(call, audience) === "none" ? [] : logLines;
  }

  async #outcome(
    call: Call,
    audience: Audience,
    ended: Ended,
    run: () => Promise<JSONValue>,
  ): Promise<Outcome> {
    try {
      const value = await run();
      ended();
      return { success: true, value };
    } catch (error) {
      const failure = describeThrown(error, this.engine.deployment().maps);
      ended(failure);
      this.engine.failures.note(nameOf(call), failure);
      return failedOutcome(failure, this.#detailFor(call, audience));
    }
  }
}

/** From then on, the whole process uses UTC, for the methods of `Date`. */
export function createRuntime(options: RuntimeOptions): Runtime {
  process.env.TZ = "UTC";
  return new Runtime(options);
}
