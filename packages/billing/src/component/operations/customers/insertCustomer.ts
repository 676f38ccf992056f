import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { CustomerData } from "../../../contract/params";
import { nowFor } from "../../platform/clock";
import { reloadAndSave } from "../../store/saveRevision";
import { countCustomer } from "../../store/customers/customerCount";
import { startFirstDefaults } from "./defaultProducts";
import { loadCustomerState } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { emit } from "../../store/events/emit";

interface NewCustomer {
  /** Null: the customer has no id from a caller yet, and is found by its e-mail address. */
  customerId: string | null;
  customerData?: CustomerData | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
}

/** Creates a customer, with the default products of every group, in one transaction. */
export async function insertCustomer(
  ctx: MutationCtx,
  newCustomer: NewCustomer,
): Promise<CustomerState> {
  const now = nowFor(null);
  const customer = await insertRow(ctx, newCustomer, now);
  await countCustomer(ctx, customer._id, 1);
  const created = { type: "customer.created", fields: {}, at: now, cause: "" } as const;
  await emit(ctx, customer._id, created);
  const customerState = await loadCustomerState(ctx, customer, now);
  await startFirstDefaults(ctx, customerState);
  return await reloadAndSave(ctx, customerState);
}

/** The customer of this address without an id from a caller; null if there is none. */
export async function findUnnamed(ctx: QueryCtx, email: string): Promise<Doc<"customers"> | null> {
  return await ctx.db
    .query("customers")
    .withIndex("by_unnamed_and_email", (q) => q.eq("unnamed", true).eq("email", email))
    .first();
}

async function insertRow(ctx: MutationCtx, newCustomer: NewCustomer, now: number) {
  const { customerId, customerData, metadata = {} } = newCustomer;
  const { name, email, fingerprint } = customerData ?? {};
  const id = await ctx.db.insert("customers", {
    customer_id: customerId ?? "",
    name: name ?? null,
    email: email ?? null,
    fingerprint: fingerprint ?? null,
    metadata,
    created_at: now,
    credit_minor: 0,
    revision: 0,
    next_change_at: null,
    next_due_at: null,
  });
  // Until a caller names it, a customer has an id of ours.
  if (customerId === null) {
    await ctx.db.patch("customers", id, { customer_id: id, unnamed: true });
  }
  const customer = await ctx.db.get("customers", id);
  if (!customer) throw new Error("A customer vanished in its own transaction");
  return customer;
}
