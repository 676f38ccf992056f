import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { loadCatalogue } from "../catalogue/catalog";
import type { Bucket, Catalogue } from "../../rules/model";
import { payersOf } from "../../rules/payers";
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
  /** Only balances of these features are loaded; products are all there. Absent: all balances. */
  features?: readonly string[];
  /** Who changes it, for the ledger. Absent: whoever called. */
  by?: "clock";
}

/** What is known already, and how much is needed. */
interface Loading {
  catalogue?: Catalogue;
  /** Absent: everything that the customer and its entities hold. */
  owner?: Owner | undefined;
  /** Features that the call is about. Absent: all. With an owner, all balances of its part are loaded. */
  uses?: UsedFeatures | undefined;
}

/** The features that a call is about, of the catalogue that is in force. */
export type UsedFeatures = (catalogue: Catalogue) => readonly string[];

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
  { catalogue: known, owner, uses }: Loading = {},
): Promise<Holdings> {
  const catalogue = known ?? (await loadCatalogue(ctx));
  const about = { customer, now, catalogue };
  if (owner !== undefined) {
    return { ...about, ...(await loadPart(ctx, customer, catalogue, owner)), owner };
  }
  const features = uses && payersOf(catalogue.features, uses(catalogue));
  const loaded = await loadEverything(ctx, customer, catalogue, features);
  return { ...about, ...loaded, ...(features && { features }) };
}

/** The same customer, or the same part of it, with all balances, after something was stored. */
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
