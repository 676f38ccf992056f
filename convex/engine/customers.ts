import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { CustomerData } from "../contract/params";
import { catalogueRevision, loadCatalogue } from "./catalog";
import { nowFor } from "./clock";
import { commit } from "./commit";
import { hold } from "./held";
import { findCustomer, loadHoldings } from "./holdings";
import type { Holdings } from "./holdings";
import { processDue } from "./renewals";
import { isFree } from "./rules/product";

/** Whose call it is. Both come from a verified identity or from server code. */
export interface Asker {
  customerId: string;
  customerData?: CustomerData | undefined;
}

/**
 * Where every writing operation begins: the customer exists, has the default
 * products of every group, and everything that was due has been done.
 */
export async function openCustomer(ctx: MutationCtx, asker: Asker): Promise<Holdings> {
  const known = await findCustomer(ctx, asker.customerId);
  if (!known) return await createCustomer(ctx, asker);
  const customer = await backFill(ctx, known, asker.customerData ?? {});
  const { holdings } = await processDue(ctx, await loadHoldings(ctx, customer, nowFor(customer)));
  return customer === known ? holdings : await commit(ctx, holdings);
}

/** What a query may see of a customer; null: there is none yet. */
export async function viewCustomer(
  ctx: QueryCtx,
  customerId: string,
  now: number,
): Promise<Holdings | null> {
  const customer = await findCustomer(ctx, customerId);
  return customer && (await loadHoldings(ctx, customer, nowFor(customer, now)));
}

/** Numbers that rise when something changed, and when the clock alone will change something. */
export async function readRevision(ctx: QueryCtx, customerId: string | null) {
  const customer = customerId === null ? null : await findCustomer(ctx, customerId);
  return {
    customer: customer ? customer.revision : 0,
    catalogue: await catalogueRevision(ctx),
    next_change_at: customer && customer.next_change_at,
  };
}

async function createCustomer(ctx: MutationCtx, asker: Asker): Promise<Holdings> {
  const { name, email, fingerprint } = asker.customerData ?? {};
  const now = nowFor(null);
  const id = await ctx.db.insert("customers", {
    customer_id: asker.customerId,
    name: name ?? null,
    email: email ?? null,
    fingerprint: fingerprint ?? null,
    metadata: {},
    created_at: now,
    credit_minor: 0,
    revision: 0,
    next_change_at: null,
    next_due_at: null,
  });
  const customer = await ctx.db.get("customers", id);
  if (!customer) throw new Error("A customer vanished in its own transaction");
  const holdings = await loadHoldings(ctx, customer, now, await loadCatalogue(ctx));
  for (const product of holdings.catalogue.products.values()) {
    if (!product.is_default || product.archived || !isFree(product)) continue;
    const terms = { product, entityId: null, packs: [], startsAt: now, anchor: now };
    await hold(ctx, holdings, { ...terms, trialEndsAt: null });
  }
  return await commit(ctx, holdings);
}

/** Fills what is missing; what is there is never overwritten. */
async function backFill(
  ctx: MutationCtx,
  customer: Doc<"customers">,
  data: CustomerData,
): Promise<Doc<"customers">> {
  const missing: CustomerData = {};
  for (const field of ["name", "email", "fingerprint"] as const) {
    const value = data[field];
    if (customer[field] === null && typeof value === "string") missing[field] = value;
  }
  if (Object.keys(missing).length === 0) return customer;
  await ctx.db.patch("customers", customer._id, missing);
  return { ...customer, ...missing };
}
