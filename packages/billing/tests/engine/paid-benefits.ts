import type { Doc } from "../../src/component/_generated/dataModel";
import type { ItemDefinition } from "../../src/component/rules/model";
import { fromMicros, toMinor } from "../../src/component/rules/money/money";
import { periodAt } from "../../src/component/rules/periods/periods";
import { grantDiscount } from "../../src/component/store/rewards/discounts";
import { addMethod } from "../../src/component/payments/methods";
import { addCrowd, putOnBasic } from "./crowd";
import type { Engine } from "./harness";
import { addEntities, CALLS, HALF, openShop, product, PRODUCTS } from "./shop";

const MAX_ROWS = 5_000;
/** More entities than one page of anything. */
export const CROWD = 104;
const BASIC_MINOR = 1_000;

const CARD = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040 };
const TWO_WEEKS = { length: 14, duration: "day" as const, unique_fingerprint: false };
const monthly = (price: number): ItemDefinition => ({ price, interval: "month" });

/** What the customers buy: plans, an add-on, a one-off, and trials with and without a card. */
const LIFE_PRODUCTS = [
  ...PRODUCTS.filter(({ id }) =>
    ["free", "basic", "max", "extra", "pack", "labs", "team"].includes(id),
  ),
  product("pro", [monthly(20), CALLS]),
  product("tried", [monthly(30)], {
    group: "tools",
    free_trial: { ...TWO_WEEKS, card_required: true },
  }),
];

/** The shop's plan with seats: what one more than the included costs a month. */
const SEAT_MINOR = 1_000;

/** A customer with a card that always pays, and two entities. */
export async function openLife(): Promise<Engine> {
  const t = await openShop(LIFE_PRODUCTS);
  await addEntities(t, "e1", "e2");
  await t.run(async (ctx) => {
    const customer = await ctx.db.query("customers").first();
    if (customer) await addMethod(ctx, customer._id, CARD);
  });
  return t;
}

/** Gives the customer half off everything, for ever. */
export async function halvePrices(t: Engine): Promise<void> {
  await t.run(async (ctx) => {
    const customer = await ctx.db.query("customers").first();
    if (customer) await grantDiscount(ctx, customer._id, HALF, { now: Date.now(), when: "now" });
  });
}

/** Gives many entities a plan. Returns the amounts that no invoice shows. */
export async function joinCrowd(t: Engine, count: number): Promise<number> {
  await putOnBasic(t, await addCrowd(t, count));
  return (count - 1) * BASIC_MINOR;
}

/** What is stored of money and purchases. */
interface Rows {
  subscriptions: Doc<"subscriptions">[];
  invoices: Doc<"invoices">[];
  customers: Doc<"customers">[];
  events: Doc<"paymentEvents">[];
  seats: Doc<"ledgerEntries">[];
  refundedMinor: number;
  /** Each line is rounded once. */
  cents: number;
}

export async function rowsIn(t: Engine): Promise<Rows> {
  return await t.run(async (ctx) => {
    const invoices = await ctx.db.query("invoices").take(MAX_ROWS);
    const refunds = invoices.flatMap((row) => row.refunds ?? []);
    return {
      subscriptions: await ctx.db.query("subscriptions").take(MAX_ROWS),
      invoices,
      customers: await ctx.db.query("customers").take(MAX_ROWS),
      events: await ctx.db.query("paymentEvents").take(MAX_ROWS),
      seats: (await ctx.db.query("ledgerEntries").take(MAX_ROWS)).filter(
        ({ feature_id: id, account }) => id === "seats" && account === "balance",
      ),
      refundedMinor: refunds.reduce((sum, { minor }) => sum + minor, 0),
      cents: invoices.reduce((sum, { lines }) => sum + lines.length, 0),
    };
  });
}

/** What left the customer's card and was not refunded; their credit is still theirs. */
export function netPaidMinor({ events, customers }: Rows): number {
  const moved = events.map(({ status, minor }) =>
    status === "paid" ? (minor ?? 0) : status === "refunded" ? -(minor ?? 0) : 0,
  );
  const credit = customers.reduce((sum, { credit_minor: minor }) => sum + minor, 0);
  return moved.reduce((sum, minor) => sum + minor, 0) - credit;
}

/**
 * Subscriptions for which more was credited and refunded than charged, in minor
 * units; each line is rounded once.
 */
export function overCredited({ invoices }: Rows): [subscription: string, minor: number][] {
  const left = new Map<string, { minor: number; cents: number }>();
  for (const { lines, refunds = [] } of invoices) {
    const refunded = refunds.flatMap((refund) => refund.lines ?? []);
    for (const [index, { subscription = "none", minor }] of lines.entries()) {
      const { minor: before, cents } = left.get(subscription) ?? { minor: 0, cents: 0 };
      const back = refunded.filter(({ line }) => line === index);
      const after = back.reduce((sum, share) => sum - share.minor, before + minor);
      left.set(subscription, { minor: after, cents: cents + 1 });
    }
  }
  return [...left].flatMap(([subscription, { minor, cents }]): [string, number][] =>
    minor < -cents ? [[subscription, minor]] : [],
  );
}

/**
 * What was delivered: the time in force outside trials at the list price, one-offs,
 * the time of seats beyond the included, and billed use.
 *
 * @param share - The part of each price that the customer pays.
 */
export function deliveredMinor({ subscriptions, invoices, seats }: Rows, share: number): number {
  const time = subscriptions.reduce((sum, row) => sum + deliveredOf(row), 0);
  const seated = subscriptions.reduce((sum, row) => sum + seatsOf(row, seats), 0);
  const use = invoices
    .flatMap(({ lines }) => lines)
    .filter(({ feature_id: id }) => id === "calls")
    .reduce((sum, { minor }) => sum + minor, 0);
  return (time + seated) * share + use;
}

/** The seats of one subscription beyond the included: their time, by the ledger. */
function seatsOf(row: Doc<"subscriptions">, seats: readonly Doc<"ledgerEntries">[]): number {
  if (row.product_id !== "team") return 0;
  const balances = new Map<string, Doc<"ledgerEntries">[]>();
  for (const entry of seats) {
    balances.set(entry.balance_id, [...(balances.get(entry.balance_id) ?? []), entry]);
  }
  let minor = 0;
  for (const entries of balances.values()) {
    // A grant names its subscription.
    if (entries[0]?.cause_id !== row._id) continue;
    let balance = 0;
    for (const [index, { amount, at }] of entries.entries()) {
      balance += amount;
      const until = entries[index + 1]?.at ?? paidUntil(row);
      minor +=
        SEAT_MINOR * fromMicros(Math.max(0, -balance)) * monthsBetween(row.anchor, at, until);
    }
  }
  return minor;
}

function deliveredOf(row: Doc<"subscriptions">): number {
  const items = LIFE_PRODUCTS.find(({ id }) => id === row.product_id)?.items ?? [];
  return items
    .filter(({ feature_id: id }) => id === undefined)
    .reduce((sum, item) => {
      const minor = toMinor(item.price ?? NaN, "usd");
      return sum + minor * (item.interval === undefined ? row.quantity : monthsOf(row));
    }, 0);
}

/** Months in force, without trials; for a part of a month, the part. */
function monthsOf(row: Doc<"subscriptions">): number {
  return monthsBetween(row.anchor, Math.max(row.starts_at, row.trial_ends_at ?? 0), paidUntil(row));
}

/** Active products are paid until their period ends. */
function paidUntil({ ended_at, anchor }: Doc<"subscriptions">): number {
  return ended_at ?? periodAt(anchor, "month", 1, Date.now()).end;
}

function monthsBetween(anchor: number, from: number, until: number): number {
  let months = 0;
  for (let at = from; at < until;) {
    const { start, end } = periodAt(anchor, "month", 1, at);
    months += (Math.min(end, until) - at) / (end - start);
    at = end;
  }
  return months;
}
