import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";
import { loadVersion } from "../catalogue/catalog";
import type { Bucket, Catalogue, CatalogueProduct } from "../../rules/model";
import type { HeldRow } from "../../rules/schedule";

/** Far more than a customer may have: 1,000 entities with a few products of a few features each. */
const MAX_HELD = 10_000;
const MAX_BUCKETS = 20_000;

/** The order in which rules take products. */
const LIVE_STATUSES: readonly string[] = ["active", "past_due", "scheduled"];

/** Whose products: an entity's, or, null, the customer's own. */
export type Owner = string | null;

/** What is held, in force or to come, and the buckets that it grants. */
export interface Loaded {
  held: HeldRow[];
  buckets: Bucket[];
}

/**
 * Everything that a customer and all its entities hold.
 *
 * @param features - Only balances of these are loaded. Absent: all balances.
 */
export async function loadEverything(
  ctx: QueryCtx,
  { _id: customer }: Doc<"customers">,
  catalogue: Catalogue,
  features?: readonly string[],
): Promise<Loaded> {
  const held = ctx.db
    .query("heldProducts")
    .withIndex("by_customer_and_is_expired", (q) =>
      q.eq("customer", customer).eq("is_expired", undefined),
    );
  const rows = live(await readAll(held, MAX_HELD, "held products"));
  const buckets =
    features === undefined
      ? await bucketsOfCustomer(ctx, customer)
      : (await Promise.all(features.map((id) => bucketsOfFeature(ctx, customer, id)))).flat();
  return {
    held: await describeRows(ctx, catalogue, rows),
    buckets: oldestFirst(buckets).map(toBucket),
  };
}

/**
 * What concerns one owner: what the customer holds itself, what the entity
 * holds, and every bucket that the entity may use or that its products grant.
 * Its cost does not depend on how many other entities there are.
 */
export async function loadPart(
  ctx: QueryCtx,
  customer: Doc<"customers">,
  catalogue: Catalogue,
  owner: Owner,
): Promise<Loaded> {
  const rows = await loadHeldOf(ctx, customer._id, catalogue, owner);
  const known = new Map<string, Doc<"balances">>();
  const add = (list: readonly Doc<"balances">[]) => list.forEach((row) => known.set(row._id, row));
  for (const entityId of new Set([null, owner])) {
    add(await bucketsSeenBy(ctx, customer._id, entityId));
  }
  for (const row of rows) {
    const hasSlots = row.product.items.some((item) => item.entity_feature_id !== undefined);
    // Slots of other entities belong to the product all the same.
    if (row.entity_id === owner && hasSlots) add(await bucketsGrantedBy(ctx, row));
  }
  if (owner === null) {
    for (const featureId of seatFeatures(customer)) {
      add(await bucketsOfFeature(ctx, customer._id, featureId));
    }
  }
  const buckets = oldestFirst([...known.values()]);
  const others = await loadHolders(ctx, catalogue, rows, buckets);
  return { held: [...rows, ...others], buckets: buckets.map(toBucket) };
}

/** Rules take rows in the order in which they were made; indexes sort them by other things. */
function oldestFirst<Row extends { _creationTime: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a._creationTime - b._creationTime);
}

/** What the customer holds itself, and what the entity holds. */
export async function loadHeldOf(
  ctx: QueryCtx,
  customer: Id<"customers">,
  catalogue: Catalogue,
  owner: Owner,
): Promise<HeldRow[]> {
  const rows: Doc<"heldProducts">[] = [];
  for (const entityId of new Set([null, owner])) {
    const own = ctx.db
      .query("heldProducts")
      .withIndex("by_customer_and_entity_id_and_is_expired", (q) =>
        q.eq("customer", customer).eq("entity_id", entityId).eq("is_expired", undefined),
      );
    rows.push(...(await readAll(own, MAX_HELD, "held products")));
  }
  return await describeRows(ctx, catalogue, live(rows));
}

/** Rows that are not expired, by status, and oldest first where the index sorts them so. */
function live(rows: readonly Doc<"heldProducts">[]): Doc<"heldProducts">[] {
  const place = ({ status }: Doc<"heldProducts">) => LIVE_STATUSES.indexOf(status);
  return rows.filter(({ status }) => status !== "expired").toSorted((a, b) => place(a) - place(b));
}

/** A held product of the customer or an entity; null: it has ended. */
export async function loadHeld(
  ctx: QueryCtx,
  catalogue: Catalogue,
  id: Id<"heldProducts">,
): Promise<HeldRow | null> {
  const row = await ctx.db.get("heldProducts", id);
  if (!row || row.status === "expired") return null;
  const [described] = await describeRows(ctx, catalogue, [row]);
  return described ?? null;
}

/** Rows with the versions that they are of. */
export async function describeRows(
  ctx: QueryCtx,
  catalogue: Catalogue,
  rows: readonly Doc<"heldProducts">[],
): Promise<HeldRow[]> {
  const versions = new Map<string, Promise<CatalogueProduct>>();
  const versionOf = ({ product_id: id, version }: Doc<"heldProducts">) => {
    const key = JSON.stringify([id, version]);
    const product = versions.get(key) ?? loadVersion(ctx, catalogue, id, version);
    versions.set(key, product);
    return product;
  };
  return await Promise.all(
    rows.map(async (row) => ({ ...row, id: row._id, product: await versionOf(row) })),
  );
}

/** Holders of slots that were moved to other entities. */
async function loadHolders(
  ctx: QueryCtx,
  catalogue: Catalogue,
  rows: readonly HeldRow[],
  buckets: readonly Doc<"balances">[],
): Promise<HeldRow[]> {
  const known = new Set(rows.map(({ id }) => id));
  const ids = new Set(buckets.map((bucket) => bucket.held_product_id));
  const missing = [...ids].filter((id) => !known.has(id));
  const holders = await Promise.all(missing.map((id) => loadHeld(ctx, catalogue, id)));
  return holders.filter((row) => row !== null);
}

async function bucketsOfCustomer(ctx: QueryCtx, customer: Id<"customers">) {
  const rows = ctx.db
    .query("balances")
    .withIndex("by_customer_and_entity_id", (q) => q.eq("customer", customer));
  return await readAll(rows, MAX_BUCKETS, "balances");
}

async function bucketsSeenBy(ctx: QueryCtx, customer: Id<"customers">, entityId: Owner) {
  const rows = ctx.db
    .query("balances")
    .withIndex("by_customer_and_entity_id", (q) =>
      q.eq("customer", customer).eq("entity_id", entityId),
    );
  return await readAll(rows, MAX_BUCKETS, "balances");
}

/** Every bucket that a product grants, those of all entities included. */
export async function loadGranted(ctx: QueryCtx, row: HeldRow): Promise<Bucket[]> {
  return (await bucketsGrantedBy(ctx, row)).map(toBucket);
}

async function bucketsGrantedBy(ctx: QueryCtx, { id }: HeldRow) {
  const rows = ctx.db
    .query("balances")
    // loadHeldOf took the id from the row.
    .withIndex("by_held_product_id", (q) => q.eq("held_product_id", id as Id<"heldProducts">));
  return await readAll(rows, MAX_BUCKETS, "balances");
}

async function bucketsOfFeature(ctx: QueryCtx, customer: Id<"customers">, featureId: string) {
  const rows = ctx.db
    .query("balances")
    .withIndex("by_customer_and_feature_id", (q) =>
      q.eq("customer", customer).eq("feature_id", featureId),
    );
  return await readAll(rows, MAX_BUCKETS, "balances");
}

/** Features of which entities are made: each product counts how many of them the others count. */
function seatFeatures({ seats = {} }: Doc<"customers">): string[] {
  return Object.keys(seats).filter((id) => (seats[id] ?? 0) > 0);
}

function toBucket(row: Doc<"balances">): Bucket {
  return { ...row, id: row._id };
}
