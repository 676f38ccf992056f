import { floorOf } from "../../../convex/engine/rules/moves";
import { isFree, isMain } from "../../../convex/engine/rules/product";
import { ANA, getCustomer, ledgerGaps } from "./harness";
import type { Engine } from "./harness";

const MAX_ROWS = 2_000;

/** What must hold after every step: each entry of an answer is a violation. */
export const INVARIANTS: Record<string, (t: Engine) => Promise<unknown[]>> = {
  "INV-1 ledger entries sum to what is stored": ledgerGaps,
  "INV-3 no balance is below its floor": belowFloor,
  "INV-10 the customer sees what its entities see, together": lostAmongEntities,
  "INV-21 nothing begins early or ends late": outOfTime,
  "INV-22 one plan in force and one to come per place": overbooked,
  "INV-22 a group with a free default is never empty": withoutDefault,
  "INV-27 invoices are the sum of their lines, in whole coins": wrongInvoices,
  "INV-34 a trial is not charged": chargedTrials,
  "INV-35 credit is never negative": negativeCredit,
  "only products in force have buckets": orphans,
};

/** Everything that is stored of some tables, in one comparable text. */
export async function dump(t: Engine, tables: readonly DumpedTable[]): Promise<string> {
  const rows = await t.run((ctx) =>
    Promise.all(tables.map((table) => ctx.db.query(table).take(MAX_ROWS))),
  );
  return JSON.stringify(rows);
}

/** What a purchase that did not happen must leave alone. */
export const GOODS = ["heldProducts", "balances", "ledgerEntries"] as const;
/** All that one customer's operations write, apart from what is remembered of requests. */
export const STATE = [...GOODS, "customers", "invoices", "usageEvents", "entities"] as const;
type DumpedTable = (typeof STATE)[number];

async function belowFloor(t: Engine) {
  const buckets = await t.run((ctx) => ctx.db.query("balances").take(MAX_ROWS));
  return buckets.filter((row) => {
    // A debt that nothing bills is carried over; it is not use of this bucket.
    const floor = Math.min(floorOf({ ...row, id: row._id }), 0);
    return row.balance < floor || !Number.isSafeInteger(row.balance);
  });
}

async function lostAmongEntities(t: Engine) {
  const buckets = await t.run((ctx) => ctx.db.query("balances").take(MAX_ROWS));
  const entities = await t.run((ctx) => ctx.db.query("entities").take(MAX_ROWS));
  const live = new Set(
    entities.filter(({ deleted_at }) => deleted_at === null).map(({ entity_id }) => entity_id),
  );
  return buckets.filter(({ entity_id: id }) => id !== null && !live.has(id));
}

async function outOfTime(t: Engine) {
  const now = Date.now();
  const rows = await t.run((ctx) => ctx.db.query("heldProducts").take(MAX_ROWS));
  return rows.filter(({ status, starts_at, ended_at }) => {
    const inForce = status === "active" || status === "past_due";
    return inForce && (starts_at > now || (ended_at !== null && ended_at <= now));
  });
}

async function overbooked(t: Engine) {
  const mains = (await heldProducts(t)).filter(({ product }) => isMain(product));
  const places = mains.map(({ row, product }) =>
    [row.entity_id, product.group, row.status === "scheduled"].join(" "),
  );
  return places.filter((place, index) => places.indexOf(place) !== index);
}

async function withoutDefault(t: Engine) {
  const products = await t.run((ctx) =>
    ctx.db
      .query("products")
      .withIndex("by_is_newest", (q) => q.eq("is_newest", true))
      .take(MAX_ROWS),
  );
  const defaults = products
    .map(({ definition }) => definition)
    .filter((product) => product.is_default && isFree(product));
  const mains = (await heldProducts(t)).filter(
    ({ row, product }) => row.entity_id === null && isMain(product) && row.status !== "scheduled",
  );
  return defaults.filter(({ group }) => !mains.some(({ product }) => product.group === group));
}

async function wrongInvoices(t: Engine) {
  const invoices = await t.run((ctx) => ctx.db.query("invoices").take(MAX_ROWS));
  return invoices.filter(({ lines, total_minor }) => {
    const sum = lines.reduce((total, { minor }) => total + minor, 0);
    return sum !== total_minor || !lines.every(({ minor }) => Number.isSafeInteger(minor));
  });
}

async function chargedTrials(t: Engine) {
  const trials = (await heldProducts(t)).filter(
    ({ row }) => row.trial_ends_at !== null && row.trial_ends_at > Date.now(),
  );
  const invoices = await t.run((ctx) => ctx.db.query("invoices").take(MAX_ROWS));
  return trials.filter(({ row }) =>
    invoices.some(({ held_product, total_minor }) => held_product === row._id && total_minor > 0),
  );
}

async function negativeCredit(t: Engine) {
  const customers = await t.run((ctx) => ctx.db.query("customers").take(MAX_ROWS));
  return customers.filter(
    ({ credit_minor }) => credit_minor < 0 || !Number.isSafeInteger(credit_minor),
  );
}

/** Closing a product's buckets is what balances their ledger. */
async function orphans(t: Engine) {
  const inForce = new Set(
    (await heldProducts(t))
      .filter(({ row }) => row.status !== "scheduled")
      .map(({ row }) => row._id),
  );
  const buckets = await t.run((ctx) => ctx.db.query("balances").take(MAX_ROWS));
  return buckets.filter(({ held_product_id: id }) => !inForce.has(id));
}

/** What is in force or to come, each with the version that is held. */
async function heldProducts(t: Engine) {
  return await t.run(async (ctx) => {
    const rows = await ctx.db.query("heldProducts").take(MAX_ROWS);
    const products = await ctx.db.query("products").take(MAX_ROWS);
    return rows
      .filter(({ status }) => status !== "expired" && status !== "pending")
      .map((row) => {
        const version = products.find(
          ({ product_id, version }) => product_id === row.product_id && version === row.version,
        );
        if (!version) throw new Error(`${row.product_id} is held but not stored`);
        return { row, product: version.definition };
      });
  });
}

/** Balances and use of every feature, as the customer sees them. */
export async function balancesOf(t: Engine) {
  const { features } = await getCustomer(t, ANA);
  return Object.fromEntries(
    Object.entries(features).map(([id, { balance, usage }]) => [id, { balance, usage }]),
  );
}
