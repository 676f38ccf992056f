import { v } from "convex/values";
import { nullable } from "../../../contract/wire";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { action, internalAction, internalMutation, internalQuery } from "../../_generated/server";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../current";
import type { ChargeAnswer, RemoteProcessor } from "../processor";
import { vVia } from "../tables";
import { paidRequest } from "./requests";
import { DAY_MS } from "../../../contract/time";

/** A charge that is this old and still open is asked about again. */
const OVERDUE_MS = 60 * 1000;
/** A request that the processor does not know by then was never received. */
const LOST_AFTER_MS = DAY_MS;
const BATCH = 20;
const UNANSWERED = ["open", "requires_action"] as const;

/** Sends one charge, or asks for its outcome, and applies the answer. Idempotent. */
export const sendCharge = internalAction({
  args: { charge: v.id("charges") },
  returns: v.null(),
  handler: async (ctx, { charge }): Promise<null> => {
    await settleCharge(ctx, charge);
    return null;
  },
});

/** Waits for the outcome of a customer's open charges; one without an answer stays open. */
export const poll = action({
  args: { customerId: v.string() },
  returns: v.null(),
  handler: async (ctx, { customerId }): Promise<null> => {
    const charges = await ctx.runQuery(internal.payments.remote.sendCharge.openOf, { customerId });
    for (const charge of charges) await settleCharge(ctx, charge);
    return null;
  },
});

/** Finds charges whose answer was lost: no webhook came, or an action died. */
export const reconcile = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    let found = 0;
    for (const state of UNANSWERED) {
      const overdue = await ctx.db
        .query("charges")
        .withIndex("by_state_and_created_at", (q) =>
          q.eq("state", state).lte("created_at", Date.now() - OVERDUE_MS),
        )
        .order("desc")
        .take(BATCH);
      for (const { _id: charge, customer } of overdue) {
        if (!(await ctx.db.get("customers", customer))) {
          await ctx.db.patch("charges", charge, { state: "declined", message: "Nobody to charge" });
          continue;
        }
        await ctx.scheduler.runAfter(0, internal.payments.remote.sendCharge.sendCharge, { charge });
      }
      found += overdue.length;
    }
    return found;
  },
});

/** The same for one customer, whether it is due or not. */
export async function reprocessCharges(
  ctx: MutationCtx,
  customer: Id<"customers">,
): Promise<number> {
  let found = 0;
  for (const state of UNANSWERED) {
    const asked = await chargesOf(ctx, customer, state);
    for (const { _id: charge } of asked) {
      await ctx.scheduler.runAfter(0, internal.payments.remote.sendCharge.sendCharge, { charge });
    }
    found += asked.length;
  }
  return found;
}

export const openOf = internalQuery({
  args: { customerId: v.string() },
  returns: v.array(v.id("charges")),
  handler: async (ctx, { customerId }): Promise<Id<"charges">[]> => {
    const customer = await ctx.db
      .query("customers")
      .withIndex("by_customer_id", (q) => q.eq("customer_id", customerId))
      .unique();
    if (!customer) return [];
    const open = await chargesOf(ctx, customer._id, "open");
    return open.map(({ _id }) => _id);
  },
});

async function chargesOf(
  ctx: QueryCtx,
  customer: Id<"customers">,
  state: Doc<"charges">["state"],
): Promise<Doc<"charges">[]> {
  return await ctx.db
    .query("charges")
    .withIndex("by_customer_and_state", (q) => q.eq("customer", customer).eq("state", state))
    .take(BATCH);
}

const vRequest = v.object({
  request: v.object({
    key: v.string(),
    customerId: v.string(),
    minor: v.number(),
    currency: v.string(),
  }),
  via: vVia,
  /** For a refund: the processor's id of the charge. */
  charge_key: nullable(v.string()),
  lost: v.boolean(),
});

/** The request to send for a charge; null: it is answered, or its customer is deleted. */
export const load = internalQuery({
  args: { charge: v.id("charges"), now: v.number() },
  returns: v.union(vRequest, v.null()),
  handler: async (ctx, { charge: id, now }): Promise<typeof vRequest.type | null> => {
    const charge = await ctx.db.get("charges", id);
    if (!charge || isFinal(charge)) return null;
    const customer = await ctx.db.get("customers", charge.customer);
    if (!customer) return null;
    const { request_key: key, minor, currency, via, created_at } = charge;
    const request = { key, customerId: customer.customer_id, minor, currency };
    const charge_key = via === "refund" ? await paidRequest(ctx, charge.key) : null;
    return { request, via, charge_key, lost: created_at + LOST_AFTER_MS <= now };
  },
});

function isFinal({ state }: Doc<"charges">): boolean {
  return state === "paid" || state === "declined";
}

async function settleCharge(ctx: ActionCtx, charge: Id<"charges">): Promise<void> {
  const processor = currentProcessor();
  if (processor?.kind !== "remote") return;
  const args = { charge, now: Date.now() };
  const due = await ctx.runQuery(internal.payments.remote.sendCharge.load, args);
  if (!due) return;
  const answer = await askFor(processor, due);
  if (!answer) return;
  const key = due.request.key;
  await ctx.runMutation(internal.payments.remote.settlement.applyResult, { key, answer });
}

/** @returns Null: the outcome is not known yet. */
async function askFor(
  processor: RemoteProcessor,
  { request, via, charge_key, lost }: typeof vRequest.type,
): Promise<ChargeAnswer | null> {
  try {
    const known = await processor.find(request.key);
    if (known) return known;
    if (lost) return { status: "declined", code: "lost", message: "The payment got no answer." };
    if (charge_key !== null) return await processor.refund(request, charge_key);
    return via === "page" ? null : await processor.send(request);
  } catch (error) {
    // The charge stays open: its webhook or the next run completes it.
    const { key: charge, customerId: customer } = request;
    const line = { event: "charge_unanswered", customer, charge, message: String(error) };
    console.error(JSON.stringify(line));
    return null;
  }
}
