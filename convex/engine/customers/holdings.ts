import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { loadCatalogue, loadVersion } from "../catalogue/catalog";
import type { Bucket, Catalogue } from "../rules/model";
import type { HeldRow } from "../rules/schedule";

/** Bounds on what one customer holds at a time; history is not read. */
const MAX_HELD = 100;
const MAX_BUCKETS = 4_000;

const LIVE_STATUSES = ["active", "past_due", "scheduled"] as const;

/** Everything that rules ask about one customer at one moment. */
export interface Holdings {
  customer: Doc<"customers">;
  now: number;
  catalogue: Catalogue;
  /** In force or to come; nothing that ended. */
  held: HeldRow[];
  buckets: Bucket[];
  /** Who changes it, for the ledger. Absent: whoever called. */
  by?: "clock";
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
  catalogue?: Catalogue,
): Promise<Holdings> {
  const known = catalogue ?? (await loadCatalogue(ctx));
  const held = await loadHeld(ctx, customer._id, known);
  return { customer, now, catalogue: known, held, buckets: await loadBuckets(ctx, customer._id) };
}

/** The same customer after something was stored. */
export async function reload(ctx: QueryCtx, holdings: Holdings): Promise<Holdings> {
  const { customer, now, catalogue, by } = holdings;
  const row = await ctx.db.get("customers", customer._id);
  if (!row) throw new Error(`Customer ${customer.customer_id} vanished`);
  return { ...(await loadHoldings(ctx, row, now, catalogue)), ...(by && { by }) };
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

async function loadHeld(ctx: QueryCtx, customer: Id<"customers">, catalogue: Catalogue) {
  const rows = await Promise.all(
    LIVE_STATUSES.map((status) =>
      ctx.db
        .query("heldProducts")
        .withIndex("by_customer_and_status", (q) => q.eq("customer", customer).eq("status", status))
        .take(MAX_HELD),
    ),
  );
  return await Promise.all(
    rows.flat().map(async (row): Promise<HeldRow> => {
      const product = await loadVersion(ctx, catalogue, row.product_id, row.version);
      return { ...row, id: row._id, product };
    }),
  );
}

async function loadBuckets(ctx: QueryCtx, customer: Id<"customers">): Promise<Bucket[]> {
  const rows = await ctx.db
    .query("balances")
    .withIndex("by_customer", (q) => q.eq("customer", customer))
    .take(MAX_BUCKETS);
  return rows.map((row) => ({ ...row, id: row._id }));
}
