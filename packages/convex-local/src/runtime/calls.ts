import type { JSONValue } from "convex/values";
import { tableNumberOf } from "../codec/ids";
import { splitTable, tableIn } from "../codec/namespaces";
import type { Database } from "../store/database";
import type { Doc } from "../store/state";
import type { Transaction } from "../store/transaction";
import { aside } from "./cpu-time";
import { DOCUMENTS, DOCUMENTS_AT_ONCE } from "./documents";
import { nestedFailure } from "./failure";
import type { Engine, Context, Host, Root, Running } from "./call-context";
import type { Syscalls } from "./user-code";
import { cancelJob, scheduleJob } from "./jobs";
import { findTarget, handleOf, resolveAddress } from "./addresses";
import { METADATA, withRequestId } from "./metadata";
import { storedTableOf } from "./schema";
import { Turns, type TransactionQueue } from "./transactions";
import type {
  Audience,
  Call,
  FileBytes,
  JsonObject as Args,
  Outcome,
  Run,
  SentFile,
} from "./types";
import { isJsonObject, textOf } from "./validators";
import { scheduledBytes } from "./values";
import { searchVectors } from "./vectors";

/** The calls of a function to its backend. */
type Handlers<Of extends Running> = Readonly<
  Record<string, (running: Of, args: Args) => JSONValue | Promise<JSONValue>>
>;

const STORAGE = "_storage";

/** Stores a file; its bytes are stored before its row is committed. @throws NotSaved */
export async function storeFile(
  files: FileBytes,
  queue: TransactionQueue,
  { bytes, contentType, sha256: stated }: SentFile,
  { component = "", client }: Pick<Call, "component" | "client">,
): Promise<string> {
  const staged = await files.stage(bytes, stated);
  const { sha256, size } = staged;
  let id = "";
  try {
    await queue.transact((tx) => {
      const row = { sha256, size, ...(contentType !== "" && { contentType }) };
      id = tx.insert(tableIn(component, STORAGE), row)._id;
      files.place([[id, staged]]);
      return { commit: true, result: null };
    }, client);
    return id;
  } catch (error) {
    await files.discard(staged);
    if (id !== "") await files.remove(id);
    throw error;
  }
}

/** The row of a file of any component; null for an invalid id. */
export function findFile(database: Database, tx: Transaction, storageId: string): Doc | null {
  const stored = storedTableOf(database, storageId);
  return stored !== null && splitTable(stored).table === STORAGE ? tx.get(stored, storageId) : null;
}

function removeRow(tx: Transaction, component: string, storageId: string): void {
  const table = tableIn(component, STORAGE);
  if (!tx.get(table, storageId)) throw new Error(`storage id ${storageId} not found`);
  tx.remove(table, storageId);
}

function unsupported(op: string): never {
  throw new Error(`${op} is not supported by the local backend, or not available here.`);
}

function answer<Of extends Running>(handlers: Handlers<Of>, running: Of, op: string, args: Args) {
  return (handlers[op] ?? unsupported(op))(running, args);
}

/** The storage id in the arguments of a `storage` function. @throws Error for any other text */
function storageIdOf(name: string, { storageId }: Args): string {
  const id = textOf(storageId);
  if (tableNumberOf(id) !== null) return id;
  throw new Error(
    `Invalid argument \`storageId\` for \`storage.${name}\`: Unable to decode ID: ${id}`,
  );
}

const fileRow = ({ begin, target }: Running, name: string, args: Args) =>
  begin().get(tableIn(target.component, STORAGE), storageIdOf(name, args));

const SHARED: Handlers<Running> = {
  ...METADATA,
  "1.0/createFunctionHandle": ({ engine, target }, args) =>
    handleOf(findTarget(engine.deployment(), target.component, args)),
  "1.0/getUserIdentity": ({ target, root: { call, asked } }) => {
    // The app decides which data a component receives about the caller.
    if (target.component !== "") return null;
    asked.who = true;
    if ("problem" in call.caller) throw new Error(call.caller.problem);
    return ("identity" in call.caller && call.caller.identity) || null;
  },
  "1.0/storageGenerateUploadUrl": ({ engine, target }) =>
    engine.files.createUploadUrl(target.component),
  "1.0/storageGetUrl": (running, args) => {
    const row = fileRow(running, "getUrl", args);
    return row && running.engine.files.url(row._id, running.target.component);
  },
  "1.0/storageGetMetadata": (running, args) => {
    const row = fileRow(running, "getMetadata", args);
    if (!row) return null;
    const { _id, size = null, contentType = null } = row;
    const sha256 = Buffer.from(textOf(row.sha256), "base64").toString("hex");
    return { storageId: _id, sha256, size, contentType };
  },
};

/** Runs a query on the state before this transaction, which does not depend on it. */
async function onSnapshot<T>(engine: Engine, root: Root, run: (within: Root) => Promise<T>) {
  const tx = engine.database.begin(root.tx.snapshot);
  tx.ranges = root.tx.ranges;
  try {
    return await run({ ...root, tx });
  } finally {
    root.tx.ranges = tx.ranges;
  }
}

/** Runs another function in this transaction; if it throws, only its own writes are undone. */
async function runNested({ root, engine, target: caller, call }: Context, args: Args) {
  const isStale = args.udfType === "snapshotQuery";
  const udfType = args.udfType === "mutation" ? "mutation" : "query";
  if (udfType === "mutation" && caller.udfType !== "mutation")
    throw new Error("Queries cannot run mutations.");
  const target = findTarget(engine.deployment(), caller.component, args, udfType);
  const mark = root.tx.mark();
  const undone = root.afterCommit.length;
  const limits = isJsonObject(args.transactionLimits) ? args.transactionLimits : {};
  const leave = root.usage.enter(limits);
  let hasFailed = true;
  try {
    const run = (within: Root) => call(target, args.args ?? {}, within);
    const value = await (isStale ? onSnapshot(engine, root, run) : run(root));
    hasFailed = false;
    return value;
  } finally {
    leave(hasFailed);
    if (hasFailed) {
      root.tx.rollback(mark);
      root.afterCommit.length = undone;
    }
  }
}

/** When a call was scheduled for, and when it was scheduled; the client counts in seconds. */
const timesOf = (engine: Engine, { ts }: Args) => ({ time: Number(ts) * 1000, now: engine.now() });

const IN_TRANSACTION: Handlers<Context> = {
  ...SHARED,
  ...DOCUMENTS,
  "1.0/getTransactionMetrics": ({ root }) => root.usage.metrics(),
  "1.0/runUdf": runNested,
  "1.0/schedule": ({ engine, target: { component }, root: { usage, tx } }, args) => {
    usage.add("functionsScheduled", 1);
    const job = findTarget(engine.deployment(), component, args);
    usage.add("scheduledFunctionArgsBytes", scheduledBytes(job.path, args.args ?? {}));
    return scheduleJob(tx, component, job, args.args ?? {}, timesOf(engine, args));
  },
  "1.0/cancel_job": ({ engine, target, root }, { id }) =>
    cancelJob(root.tx, target.component, textOf(id), engine.now()),
  "1.0/storageDelete": ({ engine, target, root }, args) => {
    const id = storageIdOf("delete", args);
    removeRow(root.tx, target.component, id);
    root.afterCommit.push(() => engine.files.remove(id));
    return null;
  },
};

interface TransactionCalls extends Syscalls {
  /** Waits for running calls; later ones never get a response. */
  end(): Promise<void>;
}

export function transactionCalls(ctx: Context): TransactionCalls {
  // A failed nested mutation undoes all writes since its start, so all of them must be its own.
  const turns = new Turns();
  let hasEnded = false;
  return {
    sync: (op, args) => (DOCUMENTS_AT_ONCE[op] ?? unsupported(op))(ctx, args),
    async: (op, args) =>
      hasEnded
        ? new Promise(() => undefined)
        : turns.take(() => aside(() => answer(IN_TRANSACTION, ctx, op, args))),
    js: (op) => unsupported(op),
    end: () => {
      hasEnded = true;
      return turns.take(() => undefined);
    },
  };
}

/** The caller and the component of an action. */
type Origin = Pick<Call, "caller" | "client" | "component" | "request">;

const REQUEST_PREFIX = /^\[Request ID: [^\]]*\] Server Error\n/;

/** The answer of a called function, or its failure, thrown in the calling action. */
function unwrap(outcome: Outcome): JSONValue {
  if (outcome.success) return outcome.value;
  throw nestedFailure({ ...outcome, message: outcome.message.replace(REQUEST_PREFIX, "") });
}

interface InAction extends Running {
  readonly host: Host;
  readonly client: string | undefined;
}

const calling =
  (run: (host: Host, call: Call, audience: Audience) => Promise<Run>) =>
  async ({ host, target, client, root }: InAction, args: Args) => {
    const { audience, ...address } = resolveAddress(target.component, args);
    const by = { ...root.call, ...(client !== undefined && { client }) };
    return unwrap(
      (await run(host, { ...address, args: args.args ?? {}, ...by }, audience)).outcome,
    );
  };

const IN_ACTION: Handlers<InAction> = {
  ...SHARED,
  "1.0/actions/query": calling((host, call, audience) => host.query(call, {}, audience)),
  "1.0/actions/mutation": calling((host, call, audience) =>
    host.mutation(call, undefined, audience),
  ),
  "1.0/actions/action": calling((host, call, audience) => host.action(call, audience)),
  "1.0/storageDelete": async ({ host, engine, target, client }, args) => {
    const id = storageIdOf("delete", args);
    await host.queue.write((tx) => removeRow(tx, target.component, id), client);
    await engine.files.remove(id);
    return null;
  },
  "1.0/actions/schedule": ({ host, engine, target: { component }, client }, args) => {
    const job = findTarget(engine.deployment(), component, args);
    const given = args.args ?? {};
    scheduledBytes(job.path, given);
    const times = timesOf(engine, args);
    return host.queue.write((tx) => scheduleJob(tx, component, job, given, times), client);
  },
  "1.0/actions/vectorSearch": ({ engine, target, begin }, { query }) => {
    if (!isJsonObject(query)) throw new Error("A vector search needs a query.");
    const results = searchVectors(engine.schema(), begin(), target.component, query);
    return { results: results.map((each) => ({ ...each })) };
  },
  "1.0/actions/cancel_job": ({ host, engine, target, client }, { id }) =>
    host.queue.write((tx) => cancelJob(tx, target.component, textOf(id), engine.now()), client),
};

async function getBlob(
  { database, files }: Engine,
  component: string,
  id: string,
): Promise<Blob | null> {
  const row = database.begin().get(tableIn(component, STORAGE), id);
  const bytes = row && (await files.read(id));
  if (!row || !bytes) return null;
  return new Blob([bytes], { type: typeof row.contentType === "string" ? row.contentType : "" });
}

export function actionCalls(host: Host, path: string, origin: Origin): Syscalls {
  const { engine } = host;
  const { caller, client, component = "" } = origin;
  const call = { caller, request: withRequestId(origin.request) };
  const action = {
    ...{ engine, host, client },
    target: { path, component },
    root: { call, asked: { who: false } },
    begin: () => engine.database.begin(),
  };
  return {
    sync: (op) => unsupported(op),
    async: async (op, args) => answer(IN_ACTION, action, op, args),
    js: (op, args) => {
      if (op === "storage/getBlob")
        return getBlob(
          engine,
          component,
          storageIdOf("get", { storageId: String(args.storageId) }),
        );
      if (op !== "storage/storeBlob" || !(args.blob instanceof Blob)) return unsupported(op);
      const { blob, options } = args;
      const { sha256 } = { ...(options as { sha256?: string } | undefined) }; // of the convex package
      const sent = { bytes: blob.stream(), contentType: blob.type, sha256 };
      return storeFile(engine.files, host.queue, sent, origin);
    },
  };
}
