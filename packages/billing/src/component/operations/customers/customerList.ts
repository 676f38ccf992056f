import { fail, ok } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { Expand } from "../../../contract/responses";
import type { Customer } from "../../../contract/wire";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { loadCatalogue } from "../../store/catalogue/catalog";
import { closeAccount } from "../../payments/charges/closeAccounts";
import { nowFor } from "../../platform/clock";
import { saveRevision } from "../../store/saveRevision";
import { countCustomer, customerCount } from "../../store/customers/customerCount";
import { ensureCurrentCustomer, viewCustomer } from "./customers";
import { serializeCustomer } from "../responses/serializeCustomer";
import { findCustomer, loadCustomerState } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { loadNextInvoice } from "../renewal/nextInvoice";
import { forgetIdentity, hasIdentity, renameIdentity } from "../../store/customers/identities";
import { insertCustomer, findUnnamed } from "./insertCustomer";
import { renameCustomer } from "./rename";
import { rememberOffers } from "../../store/customers/usedOffers";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
/** A page reads every customer before it: further back it would read too many. */
const MAX_OFFSET = 5000;
const MAX_ID_LENGTH = 128;

/**
 * Get-or-create. A customer without an id is found by email address, and gets the
 * first id that comes with that address.
 *
 * Only `email` itself identifies such a customer, never `customer_data`: an identity
 * supplies that data about itself, and not every issuer verifies addresses.
 */
export async function createCustomer(
  ctx: MutationCtx,
  params: WireParams<"createCustomer">,
): Promise<OperationResult<"createCustomer">> {
  const { id = null, expand = [], metadata, customer_data, ...own } = params;
  if (id !== null && !isUsableId(id)) return invalidId();
  const email = own.email ?? null;
  if (id === null && (email === null || email === "")) {
    return fail("invalid_customer", "A customer without an id needs an email");
  }
  const customerId = await resolve(ctx, id, email);
  const caller = { customerData: { ...customer_data, ...own }, metadata };
  const customerState =
    customerId === null
      ? await insertCustomer(ctx, { customerId, ...caller })
      : await ensureCurrentCustomer(ctx, { customerId, ...caller });
  return ok(await serializeExpanded(ctx, customerState, expand));
}

async function serializeExpanded(
  ctx: QueryCtx,
  customerState: CustomerState,
  expand: readonly Expand[],
): Promise<Customer> {
  const customer = await serializeCustomer(ctx, customerState, expand);
  if (!expand.includes("next_invoice")) return customer;
  const next_invoice = await loadNextInvoice(ctx, customerState);
  return { ...customer, ...(next_invoice !== undefined && { next_invoice }) };
}

/** Newest first. `total` counts this page, `total_count` everyone. */
export async function listCustomers(
  ctx: QueryCtx,
  { limit = DEFAULT_LIMIT, offset = 0 }: WireParams<"listCustomers">,
  now: number,
): Promise<OperationResult<"listCustomers">> {
  if (!isWithin(limit, 1, MAX_LIMIT)) {
    return fail("invalid_inputs", `limit: must be a whole number from 1 to ${MAX_LIMIT}`);
  }
  if (!isWithin(offset, 0, MAX_OFFSET)) {
    return fail("invalid_inputs", `offset: must be a whole number from 0 to ${MAX_OFFSET}`);
  }
  const rows = await ctx.db
    .query("customers")
    .order("desc")
    .take(offset + limit);
  const catalogue = await loadCatalogue(ctx);
  const list = await Promise.all(
    rows.slice(offset).map(async (row) => {
      const customerState = await loadCustomerState(ctx, row, nowFor(row, now), { catalogue });
      return await serializeCustomer(ctx, customerState, []);
    }),
  );
  const count = await customerCount(ctx);
  const totals = { total: list.length, total_count: count, total_filtered_count: count };
  return ok({ list, ...totals, limit, offset });
}

export async function getCustomer(
  ctx: QueryCtx,
  { customer_id: id, expand = [] }: WireParams<"getCustomer">,
  now: number,
): Promise<OperationResult<"getCustomer">> {
  const customerState = await viewCustomer(ctx, id, now);
  return customerState
    ? ok(await serializeExpanded(ctx, customerState, expand))
    : customerNotFound(id);
}

/** Given fields change, the rest stays. Metadata is merged: null deletes a key. */
export async function updateCustomer(
  ctx: MutationCtx,
  { customer_id: customerId, id, metadata, ...fields }: WireParams<"updateCustomer">,
): Promise<OperationResult<"updateCustomer">> {
  const known = await findCustomer(ctx, customerId);
  if (!known) return customerNotFound(customerId);
  if (id === null) {
    return fail("invalid_update_customer_params", "A customer's id cannot become null");
  }
  if (id !== undefined && !isUsableId(id)) return invalidId();
  const isRenamed = id !== undefined && id !== customerId;
  if (isRenamed) {
    if ((await findCustomer(ctx, id)) || (await hasIdentity(ctx, id))) {
      return fail("duplicate_customer_id", `Customer ${id} already exists`, 409);
    }
    await renameIdentity(ctx, customerId, id);
    await renameCustomer(ctx, known, id);
  }
  await ctx.db.patch("customers", known._id, {
    ...fields,
    ...(metadata && { metadata: mergeMetadata(known, metadata) }),
  });
  const customerState = await ensureCurrentCustomer(ctx, {
    customerId: isRenamed ? id : customerId,
  });
  return ok(await serializeCustomer(ctx, await saveRevision(ctx, customerState), []));
}

/** The customer is deleted at once; its rows follow in batches. */
export async function deleteCustomer(
  ctx: MutationCtx,
  { customer_id: id }: WireParams<"deleteCustomer">,
): Promise<OperationResult<"deleteCustomer">> {
  const customer = await findCustomer(ctx, id);
  if (!customer) return customerNotFound(id);
  await rememberOffers(ctx, customer);
  await closeAccount(ctx, customer);
  await ctx.db.delete("customers", customer._id);
  await countCustomer(ctx, customer._id, -1);
  await forgetIdentity(ctx, id);
  const billedTo = customer.invoice_numbers && (customer.name ?? customer.email ?? undefined);
  const deletedAt = Date.now();
  const left = { customer: customer._id, customerId: id, deletedAt, ...(billedTo && { billedTo }) };
  await ctx.scheduler.runAfter(0, internal.lifecycle.erasure.erase, left);
  return ok({ success: true });
}

/** The customer that a call names: a known id, the customer of that address, or none yet. */
async function resolve(ctx: MutationCtx, id: string | null, email: string | null) {
  if (email === null || (id !== null && (await findCustomer(ctx, id)))) return id;
  const unnamed = await findUnnamed(ctx, email);
  if (!unnamed) return id;
  if (id === null) return unnamed.customer_id;
  await renameCustomer(ctx, unnamed, id);
  return id;
}

function mergeMetadata(
  { metadata }: Doc<"customers">,
  changes: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const merged = Object.entries({ ...metadata, ...changes });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max;
}

function isUsableId(id: string): boolean {
  return id !== "" && id.length <= MAX_ID_LENGTH;
}

function invalidId() {
  return fail("invalid_inputs", `id: must be 1 to ${MAX_ID_LENGTH} characters`);
}

function customerNotFound(id: string) {
  return fail("customer_not_found", `Customer ${id} not found`, 404);
}
