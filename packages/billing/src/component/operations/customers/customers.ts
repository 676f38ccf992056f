import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { CustomerData } from "../../../contract/params";
import { catalogueRevision } from "../../store/catalogue/catalog";
import { nowFor } from "../../platform/clock";
import { reloadAndSave } from "../../store/saveRevision";
import { findCustomer, loadCustomerState } from "../../store/customers/customerState";
import type { CustomerState, Owner, UsedFeatures } from "../../store/customers/customerState";
import { startLateDefaults } from "./defaultProducts";
import { insertCustomer } from "./insertCustomer";
import { isChangeDue, processDue } from "../renewal/dueSteps";

/** The caller. Both fields come from a verified identity or from server code. */
export interface Caller {
  customerId: string;
  customerData?: CustomerData | undefined;
  /** Stored with a new customer only. */
  metadata?: Readonly<Record<string, string>> | undefined;
}

/**
 * Where every writing operation begins: the customer exists, has the default
 * products of every group, those that joined the catalogue later included, and
 * everything that is due has been processed.
 *
 * @param owner - Whose products the call is about: the entity's, or, null, the
 *   customer's own. Absent: those of all entities.
 * @param uses - The features that the call is about. While nothing is due, only
 *   the balances that decide about them are loaded. Absent: all are.
 */
export async function ensureCurrentCustomer(
  ctx: MutationCtx,
  caller: Caller,
  owner?: Owner,
  uses?: UsedFeatures,
): Promise<CustomerState> {
  const known = await findCustomer(ctx, caller.customerId);
  if (!known) return await insertCustomer(ctx, caller);
  const customer = await backFill(ctx, known, caller.customerData ?? {});
  const now = nowFor(customer);
  const loading = { owner, uses: isChangeDue(customer, now) ? undefined : uses };
  const { customerState } = await processDue(
    ctx,
    await loadCustomerState(ctx, customer, now, loading),
  );
  const isSupplied = await startLateDefaults(ctx, customerState);
  return customer === known && !isSupplied
    ? customerState
    : await reloadAndSave(ctx, customerState);
}

/** Loads the state of the customer that one of its rows names. */
export async function ensureCurrentCustomerById(
  ctx: MutationCtx,
  id: Id<"customers">,
  owner?: Owner,
): Promise<CustomerState> {
  const customer = await ctx.db.get("customers", id);
  if (!customer) throw new Error("Something belongs to a customer who is not there");
  return await ensureCurrentCustomer(ctx, { customerId: customer.customer_id }, owner);
}

/**
 * The customer state that a query may read, whole or for one owner; null if there is
 * none yet.
 *
 * @param uses - The requested features. Absent: all.
 */
export async function viewCustomer(
  ctx: QueryCtx,
  customerId: string,
  now: number,
  owner?: Owner,
  uses?: UsedFeatures,
): Promise<CustomerState | null> {
  const customer = await findCustomer(ctx, customerId);
  return (
    customer && (await loadCustomerState(ctx, customer, nowFor(customer, now), { owner, uses }))
  );
}

/** Counters that rise with every change, and the time when the clock alone changes something. */
export async function readRevision(ctx: QueryCtx, customerId: string | null) {
  const customer = customerId === null ? null : await findCustomer(ctx, customerId);
  return {
    customer: customer ? customer.revision : 0,
    catalogue: await catalogueRevision(ctx),
    next_change_at: customer && customer.next_change_at,
  };
}

/** Fills missing fields; it never overwrites one. */
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
