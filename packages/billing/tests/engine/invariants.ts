import type { Doc } from "../../src/component/_generated/dataModel";
import { floorOf } from "../../src/component/rules/balances/moves";
import { isFree, isPlan } from "../../src/component/rules/products/product";
import { nextStep } from "../../src/component/rules/renewals/schedule";
import { ANA, getCustomer, ledgerGaps } from "./harness";
import type { Engine } from "./harness";

const MAX_ROWS = 2_000;

/** The rows that the invariants read. */
interface Stored {
  customers: Doc<"customers">[];
  balanceRows: Doc<"balances">[];
  entities: Doc<"entities">[];
  invoices: Doc<"invoices">[];
  /** What is sold now, newest versions only. */
  sold: Doc<"products">["definition"][];
  /** Active or scheduled, each with the customer's version. */
  subscriptions: { row: Doc<"subscriptions">; product: Doc<"products">["definition"] }[];
}

/** What must hold after every step: each entry of an answer is a violation. */
const INVARIANTS: Record<string, (stored: Stored) => unknown[]> = {
  "INV-3 no consumable balance is below its floor": belowFloor,
  "INV-10 the customer sees what its entities see, together": lostAmongEntities,
  "INV-21 nothing starts early or ends late": outOfTime,
  "INV-22 one active and one scheduled plan per group": overbooked,
  "INV-22 a group with a free default is never empty": withoutDefault,
  "INV-27 invoices are the sum of their lines, in whole minor units": wrongInvoices,
  "INV-34 a trial is not charged": chargedTrials,
  "INV-35 credit is never negative": negativeCredit,
  "only products in force have balances": orphans,
  "the customer's next step is that of its products": misplanned,
};

/** Every violation of any invariant, with its name. */
export async function violationsIn(t: Engine): Promise<Record<string, unknown[]>> {
  const stored = await readStored(t);
  const found = Object.entries(INVARIANTS).map(([name, of]) => [name, of(stored)] as const);
  const gaps = ["INV-1 ledger entries sum to what is stored", await ledgerGaps(t)] as const;
  return Object.fromEntries([gaps, ...found].filter(([, rows]) => rows.length > 0));
}

async function readStored(t: Engine): Promise<Stored> {
  return await t.run(async (ctx) => {
    const products = await ctx.db.query("products").take(MAX_ROWS);
    const rows = await ctx.db.query("subscriptions").take(MAX_ROWS);
    const live = rows.filter(({ status }) => status !== "expired");
    return {
      customers: await ctx.db.query("customers").take(MAX_ROWS),
      balanceRows: await ctx.db.query("balances").take(MAX_ROWS),
      entities: await ctx.db.query("entities").take(MAX_ROWS),
      invoices: await ctx.db.query("invoices").take(MAX_ROWS),
      sold: products.filter((row) => row.is_newest).map(({ definition }) => definition),
      subscriptions: live.map((row) => ({ row, product: versionOf(products, row) })),
    };
  });
}

function versionOf(products: readonly Doc<"products">[], row: Doc<"subscriptions">) {
  const version = products.find(
    ({ product_id, version }) => product_id === row.product_id && version === row.version,
  );
  if (!version) throw new Error(`${row.product_id} is held but not stored`);
  return version.definition;
}

/** Everything that is stored of some tables, in one comparable text. */
export async function dump(t: Engine, tables: readonly DumpedTable[]): Promise<string> {
  const rows = await t.run((ctx) =>
    Promise.all(tables.map((table) => ctx.db.query(table).take(MAX_ROWS))),
  );
  return JSON.stringify(rows);
}

/** What a purchase that failed must not change. */
export const GOODS = ["subscriptions", "balances", "ledgerEntries"] as const;
/** Everything that a customer's operations write, except stored requests. */
export const STATE = [...GOODS, "customers", "invoices", "usageEvents", "entities"] as const;
type DumpedTable = (typeof STATE)[number];

/** A smaller plan does not remove units in use. */
const STAYS_IN_USE = new Set(["seats", "storage_gb", "collections"]);

export function belowFloor({ balanceRows }: Pick<Stored, "balanceRows">) {
  return balanceRows.filter((row) => {
    if (STAYS_IN_USE.has(row.feature_id)) return !Number.isSafeInteger(row.balance);
    // Unbilled debt is carried over; it is not use of this balance.
    const floor = Math.min(floorOf({ ...row, id: row._id }), 0);
    return row.balance < floor || !Number.isSafeInteger(row.balance);
  });
}

function lostAmongEntities({ balanceRows, entities }: Stored) {
  const live = new Set(
    entities.filter(({ deleted_at }) => deleted_at === null).map(({ entity_id }) => entity_id),
  );
  return balanceRows.filter(({ entity_id: id }) => id !== null && !live.has(id));
}

function outOfTime({ subscriptions }: Stored) {
  const now = Date.now();
  return subscriptions.filter(({ row: { status, starts_at, ended_at } }) => {
    const inForce = status === "active" || status === "past_due";
    return inForce && (starts_at > now || (ended_at !== null && ended_at <= now));
  });
}

function overbooked({ subscriptions }: Stored) {
  const mains = subscriptions.filter(({ product }) => isPlan(product));
  const places = mains.map(({ row, product }) =>
    [row.entity_id, product.group, row.status === "scheduled"].join(" "),
  );
  return places.filter((place, index) => places.indexOf(place) !== index);
}

function withoutDefault({ subscriptions, sold }: Stored) {
  const defaults = sold.filter((product) => product.is_default && isFree(product));
  const mains = subscriptions.filter(
    ({ row, product }) => row.entity_id === null && isPlan(product) && row.status !== "scheduled",
  );
  return defaults.filter(({ group }) => !mains.some(({ product }) => product.group === group));
}

function wrongInvoices({ invoices }: Stored) {
  return invoices.filter(({ lines, total_minor }) => {
    const sum = lines.reduce((total, { minor }) => total + minor, 0);
    return sum !== total_minor || !lines.every(({ minor }) => Number.isSafeInteger(minor));
  });
}

function chargedTrials({ subscriptions, invoices }: Stored) {
  const trials = subscriptions.filter(
    ({ row }) => row.trial_ends_at !== null && row.trial_ends_at > Date.now(),
  );
  return trials.filter(({ row }) =>
    invoices.some(({ subscription, total_minor }) => subscription === row._id && total_minor > 0),
  );
}

function negativeCredit({ customers }: Stored) {
  return customers.filter(
    ({ credit_minor }) => credit_minor < 0 || !Number.isSafeInteger(credit_minor),
  );
}

/** Closing a product's balances completes their ledger. */
function orphans({ subscriptions, balanceRows }: Stored) {
  const inForce = new Set(
    subscriptions.filter(({ row }) => row.status !== "scheduled").map(({ row }) => row._id),
  );
  return balanceRows.filter(({ subscription_id: id }) => !inForce.has(id));
}

/** Whatever a change has loaded, the next scheduled run is for the first step of all products. */
function misplanned({ customers, subscriptions }: Stored) {
  const [customer] = customers;
  if (!customer) return [];
  const rows = subscriptions.map(({ row, product }) => ({
    ...row,
    id: row._id,
    product: { ...product, version: row.version, created_at: row.created_at },
  }));
  const step = nextStep(rows);
  const due = step === null ? null : step.at;
  const { next_due_at: planned, next_change_at: changes } = customer;
  const isLate = due !== null && (changes === null || changes > due);
  return planned === due && !isLate ? [] : [{ planned, due, changes }];
}

/** Balances and use of every feature, as the customer sees them. */
export async function balancesOf(t: Engine) {
  const { features } = await getCustomer(t, ANA);
  return Object.fromEntries(
    Object.entries(features).map(([id, { balance, usage }]) => [id, { balance, usage }]),
  );
}
