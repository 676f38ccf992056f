import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { loadCatalogue } from "../store/catalogue/catalog";
import { nowFor } from "../platform/clock";
import { loadCustomerState } from "../store/customers/customerState";
import { pageState, planAgain, soldItems } from "../operations/purchases/page";
import { quantityOf } from "../rules/subscriptions/currentProducts";
import type { Catalogue } from "../rules/model";
import { findInvoice } from "../operations/invoices/drafts";
import type { PurchasePlan } from "../operations/purchases/plan";
import { splitPayment } from "../../contract/splitPayment";
import { totalOf } from "../rules/invoices/invoice";
import { toMajor } from "../rules/money/money";
import { nextCycle } from "../rules/renewals/renewal";
import { trialOffer } from "../rules/renewals/trialOffer";
import { vIntentState } from "../store/tables";
import { unitsToPacks } from "../../contract/quantity";
import { nullable, vInterval } from "../../contract/wire";
import { findChallenge } from "../payments/sandbox/challenges";
import { invoiceUrl } from "../payments/invoiceLinks";
import { serializeDebt, vDebt } from "./debtPage";

const vLine = v.object({ description: v.string(), amount: v.number() });

const vQuantity = v.object({
  feature_id: v.string(),
  name: v.string(),
  packs: v.number(),
  /** Units in a pack. */
  billing_units: v.number(),
});

/** The payments after a trial that begins with the purchase. */
const vTrial = v.object({
  product_name: v.string(),
  /** Null: it ends with the trial of a current plan. */
  length: nullable(
    v.object({
      count: v.number(),
      unit: v.union(v.literal("day"), v.literal("month"), v.literal("year")),
    }),
  ),
  ends_at: v.number(),
  /** The first charge, when it ends. */
  amount: v.number(),
  /** The part of the amount that today's rest of the credit would pay. */
  from_credit: v.number(),
  /** How often exactly that is charged; null: later charges differ. */
  every: nullable(v.object({ interval: vInterval, count: v.number() })),
  usage: v.union(v.literal("charged"), v.literal("none")),
});
export type PageTrial = Infer<typeof vTrial>;

/** The first payment after today's; null if there is none, or a trial states it. */
const vNext = nullable(
  v.object({
    at: v.number(),
    amount: v.number(),
    /** The part of the amount that today's rest of the credit would pay. */
    from_credit: v.number(),
    usage: v.union(v.literal("charged"), v.literal("none")),
  }),
);
export type PageNext = Infer<typeof vNext>;

/** The content of an intent's page. Amounts in major units. */
export const vCheckoutPage = v.object({
  state: vIntentState,
  /** `setup`: the page only saves a card. */
  kind: v.union(v.literal("purchase"), v.literal("setup")),
  /** Whether the customer has to approve a charge or a card. */
  awaits_approval: v.boolean(),
  product_id: v.union(v.string(), v.null()),
  /** The names of all products, joined. */
  product_name: v.union(v.string(), v.null()),
  lines: v.array(vLine),
  total: v.number(),
  currency: v.string(),
  /** The part of the total that the customer's credit pays; negative: the new credit. */
  from_credit: v.number(),
  next: vNext,
  /** Once it is paid: the page of its invoice. */
  receipt_url: nullable(v.string()),
  /** Nothing of the customer's own credit is in the total. */
  trials: v.array(vTrial),
  quantities: v.array(vQuantity),
  /** Whether a promotion code is in force. */
  has_reward: v.boolean(),
  success_url: v.union(v.string(), v.null()),
  /** The open invoices after a card was saved. */
  debt: vDebt,
});
export type CheckoutPage = Infer<typeof vCheckoutPage>;

export async function serializePage(
  ctx: QueryCtx,
  intent: Doc<"intents">,
  now: number,
): Promise<CheckoutPage> {
  const { product_id, lines, total_minor, currency, success_url, reward } = intent;
  const catalogue = await loadCatalogue(ctx);
  const sold = productsOf(catalogue, intent);
  const cart = await cartOf(ctx, intent, now);
  const { fromCredit, creditLeft } = await creditOf(ctx, intent);
  return {
    state: pageState(intent, now),
    kind: product_id === null ? "setup" : "purchase",
    awaits_approval: (await findChallenge(ctx, intent._id)) !== null,
    product_id,
    product_name: product_id === null ? null : sold.map(({ name }) => name).join(" and "),
    lines: lines.map(({ description, minor }) => ({
      description,
      amount: toMajor(minor, currency),
    })),
    total: toMajor(total_minor, currency),
    currency,
    from_credit: toMajor(fromCredit, currency),
    next: nextOf(cart, creditLeft),
    receipt_url: await receiptOf(ctx, intent, now),
    trials: trialsOf(cart, creditLeft),
    quantities: quantitiesOf(catalogue, intent),
    has_reward: reward !== undefined,
    success_url,
    debt: await serializeDebt(ctx, intent),
  };
}

/** What completing the page now would buy; empty: nothing. */
async function cartOf(
  ctx: QueryCtx,
  intent: Doc<"intents">,
  now: number,
): Promise<readonly PurchasePlan[]> {
  if (intent.product_id === null || pageState(intent, now) !== "open") return [];
  const customer = await ctx.db.get("customers", intent.customer);
  if (!customer) return [];
  const customerState = await loadCustomerState(ctx, customer, nowFor(customer, now), {
    owner: intent.entity_id,
  });
  return (await planAgain(ctx, customerState, intent)) ?? [];
}

/** Trials that begin with it. */
function trialsOf(cart: readonly PurchasePlan[], credit: number): PageTrial[] {
  return cart.flatMap(({ change }) => {
    const offer = trialOffer(change);
    if (!offer) return [];
    const { length, endsAt: ends_at, minor, every, usage } = offer;
    const { currency, target } = change;
    const amount = toMajor(minor, currency);
    const from_credit = toMajor(splitPayment(minor, credit).fromCredit, currency);
    return [{ product_name: target.name, length, ends_at, amount, from_credit, every, usage }];
  });
}

function nextOf(cart: readonly PurchasePlan[], credit: number): PageNext {
  const cycles = cart.flatMap(({ change }) => {
    const cycle = trialOffer(change) ? null : nextCycle(change);
    return cycle ? [{ ...cycle, change }] : [];
  });
  const at = Math.min(...cycles.map(({ starts_at }) => starts_at));
  const due = cycles.filter(({ starts_at }) => starts_at === at);
  const [first] = due;
  if (!first) return null;
  const isMetered = due.some(({ change }) =>
    change.target.items.some(({ usage_model }) => usage_model === "pay_per_use"),
  );
  const { currency } = first.change;
  const minor = totalOf(due);
  const from_credit = toMajor(splitPayment(minor, credit).fromCredit, currency);
  const usage = isMetered ? "charged" : "none";
  return { at, amount: toMajor(minor, currency), from_credit, usage };
}

/**
 * The credit's part of the total, and the credit afterwards: the actual amounts if the
 * page is paid, else a preview. Minor units.
 */
async function creditOf(ctx: QueryCtx, { _id, customer, total_minor }: Doc<"intents">) {
  const invoice = await findInvoice(ctx, _id);
  const credit = (await ctx.db.get("customers", customer))?.credit_minor ?? 0;
  if (invoice?.status === "paid") {
    return { fromCredit: invoice.credit_minor ?? 0, creditLeft: credit };
  }
  const { fromCredit } = splitPayment(total_minor, credit);
  return { fromCredit, creditLeft: credit - fromCredit };
}

async function receiptOf(ctx: QueryCtx, { _id, customer }: Doc<"intents">, now: number) {
  const [invoice, row] = [await findInvoice(ctx, _id), await ctx.db.get("customers", customer)];
  return invoice?.status === "paid" && row ? await invoiceUrl(invoice, nowFor(row, now)) : null;
}

function productsOf(
  { products }: Catalogue,
  { product_id, more_product_ids = [] }: Doc<"intents">,
) {
  const ids = product_id === null ? [] : [product_id, ...more_product_ids];
  return ids.map((id) => {
    const product = products.get(id);
    if (!product) throw new Error(`Product ${id} left the catalogue`);
    return product;
  });
}

function quantitiesOf(catalogue: Catalogue, intent: Doc<"intents">): Infer<typeof vQuantity>[] {
  return soldItems(catalogue, intent).map(({ feature_id, billing_units = 1 }) => ({
    feature_id,
    name: catalogue.features.get(feature_id)?.name ?? feature_id,
    packs: unitsToPacks(quantityOf(intent.options, feature_id), billing_units),
    billing_units,
  }));
}
