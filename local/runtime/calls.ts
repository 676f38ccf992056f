import { createHash } from "node:crypto";
import { convexToJson, type JSONValue } from "convex/values";
import type { Doc } from "../store/state";
import type { Transaction } from "../store/transaction";
import { aside } from "./cpu-time";
import { documentCalls } from "./documents";
import { nestedFailure } from "./failure";
import type { Engine, Frame, Host, Root } from "./frame";
import type { Syscalls } from "./guest";
import { cancelJob, scheduleJob } from "./jobs";
import { addressOf, findFunction } from "./load";
import { metadataCalls, withRequestId } from "./metadata";
import { Turns } from "./transactions";
import type { Call, Caller, FileRow, JsonObject as Args, Outcome } from "./types";
import { isJsonObject, textOf } from "./validators";
import { scheduledBytes } from "./values";

type Handlers = Record<string, (args: Args) => JSONValue | Promise<JSONValue>>;

/** Inserts a file's row; its bytes must be in place before the commit. */
export function addFile(tx: Transaction, file: Omit<FileRow, "_id">): string {
  return tx.insert("_storage", { ...file })._id;
}

function describeFile(bytes: Uint8Array, contentType: unknown): Omit<FileRow, "_id"> {
  const sha256 = createHash("sha256").update(bytes).digest("base64");
  const isTyped = typeof contentType === "string" && contentType !== "";
  return { sha256, size: bytes.byteLength, ...(isTyped && { contentType }) };
}

function removeRow(tx: Transaction, storageId: string): void {
  if (!tx.get("_storage", storageId)) throw new Error(`storage id ${storageId} not found`);
  tx.remove("_storage", storageId);
}

function unsupported(op: string): never {
  throw new Error(`${op} is not supported by the local backend, or not available here.`);
}

function answer(handlers: Handlers, op: string, args: Args): JSONValue | Promise<JSONValue> {
  return (handlers[op] ?? unsupported(op))(args);
}

/** The syscalls that mean the same in every function. `fileRow`: as the function sees it. */
function sharedCalls(
  { files }: Engine,
  whoCalls: () => Caller,
  fileRow: (storageId: string) => Doc | null,
): Handlers {
  return {
    "1.0/getUserIdentity": () => {
      const caller = whoCalls();
      return ("identity" in caller && caller.identity) || null;
    },
    "1.0/storageGenerateUploadUrl": () => files.createUploadUrl(),
    "1.0/storageGetUrl": ({ storageId }) => {
      const row = fileRow(textOf(storageId));
      return row && files.url(row._id);
    },
    "1.0/storageGetMetadata": ({ storageId }) => {
      const row = fileRow(textOf(storageId));
      if (!row) return null;
      const { _id, sha256 = null, size = null, contentType = null } = row;
      return { storageId: _id, sha256, size, contentType };
    },
  };
}

/** Runs a query on what was committed before this transaction, which does not depend on it. */
async function onSnapshot<T>(engine: Engine, root: Root, run: (within: Root) => Promise<T>) {
  const tx = engine.database.begin(root.tx.snapshot);
  tx.ranges = root.tx.ranges;
  try {
    return await run({ ...root, tx });
  } finally {
    root.tx.ranges = tx.ranges;
  }
}

/** Runs another function in this transaction; one that throws undoes its own writes alone. */
async function runNested({ root, engine, target: caller, call }: Frame, args: Args) {
  const isStale = args.udfType === "snapshotQuery";
  const udfType = args.udfType === "mutation" ? "mutation" : "query";
  if (udfType === "mutation" && caller.udfType !== "mutation")
    throw new Error("Queries cannot run mutations.");
  const target = findFunction(engine.deployment(), addressOf(args), "any", udfType);
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

function transactionHandlers(frame: Frame): Handlers {
  const { engine, root } = frame;
  const { tx } = root;
  const { files } = engine;
  const fileRow = (storageId: string) => tx.get("_storage", storageId);
  const whoCalls = () => {
    root.asked.who = true;
    return root.caller;
  };
  return {
    ...sharedCalls(engine, whoCalls, fileRow),
    ...metadataCalls({ path: frame.target.path, componentPath: "", origin: root.call }),
    "1.0/getTransactionMetrics": () => root.usage.metrics(),
    "1.0/runUdf": (args) => runNested(frame, args),
    "1.0/schedule": (args) => {
      root.usage.add("functionsScheduled", 1);
      const job = findFunction(engine.deployment(), addressOf(args), "any");
      root.usage.add("scheduledFunctionArgsBytes", scheduledBytes(job.path, args.args ?? {}));
      return scheduleJob(tx, job, args.args ?? {}, Number(args.ts) * 1000);
    },
    "1.0/cancel_job": ({ id }) => cancelJob(tx, textOf(id), engine.now()),
    "1.0/storageDelete": ({ storageId }) => {
      const id = textOf(storageId);
      removeRow(tx, id);
      root.afterCommit.push(() => files.remove(id));
      return null;
    },
  };
}

interface TransactionCalls extends Syscalls {
  /** Waits for the calls under way; later ones are never answered. */
  end(): Promise<void>;
}

export function transactionCalls(frame: Frame): TransactionCalls {
  const documents = documentCalls(frame);
  const later: Handlers = { ...documents.async, ...transactionHandlers(frame) };
  const sync: typeof documents.sync = {
    ...documents.sync,
    "1.0/getSnapshotTs": () => {
      frame.root.asked.unsteady = true;
      return convexToJson(frame.root.tx.snapshot.ts);
    },
  };
  // A nested mutation that fails undoes all writes since it began: they must be its own.
  const turns = new Turns();
  let hasEnded = false;
  return {
    sync: (op, args) => (sync[op] ?? unsupported(op))(args),
    async: (op, args) =>
      hasEnded
        ? new Promise(() => undefined)
        : turns.take(() => aside(() => answer(later, op, args))),
    js: (op) => unsupported(op),
    end: () => {
      hasEnded = true;
      return turns.take(() => undefined);
    },
  };
}

/** Whom an action acts for. */
type Origin = Pick<Call, "caller" | "client" | "request">;

const REQUEST_PREFIX = /^\[Request ID: [^\]]*\] Server Error\n/;

/** What a called function answered, or its failure thrown in the calling action. */
function unwrap(outcome: Outcome): JSONValue {
  if (outcome.success) return outcome.value;
  throw nestedFailure({ ...outcome, message: outcome.message.replace(REQUEST_PREFIX, "") });
}

function actionHandlers(host: Host, path: string, from: Origin): Handlers {
  const { caller, client } = from;
  const request = withRequestId(from.request);
  const { engine, queue } = host;
  const fileRow = (storageId: string) => engine.database.begin().get("_storage", storageId);
  const callOf = (args: Args): Call => {
    const call = { path: addressOf(args), args: args.args ?? {}, caller, request };
    return { ...call, ...(client && { client }) };
  };
  return {
    ...sharedCalls(engine, () => caller, fileRow),
    ...metadataCalls({ path, componentPath: "", origin: { caller, request } }),
    "1.0/actions/query": async (args) =>
      unwrap((await host.query(callOf(args), {}, "any")).outcome),
    "1.0/actions/mutation": async (args) =>
      unwrap((await host.mutation(callOf(args), undefined, "any")).outcome),
    "1.0/actions/action": async (args) => unwrap((await host.action(callOf(args), "any")).outcome),
    "1.0/storageDelete": async ({ storageId }) => {
      const id = textOf(storageId);
      await queue.write((tx) => removeRow(tx, id), client);
      await engine.files.remove(id);
      return null;
    },
    "1.0/actions/schedule": (args) => {
      const target = findFunction(engine.deployment(), addressOf(args), "any");
      const time = Number(args.ts) * 1000;
      scheduledBytes(target.path, args.args ?? {});
      return queue.write((tx) => scheduleJob(tx, target, args.args ?? {}, time), client);
    },
    "1.0/actions/cancel_job": ({ id }) =>
      queue.write((tx) => cancelJob(tx, textOf(id), engine.now()), client),
  };
}

async function storeBlob({ queue, engine }: Host, blob: Blob, client?: string): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let id = "";
  try {
    await queue.transact(async (tx) => {
      id = addFile(tx, describeFile(bytes, blob.type));
      await engine.files.write(id, bytes);
      return { commit: true, result: null };
    }, client);
  } catch (error) {
    await engine.files.remove(id);
    throw error;
  }
  return id;
}

async function getBlob({ database, files }: Engine, id: string): Promise<Blob | null> {
  const row = database.begin().get("_storage", id);
  const bytes = row && (await files.read(id));
  if (!row || !bytes) return null;
  return new Blob([bytes], { type: typeof row.contentType === "string" ? row.contentType : "" });
}

export function actionCalls(host: Host, path: string, origin: Origin): Syscalls {
  const handlers = actionHandlers(host, path, origin);
  return {
    sync: (op) => unsupported(op),
    async: async (op, args) => answer(handlers, op, args),
    js: (op, args) => {
      if (op === "storage/getBlob") return getBlob(host.engine, String(args.storageId));
      if (op !== "storage/storeBlob" || !(args.blob instanceof Blob)) return unsupported(op);
      return storeBlob(host, args.blob, origin.client);
    },
  };
}
