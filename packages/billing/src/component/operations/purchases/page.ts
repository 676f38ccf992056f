import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import { packsToUnits } from "../../../contract/quantity";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { planCart } from "./cart";
import type { Cart, CartRequest } from "./cart";
import { benefitsLeft } from "../rewards/benefits";
import { payDebt, refuseDebt } from "../renewal/debt";
import { reloadAndSave } from "../../store/saveRevision";
import type { CustomerState } from "../../store/customers/customerState";
import { closeIntent, showsSameKinds } from "./intents";
import { askedOf, loadRequest } from "./request";
import type { PurchasePlan } from "./plan";
import { quantityOf } from "../../rules/subscriptions/currentProducts";
import type { Catalogue } from "../../rules/model";
import { prepaidItems } from "../../rules/products/product";
import { fulfil } from "./fulfil";
import { storedLinesOf } from "./plan";

/** The intent of a hosted page; null: no page has this token. */
export async function findPage(ctx: QueryCtx, tokenHash: string): Promise<Doc<"intents"> | null> {
  return await ctx.db
    .query("intents")
    .withIndex("by_token_hash", (q) => q.eq("token_hash", tokenHash))
    .unique();
}

/** The state of a page at a time: an open one that is too old counts as expired. */
export function pageState(intent: Doc<"intents">, now: number): Doc<"intents">["state"] {
  return intent.state === "open" && intent.expires_at <= now ? "expired" : intent.state;
}

/** The outcome of a page; null: it only saved a card. */
type Completed = {
  data: { cart: Cart; invoice: Doc<"invoices"> | null } | null;
  error: null;
  statusCode: number;
};

/**
 * Completes a page once its card is saved: it fulfils the purchase as it was
 * shown, or, for a page that only saves a card, pays open invoices. A page charges
 * only what it shows: a purchase that no longer fits the customer state is not
 * charged.
 */
export async function completePage(
  ctx: MutationCtx,
  customerState: CustomerState,
  intent: Doc<"intents">,
): Promise<Completed | Failure> {
  if (intent.product_id === null) {
    await closeIntent(ctx, intent._id, "settled");
    await reloadAndSave(ctx, await payDebt(ctx, customerState));
    return ok(null);
  }
  const sold = await revalidateIntent(ctx, customerState, intent);
  if ("error" in sold) return sold;
  const { cart } = sold;
  const settled = await fulfil(ctx, currentProcessor(), customerState, cart, intent._id);
  return settled.error ? settled : ok({ cart, invoice: settled.data });
}

/** The purchase of a page, if it can be paid now. Closes a purchase that no longer fits. */
export async function revalidateIntent(
  ctx: MutationCtx,
  customerState: CustomerState,
  intent: Doc<"intents">,
): Promise<{ cart: Cart } | Failure> {
  const cart = await planAgain(ctx, customerState, intent);
  if (!cart) {
    await closeIntent(ctx, intent._id, "superseded");
    return fail("checkout_expired", "Your plan has changed since this page was opened", 409);
  }
  const debt = cart.map(refuseDebt).find((failure) => failure !== null);
  return debt ?? { cart };
}

/** The purchase that the page showed, on today's customer state; null when it no longer fits. */
export async function planAgain(
  ctx: QueryCtx,
  customerState: CustomerState,
  intent: Doc<"intents">,
): Promise<Cart | null> {
  const how = { readCode: benefitsLeft, preview: false };
  const request = await loadRequest(ctx, customerState, askedOf(intent), how);
  const planned = "error" in request ? null : planCart(customerState, request);
  if (!planned || "error" in planned) return null;
  const { cart } = planned;
  return showsSameKinds(cart, intent) && showsSameLines(cart, intent) ? cart : null;
}

/**
 * Prorated amounts change by the minute, and the shown ones are charged. A price
 * that is not prorated must still be the one shown.
 */
function showsSameLines(cart: Cart, intent: Doc<"intents">): boolean {
  const planned = cart.flatMap(linesOf);
  if (planned.length !== intent.lines.length) return false;
  if (cart.some((plan) => creditsSpentUnits(plan, intent))) return false;
  return planned.every(({ stored: { feature_id, minor }, drifts }, index) => {
    const shown = intent.lines[index];
    if (shown?.feature_id !== feature_id) return false;
    return drifts ? Math.sign(shown.minor) === Math.sign(minor) : shown.minor === minor;
  });
}

function linesOf(plan: PurchasePlan) {
  return storedLinesOf(plan).map((stored, index) => {
    const line = plan.lines[index];
    const drifts = line?.kind === "remaining" || line?.kind === "unused";
    return { stored, drifts, of: line?.of };
  });
}

/**
 * Whether the page credits prepaid units that the customer has spent since it was
 * shown. Units that the target product charges for and counts as used cancel out.
 */
function creditsSpentUnits(plan: PurchasePlan, { lines: shown }: Doc<"intents">): boolean {
  const { change, current } = plan;
  const spent = new Map<string, number>();
  for (const { stored, of } of linesOf(plan)) {
    const { feature_id: id, units, pays } = stored;
    if (id === null || units === undefined || pays === "more") continue;
    const isCredit = of === "current";
    const before = shown.find(
      (line) => line.feature_id === id && line.pays !== "more" && line.minor < 0 === isCredit,
    );
    const quantity = quantityOf((isCredit ? current : change)?.options ?? [], id);
    const since = (before?.units ?? quantity) - units;
    spent.set(id, (spent.get(id) ?? 0) + (isCredit ? since : -since));
  }
  return [...spent.values()].some((units) => units > 0);
}

/** The prepaid items of a page's purchase. */
export function soldItems({ products }: Catalogue, intent: Doc<"intents">) {
  const { product_id, more_product_ids = [] } = intent;
  return [product_id, ...more_product_ids].flatMap((id) => {
    const product = id === null ? undefined : products.get(id);
    return product ? prepaidItems(product) : [];
  });
}

/** The quantities that a page sells, in units. */
export function unitsOf(
  { catalogue }: CustomerState,
  intent: Doc<"intents">,
  options: readonly { feature_id: string; packs: number }[],
): CartRequest["options"] {
  const items = soldItems(catalogue, intent);
  return options.map(({ feature_id, packs }) => {
    const item = items.find((candidate) => candidate.feature_id === feature_id);
    return { feature_id, quantity: packsToUnits(packs, item?.billing_units ?? 1) };
  });
}
