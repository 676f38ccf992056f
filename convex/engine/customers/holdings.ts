import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { loadCatalogue } from "../catalogue/catalog";
import type { Bucket, Catalogue } from "../rules/model";
import { loadEverything, loadPart } from "./heldRows";
import type { Loaded, Owner } from "./heldRows";

export type { Owner } from "./heldRows";

/** What rules ask about one customer at one moment: in force or to come, nothing that ended. */
export interface Holdings extends Loaded {
  customer: Doc<"customers">;
  now: number;
  catalogue: Catalogue;
  /** Only what concerns this owner is loaded. Absent: everything of the customer. */
  owner?: Owner;
  /** Who changes it, for the ledger. Absent: whoever called. */
  by?: "clock";
}

/** What is known already, and how much is needed. */
interface Loading {
  catalogue?: Catalogue;
  /** Absent: everything that the customer and its entities hold. */
  owner?: Owner | undefined;
}

export async function findCustomer(ctx: QueryCtx, customerId: string) {
  return await ctx.db
    .query("customers")
    .withIndex("by_customer_id", (q) => q.eq("customer_id", customerId))
    .unique();
}

export async function loadHoldings(
  ctx: QueryCtx,
  customer: Doc<"customers">,
  now: number,
  { catalogue: known, owner }: Loading = {},
): Promise<Holdings> {
  const catalogue = known ?? (await loadCatalogue(ctx));
  const about = { customer, now, catalogue };
  return owner === undefined
    ? { ...about, ...(await loadEverything(ctx, customer, catalogue)) }
    : { ...about, ...(await loadPart(ctx, customer, catalogue, owner)), owner };
}

/** The same customer, or the same part of it, after something was stored. */
export async function reload(ctx: QueryCtx, holdings: Holdings): Promise<Holdings> {
  const { customer, now, catalogue, owner, by } = holdings;
  const row = await ctx.db.get("customers", customer._id);
  if (!row) throw new Error(`Customer ${customer.customer_id} vanished`);
  return { ...(await loadHoldings(ctx, row, now, { catalogue, owner })), ...(by && { by }) };
}

/** What one held product grants. */
export function bucketsOf({ buckets }: Holdings, row: { id: string }): Bucket[] {
  return buckets.filter((bucket) => bucket.held_product_id === row.id);
}

/** The row behind a held product. */
export function heldId(row: { id: string }): Id<"heldProducts"> {
  // loadHeld took it from the row.
  return row.id as Id<"heldProducts">;
}

/** The document behind a bucket. */
export function bucketId(bucket: { id: string }): Id<"balances"> {
  // loadBuckets took it from the document.
  return bucket.id as Id<"balances">;
}
