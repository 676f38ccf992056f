import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";
import { queueJob } from "../../store/jobs/jobs";
import { currentProcessor } from "../current";
import { defaultMethod } from "../methods";
import type { ChargeOutcome, ChargeRequest, RefundRequest } from "../processor";

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
  const tries = await chargesFor(ctx, key.id);
  const latest = tries[0];
  const paid = tries.find(({ state, used_minor }) => state === "paid" && used_minor === 0);
  // An earlier try may be paid late, while a later one still waits.
  if (paid && paid.minor >= minor) {
    await ctx.db.patch("charges", paid._id, { used_minor: minor });
    return { status: "paid" };
  }
  if (latest?.state === "open") return { status: "pending" };
  if (latest?.state === "requires_action") return { status: "requires_action", url: latest.url };
  // An underpayment becomes credit, so that only the rest is charged.
  const rest = paid ? minor - paid.minor : minor;
  // A charge beyond the amount becomes credit too.
  const step = chargeStep(request.currency);
  const charged = Math.ceil(rest / step) * step;
  await sendSoon(ctx, await addCharge(ctx, { ...request, minor: charged }, "saved_method"));
  return { status: "pending" };
}

/** The caller sends the request at once. This schedule is for callers that have stopped. */
const FALLBACK_MS = 2_000;

async function sendSoon(ctx: MutationCtx, charge: Id<"charges">): Promise<void> {
  const { sendCharge } = internal.payments.charges.sendCharge;
  await ctx.scheduler.runAfter(FALLBACK_MS, sendCharge, { charge });
}

function chargeStep(currency: string): number {
  const processor = currentProcessor();
  return processor?.kind === "remote" ? processor.chargeStep(currency) : 1;
}

/**
 * Refunds a charge to its card through a remote processor. The answer comes later.
 *
 * @returns The row of the request.
 */
export async function requestRefund(
  ctx: MutationCtx,
  { paidBy, ...refund }: RefundRequest,
): Promise<Id<"charges">> {
  const tries = await triesOf(ctx, paidBy);
  const charged = tries.filter(({ state, via }) => state === "paid" && via !== "refund");
  const left = (charge: Doc<"charges">) => charge.minor - refundedOf(tries, charge);
  // Of two charges, the one that can still be refunded most.
  const [most] = charged.sort((a, b) => left(b) - left(a));
  if (!most) throw new Error(`Nothing was charged for ${paidBy}`);
  const charge = await addCharge(ctx, { ...refund, key: most.key }, "refund", most._id);
  await sendSoon(ctx, charge);
  return charge;
}

/** Refunds a charge that nothing needs: all of it, to its card. */
export async function requestSurplusRefund(
  ctx: MutationCtx,
  { _id, customer, key, minor, currency }: Doc<"charges">,
): Promise<void> {
  const refund = await addCharge(ctx, { customer, key, minor, currency }, "refund", _id);
  await ctx.db.patch("charges", refund, { is_surplus: true });
  await sendSoon(ctx, refund);
}

/** The refund of a charge that nothing needed; null: it was needed. */
export async function surplusRefundOf(
  ctx: QueryCtx,
  { _id, key }: Doc<"charges">,
): Promise<Doc<"charges"> | null> {
  const tries = await triesOf(ctx, key.id);
  return tries.find(({ refund_of, is_surplus }) => refund_of === _id && is_surplus) ?? null;
}

function refundedOf(tries: readonly Doc<"charges">[], { _id }: Doc<"charges">): number {
  const refunds = tries.filter(({ refund_of, state }) => refund_of === _id && state !== "declined");
  return refunds.reduce((sum, { minor }) => sum + minor, 0);
}

/** Stores a request before it is sent, so that no request is ever lost. */
export async function addCharge(
  ctx: MutationCtx,
  { customer, key, minor, currency, description }: ChargeRequest,
  via: Doc<"charges">["via"],
  refundOf?: Id<"charges">,
): Promise<Id<"charges">> {
  const tries = await triesOf(ctx, key.id);
  const account = (await ctx.db.get("customers", customer))?.processor_account;
  // A repeated request has to name the same card, whatever is the default by then.
  const card = via === "saved_method" ? await defaultMethod(ctx, customer, "remote") : null;
  const charge = await ctx.db.insert("charges", {
    customer,
    key,
    request_key: tries.length === 0 ? key.id : `${key.id}#${tries.length + 1}`,
    minor,
    currency,
    via,
    state: "open",
    message: null,
    url: null,
    used_minor: 0,
    ...(description !== undefined && { description }),
    ...(account !== undefined && { account }),
    ...(card?.processor_id !== undefined && { method: card.processor_id }),
    ...(refundOf !== undefined && { refund_of: refundOf }),
    created_at: Date.now(),
  });
  await queueJob(ctx, "settle_charge", charge);
  return charge;
}

/** The latest charge for an intent, or for an invoice by its key; null if there is none. */
export async function latestTry(ctx: QueryCtx, key: string): Promise<Doc<"charges"> | null> {
  return (await chargesFor(ctx, key))[0] ?? null;
}

/** The attempts to charge for one key, newest first, without refunds. */
export async function chargesFor(ctx: QueryCtx, key: string): Promise<Doc<"charges">[]> {
  return (await triesOf(ctx, key)).filter(({ via }) => via !== "refund");
}

/** The maximum number of attempts for one key, including partial refunds. */
const MAX_TRIES = 2_000;

/** Newest first. */
async function triesOf(ctx: QueryCtx, key: string): Promise<Doc<"charges">[]> {
  const tries = ctx.db
    .query("charges")
    .withIndex("by_key", (q) => q.eq("key.id", key))
    .order("desc");
  return await readAll(tries, MAX_TRIES, "charges for one thing");
}

/** The charge or refund that a processor knows by this name. */
export async function findByRequest(ctx: QueryCtx, key: string): Promise<Doc<"charges"> | null> {
  return await ctx.db
    .query("charges")
    .withIndex("by_request_key", (q) => q.eq("request_key", key))
    .unique();
}
