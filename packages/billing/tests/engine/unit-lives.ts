import { api } from "../../src/component/_generated/api";
import type { FeatureDefinition, ItemDefinition } from "../../src/component/rules/model";
import { fromMicros } from "../../src/component/rules/money/money";
import { addMethod } from "../../src/component/payments/methods";
import { ANA, CARDS, DAY_MS, getCustomer, startBareEngine } from "./harness";
import type { Engine } from "./harness";
import { netPaidMinor, rowsIn } from "./paid-benefits";
import { live } from "./purchaseMoves";
import type { PurchaseMove } from "./purchaseMoves";
import { addEntities, product, swapCards } from "./shop";

const MAX_ROWS = 5_000;
const MONTH_MS = 28 * DAY_MS;
const CREDIT_MINOR = 10;
const CALL_MINOR = 5;
/** Credits that a month of the plan "works" includes. */
const INCLUDED = 30;
const CARD = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040 };

const feature = (id: string, type: FeatureDefinition["type"]): FeatureDefinition => ({
  id,
  name: id,
  type,
  archived: false,
});
const monthly = (price: number): ItemDefinition => ({ price, interval: "month" });
/** Packs of any size at ten cents a credit: each credit that is spent was bought. */
const packs = (size: number, over: Partial<ItemDefinition> = {}): ItemDefinition => ({
  feature_id: "credits",
  interval: "month",
  price: (size * CREDIT_MINOR) / 100,
  billing_units: size,
  usage_model: "prepaid",
  ...over,
});
/** Use is kept by a change to a plan that includes at least as many. */
const calls = (included: number): ItemDefinition => ({
  feature_id: "calls",
  included_usage: included,
  interval: "month",
  price: CALL_MINOR / 100,
  usage_model: "pay_per_use",
  reset_usage_when_enabled: false,
});
const TRIAL = { length: 14, duration: "day" as const, unique_fingerprint: false };

const CATALOGUE: Parameters<typeof startBareEngine>[0] = {
  currency: "usd",
  features: [
    feature("renders", "single_use"),
    feature("calls", "single_use"),
    feature("seats", "continuous_use"),
    {
      ...feature("credits", "credit_system"),
      credit_schema: [{ metered_feature_id: "renders", credit_cost: 4 }],
    },
  ],
  products: [
    product("free", [{ feature_id: "seats", included_usage: 5 }], { is_default: true }),
    product("maker", [monthly(10), packs(100), calls(20)]),
    product("studio", [monthly(20), packs(250), calls(20)]),
    product("works", [
      monthly(50),
      packs(40, { included_usage: INCLUDED, rollover: { max: 100, length: 1, duration: "month" } }),
      calls(60),
    ]),
    product("tried", [monthly(30), packs(50)], {
      group: "tools",
      free_trial: { ...TRIAL, card_required: true },
    }),
    product("extra", [monthly(5), packs(30)], { is_add_on: true }),
  ],
  rewards: [
    {
      id: "half",
      name: "half",
      promo_codes: ["HALF"],
      type: "percentage_discount",
      discount_value: 50,
      duration_type: "forever",
      duration_value: 0,
    },
    {
      id: "gift",
      name: "gift",
      promo_codes: ["GIFT"],
      type: "invoice_credits",
      discount_value: 10,
    },
  ],
};
const GIFT_MINOR = 1_000;

export type UnitMove =
  | {
      do: "buy";
      product: string;
      entity: string | undefined;
      quantity: number | undefined;
      code: string | undefined;
    }
  /** A share of what is left; above 1, more than that. */
  | { do: "use"; feature: string; share: number; entity: string | undefined }
  | { do: "card"; pays: boolean }
  | Extract<PurchaseMove, { do: "wait" | "cancel" | "refund" }>;

/** A life in which each kind of move succeeds, and all credits are spent on each plan. */
export const LARGEST_LIFE: UnitMove[] = [
  { do: "buy", product: "maker", entity: undefined, quantity: 800, code: "HALF" },
  { do: "use", feature: "renders", share: 1, entity: undefined },
  { do: "use", feature: "calls", share: 1.5, entity: undefined },
  { do: "buy", product: "studio", entity: undefined, quantity: undefined, code: "GIFT" },
  { do: "use", feature: "credits", share: 1, entity: undefined },
  { do: "buy", product: "tried", entity: undefined, quantity: 100, code: undefined },
  { do: "wait", days: 5 },
  { do: "buy", product: "works", entity: undefined, quantity: undefined, code: undefined },
  { do: "use", feature: "credits", share: 1, entity: undefined },
  { do: "buy", product: "maker", entity: "e1", quantity: 100, code: undefined },
  { do: "refund", share: 0.5 },
  { do: "card", pays: false },
  { do: "wait", days: 31 },
  { do: "use", feature: "calls", share: 1.5, entity: undefined },
  { do: "card", pays: true },
  { do: "cancel", product: "works", when: "now", entity: undefined },
];

/** Use beyond the grant, a smaller plan at the end of the month, and a month more. */
export const SMALLER_LIFE: UnitMove[] = [
  { do: "buy", product: "works", entity: undefined, quantity: 80, code: undefined },
  { do: "use", feature: "calls", share: 1.5, entity: undefined },
  { do: "buy", product: "maker", entity: undefined, quantity: undefined, code: undefined },
  { do: "wait", days: 31 },
  { do: "wait", days: 31 },
];

/** Units that fill packs of another size in part. */
export const OTHER_SIZE: UnitMove[] = [
  { do: "buy", product: "maker", entity: undefined, quantity: 100, code: undefined },
  { do: "wait", days: 14 },
  { do: "buy", product: "works", entity: undefined, quantity: undefined, code: undefined },
  { do: "buy", product: "maker", entity: "e1", quantity: undefined, code: undefined },
];

/** A customer with a card and an entity, and what they may buy. */
export async function openUnits(): Promise<Engine> {
  const t = await startBareEngine(CATALOGUE);
  await addEntities(t, "e1");
  await t.run(async (ctx) => {
    const customer = await ctx.db.query("customers").first();
    if (customer) await addMethod(ctx, customer._id, CARD);
  });
  return t;
}

/** Makes a move. `beyond`: units that were used beyond their grant, and cost money. */
export async function moved(t: Engine, move: UnitMove): Promise<{ done: boolean; beyond: number }> {
  switch (move.do) {
    case "buy":
      return { done: await buy(t, move), beyond: 0 };
    case "use":
      return await use(t, move);
    case "card":
      await swapCards(t, move.pays ? CARDS.ok : CARDS.declined);
      return { done: true, beyond: 0 };
    case "wait":
    case "cancel":
    case "refund":
      return { done: (await live(t, [move])).length > 0, beyond: 0 };
  }
}

async function buy(
  t: Engine,
  { product: id, entity, quantity, code }: Extract<UnitMove, { do: "buy" }>,
) {
  const params = {
    customer_id: ANA,
    product_id: id,
    ...(entity !== undefined && { entity_id: entity }),
    ...(quantity !== undefined && { options: [{ feature_id: "credits", quantity }] }),
    ...(code !== undefined && { reward: code }),
  };
  return (await t.mutation(api.public.attach, { params })).error === null;
}

async function use(t: Engine, { feature: id, share, entity }: Extract<UnitMove, { do: "use" }>) {
  const { features } = await getCustomer(t);
  const left = features[id === "renders" ? "credits" : id]?.balance ?? 0;
  const value = Math.max(1, Math.round((share * left) / (id === "renders" ? 4 : 1)));
  const about = entity === undefined ? {} : { entity_id: entity };
  const before = await overdrawn(t);
  const params = { customer_id: ANA, feature_id: id, value, ...about };
  const { error } = await t.mutation(api.public.track, { params });
  return { done: error === null, beyond: (await overdrawn(t)) - before };
}

/** Calls beyond their grants, in units. */
async function overdrawn(t: Engine): Promise<number> {
  const rows = await t.run((ctx) => ctx.db.query("balances").take(MAX_ROWS));
  return rows
    .filter(({ feature_id: id }) => id === "calls")
    .reduce((sum, { balance }) => sum + Math.max(0, -fromMicros(balance)), 0);
}

/** Credits that were spent, by the ledger, or are left, beyond all that plans included. */
export async function boughtUnits(t: Engine): Promise<number> {
  const { entries, balances } = await t.run(async (ctx) => ({
    entries: await ctx.db.query("ledgerEntries").take(MAX_ROWS),
    balances: await ctx.db.query("balances").take(MAX_ROWS),
  }));
  const { subscriptions } = await rowsIn(t);
  const months = subscriptions
    .filter(({ product_id: id, status }) => id === "works" && status !== "scheduled")
    .map(
      ({ starts_at, ended_at }) => 1 + Math.ceil(((ended_at ?? Date.now()) - starts_at) / MONTH_MS),
    );
  const included = INCLUDED * months.reduce((sum, count) => sum + count, 0);
  const spent = entries
    .filter(({ feature_id: id, cause }) => id === "credits" && cause === "use")
    .reduce((sum, { amount }) => sum - amount, 0);
  const left = balances
    .filter(({ feature_id: id }) => id === "credits")
    .flatMap(({ balance, rollovers }) => [balance, ...rollovers.map((row) => row.balance)])
    .reduce((sum, amount) => sum + amount, 0);
  return fromMicros(spent + left) - included;
}

/**
 * What was billed, less what was credited, in units at the price before discounts.
 * `cents`: each line is rounded once, which is so many units.
 */
export async function billedUnits(t: Engine) {
  const { invoices } = await rowsIn(t);
  const lines = invoices.flatMap((invoice) => invoice.lines);
  const minorOf = (id: string) =>
    lines
      .filter(({ feature_id: of }) => of === id)
      .reduce((sum, { minor, discount_minor: off = 0 }) => sum + minor + off, 0);
  return {
    credits: minorOf("credits") / CREDIT_MINOR,
    calls: minorOf("calls") / CALL_MINOR,
    cents: lines.length / CREDIT_MINOR,
  };
}

/**
 * The difference between what left the card, without the credit that is left, and
 * what the paid invoices say, without gifts and refunds.
 */
export async function cashGap(t: Engine): Promise<number> {
  const rows = await rowsIn(t);
  const gifts = await t.run((ctx) => ctx.db.query("promotionUses").take(MAX_ROWS));
  const invoiced = rows.invoices
    .filter(({ status }) => status === "paid")
    .reduce((sum, { total_minor: minor }) => sum + minor, 0);
  const given = gifts.filter(({ reward_id: id }) => id === "gift").length * GIFT_MINOR;
  return netPaidMinor(rows) + rows.refundedMinor + given - invoiced;
}
