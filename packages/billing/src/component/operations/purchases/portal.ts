import { ok } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { refuseWithoutProcessor } from "../../payments/notConfigured";
import { ensureCurrentCustomer } from "../customers/customers";

/** Opens the page where a customer manages cards, invoices and plans. */
export async function billingPortal(
  ctx: MutationCtx,
  params: WireParams<"billingPortal">,
): Promise<OperationResult<"billingPortal">> {
  const processor = currentProcessor();
  if (!processor) return refuseWithoutProcessor("There is no billing portal here");
  const { customer_id, customer_data: customerData, return_url: returnUrl } = params;
  const { customer } = await ensureCurrentCustomer(
    ctx,
    { customerId: customer_id, customerData },
    null,
  );
  return ok({ customer_id, url: await processor.openPortal(ctx, customer._id, returnUrl ?? null) });
}
