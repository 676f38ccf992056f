import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { loadCatalogue } from "../../store/catalogue/catalog";
import { nowFor } from "../../platform/clock";
import { loadCustomerState } from "../../store/customers/customerState";
import { pageState, planAgain, soldItems } from "../../operations/purchases/page";
import type { Catalogue } from "../../rules/model";
import { findInvoice } from "../../operations/invoices/issuing";
import type { PurchasePlan } from "../../operations/purchases/plan";
import { splitPayment, totalOf } from "../../rules/invoice";
import { toMajor } from "../../rules/money";
import { nextCycle } from "../../rules/renewal";
import { trialOffer } from "../../rules/trialOffer";
import { vIntentState } from "../../store/tables";
import { nullable, vInterval } from "../../../contract/wire";
import { findChallenge } from "./challenges";
import { invoiceUrl } from "./invoiceLinks";
import { serializeDebt, vDebt } from "./debtPage";

const vLine = v.object({ description: v.string(), amount: v.number() });

const vQuantity = v.object({
  feature_id: v.string(),
  name: v.string(),
  packs: v.number(),
  /** Units in a pack. */
  billing_units: v.number(),
});

/** What follows a trial that begins with the purchase. */
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
  /** How often exactly that is charged; null: later charges differ. */
  every: nullable(v.object({ interval: vInterval, count: v.number() })),
  usage: v.union(v.literal("charged"), v.literal("none")),
});
export type PageTrial = Infer<typeof vTrial>;

/** The first payment after today's; null: there is none, or a trial names it. */
const vNext = nullable(
  v.object({
    at: v.number(),
    amount: v.number(),
    usage: v.union(v.literal("charged"), v.literal("none")),
  }),
);
export type PageNext = Infer<typeof vNext>;

/** What the page of an intent shows. Amounts in major units. */
export const vCheckoutPage = v.object({
  state: vIntentState,
  /** `setup`: the page only saves a card. */
  kind: v.union(v.literal("purchase"), v.literal("setup")),
  /** Whether the customer is asked to approve a charge or a card. */
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
  const { kind, product_id, lines, total_minor, currency, success_url, reward } = intent;
  const catalogue = await loadCatalogue(ctx);
  const sold = productsOf(catalogue, intent);
  const cart = await cartOf(ctx, intent, now);
  return {
    state: pageState(intent, now),
    kind,
    awaits_approval: (await findChallenge(ctx, intent._id)) !== null,
    product_id,
    product_name: product_id === null ? null : sold.map(({ name }) => name).join(" and "),
    lines: lines.map(({ description, minor }) => ({
      description,
      amount: toMajor(minor, currency),
    })),
    total: toMajor(total_minor, currency),
    currency,
    from_credit: toMajor(await fromCreditOf(ctx, intent), currency),
    next: nextOf(cart),
    receipt_url: await receiptOf(ctx, intent, now),
    trials: trialsOf(cart),
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
function trialsOf(cart: readonly PurchasePlan[]): PageTrial[] {
  return cart.flatMap(({ change }) => {
    const offer = trialOffer(change);
    if (!offer) return [];
    const { length, endsAt: ends_at, minor, every, usage } = offer;
    const amount = toMajor(minor, change.currency);
    return [{ product_name: change.target.name, length, ends_at, amount, every, usage }];
  });
}

function nextOf(cart: readonly PurchasePlan[]): PageNext {
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
  const amount = toMajor(totalOf(due), first.change.currency);
  return { at, amount, usage: isMetered ? "charged" : "none" };
}

/**
 * The credit's part of the total: as it was once it is paid, else as it would be
 * now. Minor units.
 */
async function fromCreditOf(ctx: QueryCtx, { _id, customer, total_minor }: Doc<"intents">) {
  const invoice = await findInvoice(ctx, _id);
  if (invoice?.status === "paid") return invoice.credit_minor ?? 0;
  const row = await ctx.db.get("customers", customer);
  return row ? splitPayment(total_minor, row.credit_minor).fromCredit : 0;
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
    packs: intent.options.find((option) => option.feature_id === feature_id)?.packs ?? 0,
    billing_units,
  }));
}
