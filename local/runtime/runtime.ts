import { randomBytes } from "node:crypto";
import type { JSONValue } from "convex/values";
import type { RequestKey } from "../store/database";
import type { Snapshot } from "../store/state";
import type { Transaction } from "../store/transaction";
import { findFunction, functionAt, nameOf } from "./addresses";
import { actionCalls } from "./calls";
import { CursorSeal } from "./cursors";
import { Executions, type Ended } from "./executions";
import { describeThrown, FailureLog, failedOutcome } from "./failure";
import type { Engine, Root } from "./call-context";
import { currentInvocation, type Invocation } from "./user-code";
import { invocationOf, invoke, newRoot, runInTransaction } from "./invoke";
import { Scheduler } from "./jobs";
import { loadDeployment, type Deployment } from "./load";
import { QueryCache, type Answer } from "./query-cache";
import { firstAnswer, notSaved, resolved } from "./repeats";
import { findRoute } from "./routes";
import { Rounds } from "./rounds";
import { Schema } from "./schema";
import { Searches } from "./searches";
import { noteRunning, noteUnderWay } from "./stalls";
import { audienceOf, SystemQueries } from "./system-queries";
import { TransactionQueue, Turns } from "./transactions";
import type { Audience, Call, MutationRun, Outcome, QueryRun, Run, Variables } from "./types";
import type { RuntimeOptions } from "./types";
import { changeVariables, inForce, saveVariables, type VariableChange } from "./variables";
import { Watcher } from "./watcher";

/** How many run at the same time in total, and for one client. Queries share one thread. */
const QUERIES = [6, 4] as const;
const ACTIONS = [64, 16] as const;

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
  readonly #answers: QueryCache;
  readonly #listeners = new Set<() => void>();
  readonly #actions = new Rounds(...ACTIONS);
  readonly #deploys = new Turns();
  #installed: { deployment: Deployment; schema: Schema } | null = null;
  #scheduler: Scheduler | null = null;
  #watcher: Watcher | null = null;

  constructor(readonly options: RuntimeOptions) {
    const { database, files, log, now = Date.now, cursorSecret = randomBytes(32) } = options;
    const installed = () => {
      if (!this.#installed) throw new Error("No functions have been deployed.");
      return this.#installed;
    };
    const deployment = () => installed().deployment;
    const schema = () => installed().schema;
    const searches = new Searches(database);
    const own = { cursors: new CursorSeal(cursorSecret), failures: new FailureLog(log), searches };
    this.engine = { database, files, log, now, deployment, schema, ...own };
    this.queue = new TransactionQueue(database);
    this.systemQueries = new SystemQueries(this.engine, options);
    this.#answers = new QueryCache(this.#runQuery.bind(this), database, new Rounds(...QUERIES));
    database.onCommit((commit) => {
      this.#answers.invalidate(searches.follow(commit));
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
      const loaded = await loadDeployment(functionsDir, inForce(this.options, stored));
      const isSame = loaded.fingerprint === this.#installed?.deployment.fingerprint;
      if (!isSame || changes.length > 0) await this.#install(loaded, stored);
      // Also when nothing changed, because the last result may not have been saved.
      await this.#scheduler?.syncCrons();
      return loaded;
    });
  }

  /** Between mutations, so that none sees half of a deployment. */
  async #install(deployment: Deployment, stored: Variables): Promise<void> {
    const { database } = this.options;
    await this.queue.take("", async () => {
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

  /** Redeploys when files change; failures are reported, and the old code stays. */
  watch(): void {
    const { functionsDir, log } = this.options;
    const watcher = new Watcher(functionsDir, () => {
      this.deploy().catch((error: unknown) => log("deploy", String(error)));
    });
    this.#watcher = watcher;
    const follow = () => watcher.follow(this.engine.deployment().sources);
    this.onDeploy(follow);
    if (this.#installed) follow();
  }

  start(): void {
    this.#scheduler = new Scheduler(this);
  }

  /** Stops timers and watching, waits for mutations in flight. Does not close the database. */
  async close(): Promise<void> {
    this.#scheduler?.stop();
    this.#watcher?.close();
    await this.#deploys.take(() => undefined);
    await this.queue.drained();
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

  /** Must be called with a subscribed answer when its subscription has ended. */
  release(answer: Answer): void {
    this.#answers.release(answer);
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
    const root = newRoot(this.engine.now(), tx, call, given.journal);
    const outcome = await this.#inTransaction(call, root, audience, "query");
    const { usage, logLines, journal, asked } = root;
    const depends = { readSet: tx.reads, asksWho: asked.who, isUnsteady: asked.unsteady };
    return { outcome, logLines, usage, ...depends, journal: journal.endCursor };
  }

  /**
   * One after another, in the order of these calls for one client. A repeated
   * request gets its first answer.
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
      const { logLines, afterCommit, usage } = root;
      const result = { outcome, logLines, usage, ts: null };
      if (!outcome.success || !request) return { commit: outcome.success, result, afterCommit };
      const answer = { ...request, value: outcome.value, logLines };
      return { commit: true, result, answer, afterCommit };
    }, call.client);
    const { result, ts } = await attempt.catch(notSaved);
    return { ...result, outcome: resolved(result.outcome, ts), ts: ts ?? result.ts };
  }

  /** Runs a mutation inside a transaction that someone else commits. */
  async mutate(tx: Transaction, call: Call, audience: Audience) {
    const root = newRoot(this.engine.now(), tx, call, null);
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
    const outcome = await this.#outcome(call, ended, async () => {
      const target = findFunction(this.engine.deployment(), call, audience, "action");
      const invocation = this.#actionInvocation(nameOf(target), call, logLines);
      return invoke(this.engine, target, call.args, invocation);
    });
    return { outcome, logLines };
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
    const { endpoint, component } = found;
    const path = `http:${request.method} ${pathname}`;
    const logLines: string[] = [];
    const invocation = this.#actionInvocation(path, { ...origin, component }, logLines);
    const ended = this.executions.begin({ path, caller: origin.caller }, "httpAction", logLines);
    const answer = () => {
      noteRunning(path);
      return endpoint.invokeHttpAction(request);
    };
    try {
      const response = await this.#actions.take(origin.client ?? "", () =>
        noteUnderWay(currentInvocation.run(invocation, answer)),
      );
      ended();
      return response;
    } catch (error) {
      const failure = describeThrown(error, deployment.maps);
      ended(failure);
      this.engine.failures.note(path, failure);
      const { message } = failure;
      return Response.json({ code: "InternalServerError", message }, { status: 500 });
    }
  }

  #inTransaction(call: Call, root: Root, audience: Audience, udfType: "query" | "mutation") {
    const ended = this.executions.begin(call, udfType, root.logLines);
    return this.#outcome(call, ended, async () => {
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

  async #outcome(call: Call, ended: Ended, run: () => Promise<JSONValue>): Promise<Outcome> {
    try {
      const value = await run();
      ended();
      return { success: true, value };
    } catch (error) {
      const failure = describeThrown(error, this.engine.deployment().maps);
      ended(failure);
      this.engine.failures.note(nameOf(call), failure);
      return failedOutcome(failure, call.caller.kind === "admin");
    }
  }
}

/** From then on, the whole process uses UTC, for the methods of `Date`. */
export function createRuntime(options: RuntimeOptions): Runtime {
  process.env.TZ = "UTC";
  return new Runtime(options);
}
