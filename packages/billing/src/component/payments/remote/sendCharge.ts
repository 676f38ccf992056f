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
/** An unanswered charge is asked about again after as long as it has waited, but no later. */
const LONGEST_WAIT_MS = 10 * MINUTE_MS;
/** A request that the processor does not know by then was never received. */
const LOST_AFTER_MS = DAY_MS;
/** Answers that take longer are shown to operators. */
const LATE_MS = 15 * MINUTE_MS;
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
    const now = Date.now();
    for (const state of UNANSWERED) {
      const overdue = await ctx.db
        .query("charges")
        .withIndex("by_state_and_ask_at", (q) => q.eq("state", state).lte("ask_at", now))
        .take(BATCH);
      for (const charge of overdue) await askAgain(ctx, charge, now);
      found += overdue.length;
    }
    return found;
  },
});

async function askAgain(ctx: MutationCtx, row: Doc<"charges">, now: number): Promise<void> {
  const { _id: charge, created_at } = row;
  const wait = Math.min(Math.max(now - created_at, MINUTE_MS), LONGEST_WAIT_MS);
  await ctx.db.patch("charges", charge, { ask_at: now + wait });
  await ctx.scheduler.runAfter(0, internal.payments.remote.sendCharge.sendCharge, { charge });
}

/** Asks again about all open charges of one customer, whether they are due or not. */
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

/** The request of a charge; null: it is answered. */
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

/** The processor's id of the customer is asked for once, and kept. Null: nobody has one. */
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
  await ctx.runMutation(internal.payments.remote.sendCharge.linkAccount, link);
  return { ...request, account };
}

/** @returns Whether it was asked about, and answered. */
export async function settleCharge(ctx: ActionCtx, charge: Id<"charges">): Promise<boolean> {
  const processor = currentProcessor();
  if (processor?.kind !== "remote") return false;
  const loaded = await ctx.runQuery(internal.payments.remote.sendCharge.load, { charge });
  if (!loaded) return false;
  const outcome = await askFor(ctx, processor, charge, loaded);
  if (!outcome) return false;
  await ctx.runMutation(internal.payments.remote.settlement.applyOutcome, { charge, outcome });
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
    // What is owed to a customer goes back also when they are deleted meanwhile.
    if (!loaded.customer && via !== "refund") return NOBODY;
    if (Date.now() - createdAt >= LOST_AFTER_MS) return LOST;
    if (via === "page") return null;
    const made = await (via === "refund" ? processor.refund(request) : processor.send(request));
    if (!made) await noteSilence(ctx, charge, "The processor has not decided yet");
    return made;
  } catch (error) {
    // The charge stays open: its webhook or the next run completes it.
    const line = {
      event: "charge_unanswered",
      customer: loaded.customer?.customerId ?? null,
      charge: loaded.request.key,
      message: summaryOf(error),
    };
    console.error(JSON.stringify(line));
    await noteSilence(ctx, charge, line.message);
    return null;
  }
}

async function noteSilence(ctx: ActionCtx, charge: Id<"charges">, message: string): Promise<void> {
  const { noteUnanswered } = internal.payments.remote.sendCharge;
  await ctx.runMutation(noteUnanswered, { charge, message });
}

/** Shows operators a charge that has had no answer for long; its outcome is not known. */
export const noteUnanswered = internalMutation({
  args: { charge: v.id("charges"), message: v.string() },
  returns: v.null(),
  handler: async (ctx, { charge: id, message }): Promise<null> => {
    const charge = await ctx.db.get("charges", id);
    if (charge?.state !== "open" || Date.now() - charge.created_at < LATE_MS) return null;
    const failures = (charge.failures ?? 0) + 1;
    await ctx.db.patch("charges", id, { failures, message, is_unanswered: true });
    return null;
  },
});

const LOST: RemoteOutcome = {
  answer: { status: "declined", code: "lost", message: "The payment got no answer." },
  reference: null,
  card: null,
  moved: null,
};

const NOBODY: RemoteOutcome = {
  answer: { status: "declined", code: "nobody", message: "Nobody to charge" },
  reference: null,
  card: null,
  moved: null,
};
