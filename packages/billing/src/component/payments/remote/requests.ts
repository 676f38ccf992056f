import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";
import type { ChargeOutcome, ChargeRequest } from "../processor";

/**
 * Charges through a remote processor: the first call stores the request and
 * schedules its sending, and later calls with the same key find its answer. A
 * declined charge may be tried again, under a key of its own.
 */
export async function requestCharge(
  ctx: MutationCtx,
  request: ChargeRequest,
): Promise<ChargeOutcome> {
  const { key, minor } = request;
  const tries = await triesOf(ctx, key);
  const latest = tries[0];
  if (latest?.state === "open") return { status: "pending" };
  if (latest?.state === "requires_action") return { status: "requires_action", url: latest.url };
  const paid = tries.find(({ state, used_minor }) => state === "paid" && used_minor === 0);
  if (paid && paid.minor >= minor) {
    await ctx.db.patch("charges", paid._id, { used_minor: minor });
    return { status: "paid" };
  }
  // An underpayment becomes credit, so that only the rest is charged.
  const rest = paid ? minor - paid.minor : minor;
  const charge = await addCharge(ctx, { ...request, minor: rest }, "saved_method");
  await ctx.scheduler.runAfter(0, internal.payments.remote.sendCharge.sendCharge, { charge });
  return { status: "pending" };
}

/**
 * Refunds a charge to its card through a remote processor. The answer comes later.
 *
 * @returns The row of the request.
 */
export async function requestRefund(
  ctx: MutationCtx,
  request: ChargeRequest,
): Promise<Id<"charges">> {
  const charge = await addCharge(ctx, request, "refund");
  await ctx.scheduler.runAfter(0, internal.payments.remote.sendCharge.sendCharge, { charge });
  return charge;
}

/** Stores a request before it is sent, so that no request is ever lost. */
export async function addCharge(
  ctx: MutationCtx,
  { customer, key, minor, currency }: ChargeRequest,
  via: Doc<"charges">["via"],
): Promise<Id<"charges">> {
  const tries = await triesOf(ctx, key);
  return await ctx.db.insert("charges", {
    customer,
    key,
    request_key: tries.length === 0 ? key : `${key}#${tries.length + 1}`,
    minor,
    currency,
    via,
    state: "open",
    message: null,
    url: null,
    used_minor: 0,
    created_at: Date.now(),
  });
}

/** The status of a request with this key; null: there is none. */
export async function latestTry(ctx: QueryCtx, key: string): Promise<Doc<"charges"> | null> {
  return (await triesOf(ctx, key))[0] ?? null;
}

/** The processor's id of the charge that paid for a key. */
export async function paidRequest(ctx: QueryCtx, key: string): Promise<string> {
  const paid = (await triesOf(ctx, key)).find(
    ({ state, via }) => state === "paid" && via !== "refund",
  );
  if (!paid) throw new Error(`Nothing was charged for ${key}`);
  return paid.request_key;
}

/** The tries of one charge, and its partial refunds. */
const MAX_TRIES = 2_000;

/** Newest first. */
async function triesOf(ctx: QueryCtx, key: string): Promise<Doc<"charges">[]> {
  const tries = ctx.db
    .query("charges")
    .withIndex("by_key", (q) => q.eq("key", key))
    .order("desc");
  return await readAll(tries, MAX_TRIES, "charges for one thing");
}
