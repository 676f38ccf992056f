import { v } from "convex/values";
import { fail, ok, vResult } from "../../contract/errors";
import type { Failure, Result } from "../../contract/errors";
import type { Doc } from "../_generated/dataModel";
import { internalMutation, mutation, internalQuery } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { ensureCurrentCustomerById } from "../operations/customers/customers";
import { closeIntent } from "../operations/purchases/intents";
import { completePage, findPage, pageState } from "../operations/purchases/page";
import { revisePage } from "../operations/purchases/revise";
import type { CustomerState } from "../store/customers/customerState";
import { addMethod, removeMethod } from "../payments/methods";
import type { CardDetails } from "../payments/methods";
import { refuseOutsideSandbox } from "../platform/mode";
import { hashToken } from "../payments/pageToken";
import { readCard } from "../payments/sandbox/cards";
import { dropChallenge, findChallenge, openChallenge } from "../payments/sandbox/challenges";
import { decideDebt } from "./debtPage";
import { serializePage, vCheckoutPage } from "./checkoutPage";
import type { CheckoutPage } from "./checkoutPage";

type Done = Result<{ success_url: string | null }>;
const vDone = vResult(v.object({ success_url: v.union(v.string(), v.null()) }));

const NO_PAGE = fail("checkout_expired", "There is no such page", 404);
const EXPIRED = fail("checkout_expired", "This page has expired", 410);

/** The content of the hosted page, for anyone with its token. */
export const readPage = internalQuery({
  args: { token: v.string(), now: v.number() },
  returns: vResult(vCheckoutPage),
  handler: async (ctx, { token, now }): Promise<Result<CheckoutPage>> => {
    const intent = await pageOf(ctx, token);
    return "error" in intent ? intent : ok(await serializePage(ctx, intent, now));
  },
});

/**
 * The page's main button: saves the card and fulfils the page's own intent, in one
 * transaction. Sent twice it pays once. A declined card leaves the page open and
 * nothing saved; one that asks for approval waits for it.
 */
export const submitCard = mutation({
  args: {
    token: v.string(),
    card: v.object({
      number: v.string(),
      expMonth: v.number(),
      expYear: v.number(),
      cvc: v.string(),
    }),
  },
  returns: vDone,
  handler: async (ctx, { token, card }): Promise<Done> => {
    const page = await pageOf(ctx, token);
    if (!("error" in page) && page.state === "settled") return done(page);
    const intent = await openPage(ctx, token);
    if ("error" in intent) return intent;
    const read = readCard(card, Date.now());
    if (!read.ok) {
      return read.reason === "invalid"
        ? fail("invalid_inputs", read.message)
        : fail("payment_failed", read.message, 402);
    }
    if (!read.needsApproval) return await completeWith(ctx, intent, read.card);
    await openChallenge(ctx, intent.customer, intent._id, read.card);
    return done(intent);
  },
});

/** The customer approves the open charge or card, or declines: then it is deleted. */
export const decide = internalMutation({
  args: { token: v.string(), decision: v.union(v.literal("approve"), v.literal("refuse")) },
  returns: vDone,
  handler: async (ctx, { token, decision }): Promise<Done> => {
    const page = await pageOf(ctx, token);
    if (!("error" in page) && page.state === "settled") {
      return (await decideDebt(ctx, page, decision)) ?? done(page);
    }
    const intent = await openPage(ctx, token);
    if ("error" in intent) return intent;
    const challenge = await findChallenge(ctx, intent._id);
    if (!challenge) return fail("invalid_request", "Nothing waits for approval");
    if (decision === "refuse") {
      await dropChallenge(ctx, intent._id);
      await closeIntent(ctx, intent._id, "failed");
      return done(intent);
    }
    await ctx.db.patch("challenges", challenge._id, { approved: true });
    const completed = await completeWith(ctx, intent, challenge.card);
    await dropChallenge(ctx, intent._id);
    return completed;
  },
});

/** Other quantities, or a promotion code: the page shows the new total. */
export const revise = internalMutation({
  args: {
    token: v.string(),
    packs: v.array(v.object({ feature_id: v.string(), packs: v.number() })),
    code: v.string(),
  },
  returns: vDone,
  handler: async (ctx, { token, packs, code }): Promise<Done> => {
    const intent = await openPage(ctx, token);
    if ("error" in intent) return intent;
    const customerState = await ensureCurrentCustomerById(ctx, intent.customer, intent.entity_id);
    const refusal = await revisePage(ctx, customerState, intent, { packs, code });
    return refusal ?? done(intent);
  },
});

/**
 * @param card - Saved with the purchase; null: a saved one pays.
 */
async function completeWith(
  ctx: MutationCtx,
  intent: Doc<"intents">,
  card: CardDetails | null,
): Promise<Done> {
  // Checked before the card is saved: an open invoice is not paid with a card given for something
  // else.
  const customerState = await ensureCurrentCustomerById(ctx, intent.customer, intent.entity_id);
  const error = card
    ? await saveAndComplete(ctx, customerState, intent, card)
    : failureOf(await completePage(ctx, customerState, intent));
  return error ?? done(intent);
}

async function saveAndComplete(
  ctx: MutationCtx,
  customerState: CustomerState,
  intent: Doc<"intents">,
  card: CardDetails,
): Promise<Failure | null> {
  const saved = await addMethod(ctx, intent.customer, card);
  const failure = failureOf(await completePage(ctx, customerState, intent));
  if (!failure) return null;
  const method = await ctx.db.get("paymentMethods", saved);
  if (method) await removeMethod(ctx, method);
  if (failure.error.code !== "authentication_required") return failure;
  // The card is stored with the question, and saved with its approval.
  await openChallenge(ctx, intent.customer, intent._id, card);
  return null;
}

function failureOf(completed: Awaited<ReturnType<typeof completePage>>): Failure | null {
  return completed.error ? completed : null;
}

function done({ success_url }: Doc<"intents">): Done {
  return ok({ success_url });
}

/** A page that can still be completed. */
async function openPage(ctx: MutationCtx, token: string): Promise<Doc<"intents"> | Failure> {
  const intent = await pageOf(ctx, token);
  if ("error" in intent) return intent;
  return pageState(intent, Date.now()) === "open" ? intent : EXPIRED;
}

async function pageOf(ctx: QueryCtx, token: string): Promise<Doc<"intents"> | Failure> {
  const refusal = refuseOutsideSandbox();
  if (refusal) return refusal;
  return (await findPage(ctx, await hashToken(token))) ?? NO_PAGE;
}
