import type { Doc } from "../../src/component/_generated/dataModel";
import type { ItemDefinition } from "../../src/component/rules/model";
import { fromMicros, toMinor } from "../../src/component/rules/money/money";
import type { Engine } from "./harness";

const MAX_ROWS = 2_000;

/** Money in another currency than the shop's, or with a fraction of the smallest unit. */
export async function strangeMoney(t: Engine, currency: string) {
  const rows = await t.run(async (ctx) => [
    ...(await ctx.db.query("invoices").take(MAX_ROWS)),
    ...(await ctx.db.query("intents").take(MAX_ROWS)),
  ]);
  return rows.filter(
    (row) =>
      row.currency !== currency ||
      ![row.total_minor, ...row.lines.map(({ minor }) => minor)].every(Number.isSafeInteger),
  );
}

/**
 * The difference between the overage on the invoices and in the ledger: a balance
 * below zero that a reset or an end clears is billed, in started packs, and
 * nothing else is.
 */
export async function misbilledOverage(t: Engine, featureId: string, currency = "usd") {
  const { entries, products, subscriptions, invoices } = await t.run(async (ctx) => ({
    entries: await ctx.db.query("ledgerEntries").take(MAX_ROWS),
    products: await ctx.db.query("products").take(MAX_ROWS),
    subscriptions: await ctx.db.query("subscriptions").take(MAX_ROWS),
    invoices: await ctx.db.query("invoices").take(MAX_ROWS),
  }));
  const own = entries.filter(
    ({ feature_id: id, account }) => id === featureId && account === "balance",
  );
  const due = overageOf(own).map(({ subscriptionId, units }) => {
    const row = subscriptions.find(({ _id }) => _id === subscriptionId);
    const product = products.find(({ product_id: id }) => id === row?.product_id);
    const item = product?.definition.items.find(
      ({ feature_id: id, usage_model: model }) => id === featureId && model === "pay_per_use",
    );
    if (!item) throw new Error(`${featureId} is below zero, and nothing bills it`);
    return priceOf(item, units, currency);
  });
  const billed = invoices
    .flatMap(({ lines }) => lines)
    .filter(({ feature_id: id, minor }) => id === featureId && minor !== 0)
    .map(({ minor }) => minor);
  const inOrder = (amounts: number[]) => amounts.filter((minor) => minor !== 0).sort(ascending);
  return JSON.stringify(inOrder(billed)) === JSON.stringify(inOrder(due)) ? [] : [{ billed, due }];
}

/** Every balance below zero that a reset or an end cleared, in units. */
function overageOf(entries: readonly Doc<"ledgerEntries">[]) {
  const balances = new Map<string, { subscriptionId: string; balance: number }>();
  const cleared: { subscriptionId: string; units: number }[] = [];
  for (const { balance_id, cause, cause_id: subscriptionId, amount } of entries) {
    const known = balances.get(balance_id) ?? { subscriptionId, balance: 0 };
    const isCleared = cause === "reset" || cause === "expiry";
    if (isCleared && known.balance < 0) {
      cleared.push({ subscriptionId: known.subscriptionId, units: fromMicros(-known.balance) });
    }
    balances.set(balance_id, { ...known, balance: known.balance + amount });
  }
  return cleared;
}

/** Written here a second time, so that a wrong rule cannot confirm itself. */
function priceOf(
  { price = NaN, billing_units: pack = 1 }: ItemDefinition,
  units: number,
  currency: string,
) {
  return Math.ceil(units / pack) * toMinor(price, currency);
}

function ascending(a: number, b: number): number {
  return a - b;
}
