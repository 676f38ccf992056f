import { createHash } from "node:crypto";
import type { JSONValue } from "convex/values";
import { convexToJson } from "convex/values";
import type { Doc } from "../store/types";
import { addressOf, findFunction, functionHandle } from "./address";
import { documentCalls } from "./documents";
import type { Frame } from "./frame";
import type { Syscalls } from "./guest";
import { cancelJob, scheduleJob } from "./job-rows";
import { LIMITS } from "./limits";
import { describeDeployment, describeRequest, unsupported } from "./meta";
import { textOf } from "./json";

type Args = Record<string, JSONValue>;

/** What functions may know of a stored file. */
export function fileMetadata(row: Doc | null): JSONValue {
  if (!row) return null;
  const { sha256 = null, size = null, contentType = null } = row;
  return { storageId: row._id, sha256, size, contentType };
}

export function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function fileRow(frame: Frame, args: Args): Doc | null {
  return frame.root.tx.get("_storage", textOf(args.storageId));
}

async function storeFile(frame: Frame, args: Args): Promise<JSONValue> {
  const bytes = Buffer.from(textOf(args.blob), "base64");
  const sha256 = sha256Hex(bytes);
  const type = args.contentType;
  const row = frame.root.tx.insert("_storage", {
    sha256,
    size: bytes.byteLength,
    ...(typeof type === "string" && type !== "" ? { contentType: type } : {}),
  });
  await frame.engine.files.write(row._id, bytes);
  return row._id;
}

async function loadFile(frame: Frame, args: Args): Promise<JSONValue> {
  const row = fileRow(frame, args);
  const bytes = row && (await frame.engine.files.read(row._id));
  if (!row || !bytes) return null;
  return { blob: Buffer.from(bytes).toString("base64"), contentType: row.contentType ?? null };
}

function deleteFile(frame: Frame, args: Args): JSONValue {
  const row = fileRow(frame, args);
  if (!row) throw new Error(`storage id ${textOf(args.storageId)} not found`);
  frame.root.tx.remove("_storage", row._id);
  frame.root.afterCommit.push(() => frame.engine.files.remove(row._id));
  return null;
}

function fileUrl(frame: Frame, args: Args): JSONValue {
  const row = fileRow(frame, args);
  return row && frame.engine.files.url(row._id);
}

function userIdentity({ root }: Frame): JSONValue {
  root.readsIdentity = true;
  return root.caller.kind === "user" ? root.caller.identity : null;
}

function schedule(frame: Frame, args: Args): JSONValue {
  frame.root.usage.countScheduled();
  const target = findFunction(frame.engine.deployment(), addressOf(args), "any", null);
  return scheduleJob(frame.root.tx, target, args.args ?? {}, Number(args.ts) * 1000);
}

function metrics({ root: { usage } }: Frame): JSONValue {
  const metric = (used: number, limit: number) => ({ used, remaining: Math.max(0, limit - used) });
  return {
    bytesRead: metric(usage.bytesRead, LIMITS.bytesRead),
    bytesWritten: metric(usage.bytesWritten, LIMITS.bytesWritten),
    documentsRead: metric(usage.documentsRead, LIMITS.documentsRead),
    documentsWritten: metric(usage.documentsWritten, LIMITS.documentsWritten),
    functionsScheduled: metric(usage.scheduled, LIMITS.scheduled),
  };
}

/** Runs another function in this transaction; one that throws undoes its own writes alone. */
async function runNested(frame: Frame, args: Args): Promise<JSONValue> {
  const isMutation = args.udfType === "mutation";
  if (isMutation && !frame.writable) throw new Error("Queries cannot run mutations.");
  const udfType = isMutation ? "mutation" : "query";
  const target = findFunction(frame.engine.deployment(), addressOf(args), "any", udfType);
  const { root, engine } = frame;
  if (args.udfType === "snapshotQuery") {
    const tx = engine.database.begin(root.tx.snapshot);
    return frame.call(target, args.args ?? {}, { ...root, tx });
  }
  const mark = root.tx.mark();
  const undone = root.afterCommit.length;
  try {
    return await frame.call(target, args.args ?? {}, root);
  } catch (error) {
    root.tx.rollback(mark);
    root.afterCommit.length = undone;
    throw error;
  }
}

type Handler = (args: Args) => JSONValue | Promise<JSONValue>;

function asyncCalls(frame: Frame): Record<string, Handler> {
  const { tx, caller } = frame.root;
  let nested: Promise<unknown> = Promise.resolve();
  // One at a time: marks must not interleave.
  const inTurn = (args: Args) => {
    const run = nested.then(() => runNested(frame, args));
    nested = run.catch(() => undefined);
    return run;
  };
  return {
    "1.0/runUdf": inTurn,
    "1.0/getUserIdentity": () => userIdentity(frame),
    "1.0/createFunctionHandle": (args) => functionHandle(addressOf(args)),
    "1.0/schedule": (args) => schedule(frame, args),
    "1.0/cancel_job": (args) => cancelJob(tx, textOf(args.id), frame.engine.now()),
    "1.0/storageGenerateUploadUrl": () => frame.engine.files.createUploadUrl(),
    "1.0/storageGetUrl": (args) => fileUrl(frame, args),
    "1.0/storageGetMetadata": (args) => fileMetadata(fileRow(frame, args)),
    "1.0/storageDelete": (args) => deleteFile(frame, args),
    "1.0/storageStore": (args) => storeFile(frame, args),
    "1.0/storageGet": (args) => loadFile(frame, args),
    "1.0/getFunctionMetadata": () => ({ name: frame.target.path, componentPath: "" }),
    "1.0/getDeploymentMetadata": describeDeployment,
    "1.0/getRequestMetadata": () => describeRequest(caller),
    "1.0/getTransactionMetrics": () => metrics(frame),
  };
}

/** The syscalls of one function inside a transaction. */
export function transactionCalls(frame: Frame): Syscalls {
  const documents = documentCalls(frame);
  const later: Record<string, Handler> = { ...documents.async, ...asyncCalls(frame) };
  const sync: Record<string, (args: Args) => JSONValue> = {
    ...documents.sync,
    "1.0/getSnapshotTs": () => convexToJson(frame.root.tx.snapshot.ts),
  };
  return {
    sync: (op, args) => (sync[op] ?? unsupported(op))(args),
    async: async (op, args) => (later[op] ?? unsupported(op))(args),
    js: (op) => unsupported(op),
  };
}
