import { fail, ok } from "../contract/errors";
import type { Failure } from "../contract/errors";
import { packsToUnits } from "../contract/quantity";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { currentProcessor } from "../payments/current";
import { openCustomer } from "./customers";
import { payDebt, refuseDebt } from "./debt";
import { commit } from "./commit";
import { loadTrials } from "./trials";
import type { Holdings } from "./holdings";
import { closeIntent } from "./intents";
import { planPurchase } from "./plan";
import type { PurchasePlan } from "./plan";
import { prepaidItems } from "./rules/product";
import { settle } from "./settle";
import { storeLines } from "./storedLines";

/** The intent that a hosted page serves; null: no page has this token. */
export async function findPage(ctx: QueryCtx, tokenHash: string): Promise<Doc<"intents"> | null> {
  return await ctx.db
    .query("intents")
    .withIndex("by_token_hash", (q) => q.eq("token_hash", tokenHash))
    .unique();
}

/** The state of a page at a moment: an open one that is too old counts as expired. */
export function pageState(intent: Doc<"intents">, now: number): Doc<"intents">["state"] {
  return intent.state === "open" && intent.expires_at <= now ? "expired" : intent.state;
}

/**
 * What must be done before the page's card is saved: steps that are due are not
 * paid with a card that was given for something else.
 */
export async function openPageCustomer(
  ctx: MutationCtx,
  intent: Doc<"intents">,
): Promise<Holdings> {
  const customer = await ctx.db.get("customers", intent.customer);
  if (!customer) throw new Error("An intent without its customer");
  return await openCustomer(ctx, { customerId: customer.customer_id });
}

/**
 * Completes what a page was opened for, once its card is saved: settles the
 * purchase as it was shown, or, for a page that only saves a card, pays what
 * was left open. A page charges nothing but what it shows, so a purchase that
 * no longer fits what the customer holds is not charged.
 */
export async function completePage(
  ctx: MutationCtx,
  holdings: Holdings,
  intent: Doc<"intents">,
): Promise<{ data: null; error: null; statusCode: number } | Failure> {
  if (intent.product_id === null) {
    await closeIntent(ctx, intent._id, "settled");
    await commit(ctx, await payDebt(ctx, holdings));
    return ok(null);
  }
  const plan = await planAgain(ctx, holdings, intent, intent.product_id);
  if (!plan) {
    await closeIntent(ctx, intent._id, "superseded");
    return fail("checkout_expired", "Your plan has changed since this page was opened", 409);
  }
  const debt = refuseDebt(plan);
  if (debt) return debt;
  const settled = await settle(ctx, currentProcessor(), holdings, plan, intent._id);
  return settled.error ? settled : ok(null);
}

/** The plan that the page showed, on today's holdings; null when it no longer fits. */
async function planAgain(
  ctx: MutationCtx,
  holdings: Holdings,
  intent: Doc<"intents">,
  productId: string,
): Promise<PurchasePlan | null> {
  const trials = await loadTrials(ctx, holdings.customer);
  const options = unitsOf(holdings, intent, productId);
  const planned = planPurchase(holdings, trials, { productId, options, preview: false });
  if ("refusal" in planned) return null;
  const { plan } = planned;
  return plan.terms.branch === intent.branch && showsSameLines(plan, intent) ? plan : null;
}

/**
 * Prorated amounts drift by the minute, and the shown ones are charged. A price
 * that is not prorated must still be the one shown.
 */
function showsSameLines({ terms, current, lines }: PurchasePlan, intent: Doc<"intents">): boolean {
  const stored = storeLines(lines, { target: terms.target, current: current && current.product });
  if (stored.length !== intent.lines.length) return false;
  return stored.every(({ feature_id, minor }, index) => {
    const shown = intent.lines[index];
    if (shown?.feature_id !== feature_id) return false;
    const kind = lines[index]?.kind;
    const drifts = kind === "remaining" || kind === "unused";
    return drifts ? Math.sign(shown.minor) === Math.sign(minor) : shown.minor === minor;
  });
}

function unitsOf({ catalogue }: Holdings, intent: Doc<"intents">, productId: string) {
  const product = catalogue.products.get(productId);
  if (!product) return [];
  return intent.options.map(({ feature_id, packs }) => {
    const item = prepaidItems(product).find((candidate) => candidate.feature_id === feature_id);
    return { feature_id, quantity: packsToUnits(packs, item?.billing_units ?? 1) };
  });
}
