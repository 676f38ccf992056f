import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import { packsToUnits } from "../../../contract/quantity";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { planBasket } from "./basket";
import type { Basket, BasketRequest } from "./basket";
import { benefitsLeft } from "../rewards/benefits";
import { payDebt, refuseDebt } from "../renewal/debt";
import { commit } from "../../store/commit";
import { loadTrials } from "../../store/customers/trials";
import type { Holdings } from "../../store/customers/holdings";
import { branchOf, closeIntent } from "./intents";
import type { PurchasePlan } from "./plan";
import { loadCopies } from "../../store/customers/timesHad";
import type { Catalogue } from "../../rules/model";
import { prepaidItems } from "../../rules/product";
import { settle } from "./settle";
import { storedLinesOf } from "./plan";

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

/** What came of a page; null: it only saved a card. */
type Completed = {
  data: { basket: Basket; invoice: Doc<"invoices"> | null } | null;
  error: null;
  statusCode: number;
};

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
): Promise<Completed | Failure> {
  if (intent.product_id === null) {
    await closeIntent(ctx, intent._id, "settled");
    await commit(ctx, await payDebt(ctx, holdings));
    return ok(null);
  }
  const sold = await sellAgain(ctx, holdings, intent);
  if ("error" in sold) return sold;
  const { basket } = sold;
  const settled = await settle(ctx, currentProcessor(), holdings, basket, intent._id);
  return settled.error ? settled : ok({ basket, invoice: settled.data });
}

/** What a page sells, if it may be paid for now. A purchase that no longer fits is closed. */
export async function sellAgain(
  ctx: MutationCtx,
  holdings: Holdings,
  intent: Doc<"intents">,
): Promise<{ basket: Basket } | Failure> {
  const basket = await planAgain(ctx, holdings, intent);
  if (!basket) {
    await closeIntent(ctx, intent._id, "superseded");
    return fail("checkout_expired", "Your plan has changed since this page was opened", 409);
  }
  const debt = basket.map(refuseDebt).find((failure) => failure !== null);
  return debt ?? { basket };
}

/** What a page sells, asked for again. */
export async function requestOf(
  ctx: QueryCtx,
  holdings: Holdings,
  intent: Doc<"intents">,
): Promise<BasketRequest> {
  const { customer } = holdings;
  const { product_id: first, more_product_ids: more = [] } = intent;
  if (first === null) throw new Error("A page that sells nothing has no purchase");
  const productIds: BasketRequest["productIds"] = [first, ...more];
  return {
    productIds,
    entityId: intent.entity_id,
    options: unitsOf(holdings, intent, intent.options),
    trial: intent.free_trial === false ? "refused" : "allowed",
    cycle: intent.cycle ?? "kept",
    trials: await loadTrials(ctx, customer),
    timesHad: await loadCopies(ctx, holdings, productIds, intent.entity_id),
    ...(await benefitsLeft(ctx, holdings, intent.reward)),
    preview: false,
  };
}

/** The purchase that the page showed, on today's holdings; null when it no longer fits. */
export async function planAgain(
  ctx: QueryCtx,
  holdings: Holdings,
  intent: Doc<"intents">,
): Promise<Basket | null> {
  const planned = planBasket(holdings, await requestOf(ctx, holdings, intent));
  if ("refusal" in planned) return null;
  const { basket } = planned;
  return branchOf(basket) === intent.branch && showsSameLines(basket, intent) ? basket : null;
}

/**
 * Prorated amounts drift by the minute, and the shown ones are charged. A price
 * that is not prorated must still be the one shown.
 */
function showsSameLines(basket: Basket, intent: Doc<"intents">): boolean {
  const planned = basket.flatMap(linesOf);
  if (planned.length !== intent.lines.length) return false;
  return planned.every(({ stored: { feature_id, minor }, drifts }, index) => {
    const shown = intent.lines[index];
    if (shown?.feature_id !== feature_id) return false;
    return drifts ? Math.sign(shown.minor) === Math.sign(minor) : shown.minor === minor;
  });
}

function linesOf(plan: PurchasePlan) {
  return storedLinesOf(plan).map((stored, index) => {
    const kind = plan.lines[index]?.kind;
    return { stored, drifts: kind === "remaining" || kind === "unused" };
  });
}

/** The prepaid items of what a page sells. */
export function soldItems({ products }: Catalogue, intent: Doc<"intents">) {
  const { product_id, more_product_ids = [] } = intent;
  return [product_id, ...more_product_ids].flatMap((id) => {
    const product = id === null ? undefined : products.get(id);
    return product ? prepaidItems(product) : [];
  });
}

/** Packs of what a page sells, in wire units. */
export function unitsOf(
  { catalogue }: Holdings,
  intent: Doc<"intents">,
  options: readonly { feature_id: string; packs: number }[],
): BasketRequest["options"] {
  const items = soldItems(catalogue, intent);
  return options.map(({ feature_id, packs }) => {
    const item = items.find((candidate) => candidate.feature_id === feature_id);
    return { feature_id, quantity: packsToUnits(packs, item?.billing_units ?? 1) };
  });
}
