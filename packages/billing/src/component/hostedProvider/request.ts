import { fail } from "../../contract/errors";
import { operations } from "../../contract/operations";
import type { Operation, OperationResult, Response, WireParams } from "../../contract/operations";
import { sha256Hex } from "../platform/digest";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import type { CallOptions } from "../../contract/billingApi";
import { remoteClient } from "./client";
import { parse } from "./parse";
import { updatesIn } from "./updates";

/** Who asked: an active customer, or the cache itself. */
export type Requester = "customer" | "cache";

const MAX_KEY_CHARS = 255;

/** Asks the provider, and stores the entitlements in its answer. */
export async function request<Op extends Operation>(
  ctx: ActionCtx,
  op: Op,
  params: WireParams<Op>,
  options: CallOptions = {},
  requestedBy: Requester = "customer",
): Promise<OperationResult<Op>> {
  const requestedAt = Date.now();
  const result = await send(op, params, options);
  const updates = [...updatesIn(op, params, result)];
  if (updates.length > 0) {
    await ctx.runMutation(internal.hostedProvider.entitlementCache.applyUpdates, {
      updates,
      requestedAt,
      requestedBy,
    });
  }
  return result;
}

/** Asks the provider, and parses its answer. */
export async function send<Op extends Operation>(
  op: Op,
  params: WireParams<Op>,
  { idempotencyKey }: CallOptions = {},
): Promise<OperationResult<Op>> {
  const options = await named(idempotencyKey);
  const result: OperationResult<Op> = await remoteClient()[op](params, options);
  if (result.error) return result;
  const { data, statusCode } = result;
  const read = parse(operations[op].result, data);
  // The operation's own validator describes this shape.
  if (read.ok) return { ...result, data: read.value as Response<Op> };
  console.error(JSON.stringify({ event: "answer_unread", operation: op, at: read.path }));
  return fail("fetch_failed", "The billing provider's answer can't be read", statusCode);
}

/** A key that fits into a header: a longer one is hashed. */
async function named(key: string | undefined): Promise<CallOptions> {
  if (key === undefined) return {};
  return { idempotencyKey: key.length > MAX_KEY_CHARS ? await sha256Hex(key) : key };
}
