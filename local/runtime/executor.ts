import { randomInt } from "node:crypto";
import type { JSONValue } from "convex/values";
import type { Snapshot, Transaction } from "../store/types";
import { actionCalls } from "./action-calls";
import { findFunction } from "./address";
import { describeThrown, failedOutcome } from "./failure";
import type { Engine, Root } from "./frame";
import { currentInvocation, seededRandom } from "./guest";
import type { Invocation } from "./guest";
import { invoke, printTo, runInTransaction } from "./invoke";
import { Usage } from "./limits";
import { QueryCache } from "./query-cache";
import type { TransactionQueue } from "./transactions";
import type { Call, Caller, MutationRun, Outcome, QueryRun, RequestKey, Run } from "./types";

/** From clients only public functions can be reached; from functions and the admin, all. */
type Audience = "public" | "any";

function audienceOf({ caller }: Call): Audience {
  return caller.kind === "admin" ? "any" : "public";
}

/** Runs queries, mutations and actions for whoever calls. */
export class Executor {
  readonly cache: QueryCache;

  constructor(
    private readonly engine: Engine,
    readonly queue: TransactionQueue,
  ) {
    this.cache = new QueryCache(engine.database);
  }

  query(
    call: Call,
    { snapshot = this.engine.database.head, journal = null as string | null } = {},
    audience = audienceOf(call),
  ): Promise<QueryRun> {
    const run = () => this.#runQuery(call, snapshot, journal, audience);
    // Internal functions called from functions are not shared with clients' calls.
    const isShared = audience === audienceOf(call);
    return isShared
      ? this.cache.find(call, journal, snapshot, run)
      : run().then((done) => done.run);
  }

  async #runQuery(call: Call, snapshot: Snapshot, journal: string | null, audience: Audience) {
    const root = this.#root(this.engine.database.begin(snapshot), call.caller, journal);
    const outcome = await this.#outcome(() => {
      const target = findFunction(this.engine.deployment(), call.path, audience, "query");
      return runInTransaction(this.engine, target, call.args, root);
    });
    const { logLines, readsIdentity, impure, tx } = root;
    const end = root.journal.endCursor;
    const run: QueryRun = { outcome, logLines, readSet: tx.reads, readsIdentity, journal: end };
    return { run, impure };
  }

  async mutation(
    call: Call,
    request?: RequestKey,
    audience = audienceOf(call),
  ): Promise<MutationRun> {
    const repeated = () => {
      const known = request && this.engine.database.findDedupe(request);
      if (!known) return null;
      const outcome: Outcome = { success: true, value: known.value };
      return { outcome, logLines: [...known.logLines], ts: known.ts };
    };
    const { result, ts } = await this.queue.transact(async (tx) => {
      const known = repeated();
      if (known) return { commit: false, result: known };
      const { outcome, root } = await this.mutate(tx, call, audience);
      const { logLines, afterCommit } = root;
      const result: MutationRun = { outcome, logLines, ts: null };
      if (!outcome.success || !request) return { commit: outcome.success, result, afterCommit };
      const entry = { ...request, value: outcome.value, logLines };
      return { commit: true, result, entry, afterCommit };
    });
    return { ...result, ts: ts ?? result.ts };
  }

  /** Runs a mutation inside a transaction that someone else commits. */
  async mutate(tx: Transaction, call: Call, audience: Audience) {
    const root = this.#root(tx, call.caller, null);
    const outcome = await this.#outcome(() => {
      const target = findFunction(this.engine.deployment(), call.path, audience, "mutation");
      return runInTransaction(this.engine, target, call.args, root);
    });
    return { outcome, root };
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

  async run(call: Call, audience = audienceOf(call)): Promise<Run> {
    const found = await this.#outcome(
      () => findFunction(this.engine.deployment(), call.path, audience, null).udfType,
    );
    if (!found.success) return { outcome: found, logLines: [] };
    if (found.value === "query") return this.query(call, {}, audience);
    if (found.value === "mutation") return this.mutation(call, undefined, audience);
    return this.action(call, audience);
  }

  async httpAction(request: Request, caller: Caller): Promise<Response | null> {
    const { pathname } = new URL(request.url);
    // The router refuses methods that it does not know by not finding them.
    const method = request.method as "GET";
    const found = this.engine.deployment().router?.lookup(pathname, method);
    if (!found) return null;
    // What every HTTP action has, though the convex package does not declare it.
    const endpoint = found[0] as unknown as { invokeHttpAction(r: Request): Promise<Response> };
    const path = `http:${method} ${pathname}`;
    const invocation = this.#actionInvocation(path, caller, []);
    try {
      return await currentInvocation.run(invocation, () => endpoint.invokeHttpAction(request));
    } catch (error) {
      const failed = describeThrown(error, this.engine.deployment().maps);
      this.engine.log(path, failed.message);
      const body = { code: "InternalServerError", message: failed.message };
      return Response.json(body, { status: 500 });
    }
  }

  #actionInvocation(path: string, caller: Caller, logLines: string[]): Invocation {
    return {
      path,
      deterministic: false,
      now: this.engine.now(),
      random: seededRandom(randomInt(2 ** 32)),
      syscalls: actionCalls(this, this.engine, path, caller),
      print: printTo(this.engine, path, logLines),
      impure: true,
    };
  }

  #root(tx: Transaction, caller: Caller, endCursor: string | null): Root {
    return {
      tx,
      caller,
      usage: new Usage(),
      journal: { endCursor, used: false },
      logLines: [],
      afterCommit: [],
      readsIdentity: false,
      impure: false,
    };
  }

  async #outcome(run: () => JSONValue | Promise<JSONValue>): Promise<Outcome> {
    try {
      return { success: true, value: await run() };
    } catch (error) {
      return failedOutcome(describeThrown(error, this.engine.deployment().maps));
    }
  }
}
