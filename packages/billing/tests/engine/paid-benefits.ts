import type { Doc } from "../../src/component/_generated/dataModel";
import type { ItemDefinition } from "../../src/component/rules/model";
import { toMinor } from "../../src/component/rules/money";
import { periodAt } from "../../src/component/rules/periods";
import { addMethod } from "../../src/component/payments/methods";
import { addCrowd, putOnBasic } from "./crowd";
import type { Engine } from "./harness";
import { addEntities, CALLS, openShop, product, PRODUCTS } from "./shop";

const MAX_ROWS = 5_000;
/** More entities than one page of anything. */
export const CROWD = 104;
const BASIC_MINOR = 1_000;

const CARD = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040 };
const TWO_WEEKS = { length: 14, duration: "day" as const, unique_fingerprint: false };
const monthly = (price: number): ItemDefinition => ({ price, interval: "month" });

/** What the customers buy: plans, an add-on, a one-off, and trials with and without a card. */
const LIFE_PRODUCTS = [
  ...PRODUCTS.filter(({ id }) => ["free", "basic", "max", "extra", "pack", "labs"].includes(id)),
  product("pro", [monthly(20), CALLS]),
  product("tried", [monthly(30)], {
    group: "tools",
    free_trial: { ...TWO_WEEKS, card_required: true },
  }),
];

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
 * What was delivered: the time in force outside trials at the list price,
 * one-offs, and billed use.
 */
export function deliveredMinor({ subscriptions, invoices }: Rows): number {
  const time = subscriptions.reduce((sum, row) => sum + deliveredOf(row), 0);
  const use = invoices
    .flatMap(({ lines }) => lines)
    .filter(({ feature_id: id }) => id === "calls")
    .reduce((sum, { minor }) => sum + minor, 0);
  return time + use;
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
function monthsOf({ starts_at, trial_ends_at, ended_at, anchor }: Doc<"subscriptions">): number {
  // Active products are paid until their period ends.
  const until = ended_at ?? periodAt(anchor, "month", 1, Date.now()).end;
  let months = 0;
  for (let at = Math.max(starts_at, trial_ends_at ?? 0); at < until;) {
    const { start, end } = periodAt(anchor, "month", 1, at);
    months += (Math.min(end, until) - at) / (end - start);
    at = end;
  }
  return months;
}
