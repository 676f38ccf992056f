import { v } from "convex/values";
import { DAY_MS, MINUTE_MS } from "../../../contract/time";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { action, internalAction, internalMutation, internalQuery } from "../../_generated/server";
import type { ActionCtx, MutationCtx, QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../current";
import { summaryOf } from "../../platform/errorSummary";
import type { RemoteOutcome, RemoteProcessor, RemoteRequest } from "../processor";
import { isFinal, loadRequest, vLoaded } from "./loading";
import type { Loaded } from "./loading";

/** A request that is younger was not repeated yet, and its key keeps it from being charged twice. */
const FRESH_MS = MINUTE_MS;
/** A request that the processor does not know after this time never arrived. */
const LOST_AFTER_MS = DAY_MS;
const BATCH = 100;
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
    const charges = await ctx.runQuery(internal.payments.charges.sendCharge.openOf, { customerId });
    for (const charge of charges) await settleCharge(ctx, charge);
    return null;
  },
});

/** Asks again about all open charges of one customer, whether they are due or not. */
export async function reprocessCharges(
  ctx: MutationCtx,
  customer: Id<"customers">,
): Promise<number> {
  let found = 0;
  for (const state of UNANSWERED) {
    const asked = await chargesOf(ctx, customer, state);
    for (const { _id: charge } of asked) {
      await ctx.scheduler.runAfter(0, internal.payments.charges.sendCharge.sendCharge, { charge });
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

/** The request of a charge; null if the processor has responded. */
export const load = internalQuery({
  args: { charge: v.id("charges") },
  returns: v.union(vLoaded, v.null()),
  handler: async (ctx, { charge: id }): Promise<Loaded | null> => {
    const charge = await ctx.db.get("charges", id);
    return charge && !isFinal(charge) ? await loadRequest(ctx, charge) : null;
  },
});

export const linkAccount = internalMutation({
  args: { charge: v.id("charges"), account: v.string() },
  returns: v.null(),
  handler: async (ctx, { charge: id, account }): Promise<null> => {
    const charge = await ctx.db.get("charges", id);
    if (!charge) return null;
    await ctx.db.patch("charges", id, { account });
    if (await ctx.db.get("customers", charge.customer))
      await ctx.db.patch("customers", charge.customer, { processor_account: account });
    return null;
  },
});

/**
 * Adds the processor's id of the customer, which it creates once and stores. Null:
 * the charge has no customer.
 */
export async function withAccount(
  ctx: ActionCtx,
  processor: RemoteProcessor,
  charge: Id<"charges">,
  { request, customer }: Loaded,
): Promise<RemoteRequest | null> {
  if (request.account !== null) return { ...request, account: request.account };
  if (!customer) return null;
  const account = await processor.openAccount(customer);
  const link = { charge, account };
  await ctx.runMutation(internal.payments.charges.sendCharge.linkAccount, link);
  return { ...request, account };
}

/**
 * @returns Whether the processor was asked, and responded.
 * @throws If the processor does not respond about a refund that was made.
 */
export async function settleCharge(ctx: ActionCtx, charge: Id<"charges">): Promise<boolean> {
  const processor = currentProcessor();
  if (processor?.kind !== "remote") return false;
  const loaded = await ctx.runQuery(internal.payments.charges.sendCharge.load, { charge });
  if (!loaded) return false;
  const outcome = await askFor(ctx, processor, charge, loaded);
  if (!outcome) return false;
  await ctx.runMutation(internal.lifecycle.charges.settlement.applyOutcome, { charge, outcome });
  return true;
}

/** @returns Null: the outcome is not known yet. */
async function askFor(
  ctx: ActionCtx,
  processor: RemoteProcessor,
  charge: Id<"charges">,
  loaded: Loaded,
): Promise<RemoteOutcome | null> {
  try {
    const request = await withAccount(ctx, processor, charge, loaded);
    if (!request) return NOBODY;
    const { via, createdAt } = request;
    const isNew =
      loaded.state === "open" && loaded.customer !== null && Date.now() - createdAt < FRESH_MS;
    const known = isNew && via !== "page" ? null : await processor.find(request);
    if (known || loaded.state !== "open") return known;
    // A debt to a customer is refunded even if the customer is deleted meanwhile.
    if (!loaded.customer && via !== "refund") return NOBODY;
    if (Date.now() - createdAt >= LOST_AFTER_MS) return LOST;
    if (via === "page") return null;
    const made = await (via === "refund" ? processor.refund(request) : processor.send(request));
    if (!made) await noteSilence(ctx, charge, "The processor has not decided yet");
    return made;
  } catch (error) {
    // A completed refund has no job. The job of the report that asked about it retries.
    if (loaded.state === "paid") throw error;
    // The charge stays open: its webhook or its job completes it.
    await noteSilence(ctx, charge, summaryOf(error));
    return null;
  }
}

async function noteSilence(ctx: ActionCtx, charge: Id<"charges">, error: string): Promise<void> {
  const failed = { kind: "settle_charge", subject: charge, error } as const;
  await ctx.runMutation(internal.lifecycle.jobs.fail, failed);
}

const LOST: RemoteOutcome = {
  answer: { status: "declined", code: "lost", message: "The processor did not respond in time." },
  reference: null,
  card: null,
  moved: null,
};

const NOBODY: RemoteOutcome = {
  answer: { status: "declined", code: "nobody", message: "The customer was deleted" },
  reference: null,
  card: null,
  moved: null,
};
