import { fail, ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import type { RetriedPayment } from "../../../contract/operatorResponses";
import type { MutationCtx } from "../../_generated/server";
import { findInvoiceOf } from "../invoices/refunds";
import { payOpenInvoice } from "../renewal/debt";

const OUTCOMES: Readonly<Record<string, RetriedPayment["outcome"]>> = {
  payment_failed: "declined",
  authentication_required: "approval_needed",
  payment_pending: "pending",
};

/** Charges an open invoice now. */
export async function retryInvoice(
  ctx: MutationCtx,
  { customerId, invoice: name }: { customerId: string; invoice: string },
): Promise<Result<RetriedPayment>> {
  const found = await findInvoiceOf(ctx, customerId, name);
  if ("error" in found) return found;
  const { customerState, invoice } = found;
  const number = invoice.number ?? "";
  if (invoice.status !== "open") {
    return fail("invalid_request", `Invoice ${number} is not open: nothing is charged`);
  }
  const unpaid = await payOpenInvoice(ctx, customerState, invoice._id);
  if (!unpaid) return ok({ invoice: number, outcome: "paid", message: null });
  const { code, message } = unpaid.error;
  return ok({ invoice: number, outcome: OUTCOMES[code] ?? "declined", message });
}
