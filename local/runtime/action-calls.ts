import type { JSONValue } from "convex/values";
import { addressOf, findFunction } from "./address";
import { NestedFailure } from "./failure";
import type { Engine } from "./frame";
import type { Syscalls } from "./guest";
import { cancelJob, scheduleJob } from "./job-rows";
import { metaCalls, unsupported } from "./meta";
import type { Handler } from "./meta";
import { addFile } from "./file-rows";
import { sha256Hex } from "./transaction-calls";
import type { TransactionQueue } from "./transactions";
import type { Call, Caller, Outcome, Run } from "./types";
import { textOf } from "./json";
import type { JsonObject as Args } from "./json";

/** How an action reaches other functions, internal ones too. */
interface ActionHost {
  readonly queue: TransactionQueue;
  query(call: Call, options: object, audience: "any"): Promise<Run>;
  mutation(call: Call, request: undefined, audience: "any"): Promise<Run>;
  action(call: Call, audience: "any"): Promise<Run>;
}

const REQUEST_PREFIX = /^\[Request ID: [^\]]*\] Server Error\n/;

/** What a called function answered, or its failure thrown in the calling action. */
function unwrap(outcome: Outcome): JSONValue {
  if (outcome.success) return outcome.value;
  const { data } = outcome;
  const message = outcome.message.replace(REQUEST_PREFIX, "");
  throw new NestedFailure({ message, ...(data === undefined ? {} : { data }) });
}

function functionCalls(host: ActionHost, caller: Caller): Record<string, Handler> {
  const callOf = (args: Args): Call => ({ path: addressOf(args), args: args.args ?? {}, caller });
  return {
    "1.0/actions/query": async (args) =>
      unwrap((await host.query(callOf(args), {}, "any")).outcome),
    "1.0/actions/mutation": async (args) =>
      unwrap((await host.mutation(callOf(args), undefined, "any")).outcome),
    "1.0/actions/action": async (args) => unwrap((await host.action(callOf(args), "any")).outcome),
  };
}

async function deleteFile({ queue }: ActionHost, { files }: Engine, id: string): Promise<null> {
  await queue.write((tx) => {
    if (!tx.get("_storage", id)) throw new Error(`storage id ${id} not found`);
    tx.remove("_storage", id);
  });
  await files.remove(id);
  return null;
}

async function storeBlob(queue: TransactionQueue, files: Engine["files"], blob: Blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const file = {
    sha256: sha256Hex(bytes),
    size: bytes.byteLength,
    contentType: blob.type === "" ? null : blob.type,
  };
  return addFile(queue, file, (id) => files.write(id, bytes));
}

async function getBlob({ database, files }: Engine, id: string): Promise<Blob | null> {
  const row = database.begin().get("_storage", id);
  const bytes = row && (await files.read(id));
  if (!row || !bytes) return null;
  return new Blob([bytes], { type: typeof row.contentType === "string" ? row.contentType : "" });
}

/** The syscalls of one action or HTTP action. */
export function actionCalls(
  host: ActionHost,
  engine: Engine,
  path: string,
  caller: Caller,
): Syscalls {
  const { queue } = host;
  const { database, files } = engine;
  const fileRow = (args: Args) => database.begin().get("_storage", textOf(args.storageId));
  const later: Record<string, Handler> = {
    ...functionCalls(host, caller),
    ...metaCalls({ path, caller, files, fileRow }),
    "1.0/storageDelete": (args) => deleteFile(host, engine, textOf(args.storageId)),
    "1.0/getUserIdentity": () => (caller.kind === "user" ? caller.identity : null),
    "1.0/actions/schedule": (args) => {
      const target = findFunction(engine.deployment(), addressOf(args), "any", null);
      return queue.write((tx) => scheduleJob(tx, target, args.args ?? {}, Number(args.ts) * 1000));
    },
    "1.0/actions/cancel_job": (args) =>
      queue.write((tx) => cancelJob(tx, textOf(args.id), engine.now())),
  };
  return {
    sync: (op) => unsupported(op),
    async: async (op, args) => (later[op] ?? unsupported(op))(args),
    js: (op, args) => {
      if (op === "storage/getBlob") return getBlob(engine, String(args.storageId));
      if (op !== "storage/storeBlob" || !(args.blob instanceof Blob)) return unsupported(op);
      return storeBlob(queue, files, args.blob);
    },
  };
}
