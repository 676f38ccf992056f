import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";
import { loadVersion } from "../catalogue/catalog";
import type { Balance, Catalogue, CatalogueProduct } from "../../rules/model";
import type { SubscriptionRow } from "../../rules/renewals/schedule";

/** Far more than a customer may have: 1,000 entities with a few products of a few features each. */
const MAX_SUBSCRIPTIONS = 10_000;
const MAX_BALANCES = 20_000;

/** The order in which rules take products. */
const LIVE_STATUSES: readonly string[] = ["active", "past_due", "scheduled"];

/** The owner of subscriptions: an entity, or, null, the customer itself. */
export type Owner = string | null;

/** Subscriptions in force or to come, and the balances that they grant. */
export interface Loaded {
  subscriptions: SubscriptionRow[];
  balanceRows: Balance[];
}

/**
 * Everything of a customer and all its entities.
 *
 * @param features - Only balances of these are loaded. Absent: all balances.
 */
export async function loadEverything(
  ctx: QueryCtx,
  { _id: customer }: Doc<"customers">,
  catalogue: Catalogue,
  features?: readonly string[],
): Promise<Loaded> {
  const subscriptions = ctx.db
    .query("subscriptions")
    .withIndex("by_customer_and_is_expired", (q) =>
      q.eq("customer", customer).eq("is_expired", undefined),
    );
  const rows = live(await readAll(subscriptions, MAX_SUBSCRIPTIONS, "subscriptions"));
  const balanceRows =
    features === undefined
      ? await balancesOfCustomer(ctx, customer)
      : (await Promise.all(features.map((id) => balancesOfFeature(ctx, customer, id)))).flat();
  return {
    subscriptions: await joinProducts(ctx, catalogue, rows),
    balanceRows: oldestFirst(balanceRows).map(toBalance),
  };
}

/**
 * One owner's part: the customer's own subscriptions, the entity's, and every
 * balance that the entity may use or that its subscriptions grant. Its cost does
 * not depend on how many other entities there are.
 */
export async function loadPart(
  ctx: QueryCtx,
  customer: Doc<"customers">,
  catalogue: Catalogue,
  owner: Owner,
): Promise<Loaded> {
  const rows = await loadSubscriptionsOf(ctx, customer._id, catalogue, owner);
  const known = new Map<string, Doc<"balances">>();
  const add = (list: readonly Doc<"balances">[]) => list.forEach((row) => known.set(row._id, row));
  for (const entityId of new Set([null, owner])) {
    add(await balancesSeenBy(ctx, customer._id, entityId));
  }
  for (const row of rows) {
    const hasEntityBalances = row.product.items.some(
      (item) => item.entity_feature_id !== undefined,
    );
    // Balances of other entities belong to the subscription all the same.
    if (row.entity_id === owner && hasEntityBalances) add(await balancesGrantedBy(ctx, row));
  }
  if (owner === null) {
    for (const featureId of seatFeatures(customer)) {
      add(await balancesOfFeature(ctx, customer._id, featureId));
    }
  }
  const balanceRows = oldestFirst([...known.values()]);
  const others = await loadHolders(ctx, catalogue, rows, balanceRows);
  return { subscriptions: [...rows, ...others], balanceRows: balanceRows.map(toBalance) };
}

/** Rules take rows in the order of their creation; indexes sort them by other fields. */
function oldestFirst<Row extends { _creationTime: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a._creationTime - b._creationTime);
}

/** The customer's own subscriptions, and the entity's. */
export async function loadSubscriptionsOf(
  ctx: QueryCtx,
  customer: Id<"customers">,
  catalogue: Catalogue,
  owner: Owner,
): Promise<SubscriptionRow[]> {
  const rows: Doc<"subscriptions">[] = [];
  for (const entityId of new Set([null, owner])) {
    const own = ctx.db
      .query("subscriptions")
      .withIndex("by_customer_and_entity_id_and_is_expired", (q) =>
        q.eq("customer", customer).eq("entity_id", entityId).eq("is_expired", undefined),
      );
    rows.push(...(await readAll(own, MAX_SUBSCRIPTIONS, "subscriptions")));
  }
  return await joinProducts(ctx, catalogue, live(rows));
}

/** Rows that are not expired, by status, and oldest first where the index sorts them so. */
function live(rows: readonly Doc<"subscriptions">[]): Doc<"subscriptions">[] {
  const place = ({ status }: Doc<"subscriptions">) => LIVE_STATUSES.indexOf(status);
  return rows.filter(({ status }) => status !== "expired").toSorted((a, b) => place(a) - place(b));
}

/** A subscription of the customer or an entity; null: it has ended. */
export async function loadSubscription(
  ctx: QueryCtx,
  catalogue: Catalogue,
  id: Id<"subscriptions">,
): Promise<SubscriptionRow | null> {
  const row = await ctx.db.get("subscriptions", id);
  if (!row || row.status === "expired") return null;
  const [described] = await joinProducts(ctx, catalogue, [row]);
  return described ?? null;
}

/** Rows with their product versions. */
export async function joinProducts(
  ctx: QueryCtx,
  catalogue: Catalogue,
  rows: readonly Doc<"subscriptions">[],
): Promise<SubscriptionRow[]> {
  const versions = new Map<string, Promise<CatalogueProduct>>();
  const versionOf = ({ product_id: id, version }: Doc<"subscriptions">) => {
    const key = JSON.stringify([id, version]);
    const product = versions.get(key) ?? loadVersion(ctx, catalogue, id, version);
    versions.set(key, product);
    return product;
  };
  return await Promise.all(
    rows.map(async (row) => ({ ...row, id: row._id, product: await versionOf(row) })),
  );
}

/** Owners of balances that were moved to other entities. */
async function loadHolders(
  ctx: QueryCtx,
  catalogue: Catalogue,
  rows: readonly SubscriptionRow[],
  balanceRows: readonly Doc<"balances">[],
): Promise<SubscriptionRow[]> {
  const known = new Set(rows.map(({ id }) => id));
  const ids = new Set(balanceRows.map((balance) => balance.subscription_id));
  const missing = [...ids].filter((id) => !known.has(id));
  const holders = await Promise.all(missing.map((id) => loadSubscription(ctx, catalogue, id)));
  return holders.filter((row) => row !== null);
}

async function balancesOfCustomer(ctx: QueryCtx, customer: Id<"customers">) {
  const rows = ctx.db
    .query("balances")
    .withIndex("by_customer_and_entity_id", (q) => q.eq("customer", customer));
  return await readAll(rows, MAX_BALANCES, "balances");
}

async function balancesSeenBy(ctx: QueryCtx, customer: Id<"customers">, entityId: Owner) {
  const rows = ctx.db
    .query("balances")
    .withIndex("by_customer_and_entity_id", (q) =>
      q.eq("customer", customer).eq("entity_id", entityId),
    );
  return await readAll(rows, MAX_BALANCES, "balances");
}

/** Every balance that a subscription grants, those of all entities included. */
export async function loadGranted(ctx: QueryCtx, row: SubscriptionRow): Promise<Balance[]> {
  return (await balancesGrantedBy(ctx, row)).map(toBalance);
}

async function balancesGrantedBy(ctx: QueryCtx, { id }: SubscriptionRow) {
  const rows = ctx.db
    .query("balances")
    // loadSubscriptionsOf took the id from the row.
    .withIndex("by_subscription_id", (q) => q.eq("subscription_id", id as Id<"subscriptions">));
  return await readAll(rows, MAX_BALANCES, "balances");
}

async function balancesOfFeature(ctx: QueryCtx, customer: Id<"customers">, featureId: string) {
  const rows = ctx.db
    .query("balances")
    .withIndex("by_customer_and_feature_id", (q) =>
      q.eq("customer", customer).eq("feature_id", featureId),
    );
  return await readAll(rows, MAX_BALANCES, "balances");
}

/** Features that are counted by entities: each product counts how many of them the others count. */
function seatFeatures({ seats = {} }: Doc<"customers">): string[] {
  return Object.keys(seats).filter((id) => (seats[id] ?? 0) > 0);
}

function toBalance(row: Doc<"balances">): Balance {
  return { ...row, id: row._id };
}
