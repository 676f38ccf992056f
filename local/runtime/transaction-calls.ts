import { createHash } from "node:crypto";
import type { JSONValue } from "convex/values";
import { convexToJson } from "convex/values";
import type { Doc } from "../store/types";
import { addressOf, findFunction } from "./address";
import { documentCalls } from "./documents";
import type { Frame } from "./frame";
import type { Syscalls } from "./guest";
import { cancelJob, scheduleJob } from "./job-rows";
import { LIMITS } from "./limits";
import { metaCalls, unsupported } from "./meta";
import type { Handler } from "./meta";
import { textOf } from "./json";
import type { JsonObject as Args } from "./json";
import { Turns } from "./turns";

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

function asyncCalls(frame: Frame): Record<string, Handler> {
  const { engine, root, target } = frame;
  const asker = { path: target.path, caller: root.caller, files: engine.files };
  return {
    ...metaCalls({ ...asker, fileRow: (args) => fileRow(frame, args) }),
    "1.0/runUdf": (args) => runNested(frame, args),
    "1.0/getUserIdentity": () => userIdentity(frame),
    "1.0/schedule": (args) => schedule(frame, args),
    "1.0/cancel_job": (args) => cancelJob(root.tx, textOf(args.id), engine.now()),
    "1.0/storageDelete": (args) => deleteFile(frame, args),
    "1.0/storageStore": (args) => storeFile(frame, args),
    "1.0/storageGet": (args) => loadFile(frame, args),
    "1.0/getTransactionMetrics": () => metrics(frame),
  };
}

interface TransactionCalls extends Syscalls {
  /** Waits for the calls under way; later ones are never answered. */
  end(): Promise<void>;
}

/** The syscalls of one function inside a transaction. */
export function transactionCalls(frame: Frame): TransactionCalls {
  const documents = documentCalls(frame);
  const later: Record<string, Handler> = { ...documents.async, ...asyncCalls(frame) };
  const sync: Record<string, (args: Args) => JSONValue> = {
    ...documents.sync,
    "1.0/getSnapshotTs": () => convexToJson(frame.root.tx.snapshot.ts),
  };
  // A nested mutation that fails undoes all writes since it began: they must be its own.
  const turns = new Turns();
  let hasEnded = false;
  return {
    sync: (op, args) => (sync[op] ?? unsupported(op))(args),
    async: (op, args) =>
      hasEnded
        ? new Promise(() => undefined)
        : turns.take(() => (later[op] ?? unsupported(op))(args)),
    js: (op) => unsupported(op),
    end: () => {
      hasEnded = true;
      return turns.take(() => undefined);
    },
  };
}
