import { fail, ok } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { QueryCtx } from "../../_generated/server";
import { nowFor } from "../../platform/clock";
import { findCustomer } from "../../store/customers/customerState";
import { pageOfCreditNotes, serializeCreditNote } from "../../store/invoices/creditNotes";
import { pageOfInvoices, serializeInvoiceDetail } from "../responses/invoiceViews";

/** Invoices of a customer with their lines, newest first, page by page. */
export async function listInvoices(
  ctx: QueryCtx,
  { customer_id: customerId, ...page }: WireParams<"listInvoices">,
  now: number,
): Promise<OperationResult<"listInvoices">> {
  const customer = await findCustomer(ctx, customerId);
  if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
  const read = await pageOfInvoices(ctx, customer._id, page);
  if ("error" in read) return read;
  const own = nowFor(customer, now);
  const list = await Promise.all(read.rows.map((row) => serializeInvoiceDetail(row, own)));
  return ok({ list, next_cursor: read.next });
}

/** Credit notes of a customer, newest first, page by page. */
export async function listCreditNotes(
  ctx: QueryCtx,
  { customer_id: customerId, ...page }: WireParams<"listCreditNotes">,
): Promise<OperationResult<"listCreditNotes">> {
  const customer = await findCustomer(ctx, customerId);
  if (!customer) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
  const read = await pageOfCreditNotes(ctx, customer._id, page);
  if ("error" in read) return read;
  const list = await Promise.all(read.rows.map((note) => serializeCreditNote(ctx, note)));
  return ok({ list, next_cursor: read.next });
}
