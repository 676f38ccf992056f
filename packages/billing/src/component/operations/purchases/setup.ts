import type { Infer } from "convex/values";
import { ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import type { SetupPayment } from "../../../contract/responses";
import type { vSetupPaymentParams } from "../../../contract/params";
import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { refuseWithoutProcessor } from "../../payments/notConfigured";
import { ensureCurrentCustomer } from "../customers/customers";
import { addSetupIntent } from "./intents";

/** Opens the hosted page that saves a card and sells nothing. */
export async function openSetupPage(
  ctx: MutationCtx,
  params: Infer<typeof vSetupPaymentParams>,
  idempotencyKey: string | undefined,
): Promise<Result<SetupPayment>> {
  const processor = currentProcessor();
  if (!processor) return refuseWithoutProcessor("No card can be saved here");
  const { customer_id, customer_data: customerData, success_url: successUrl } = params;
  const customerState = await ensureCurrentCustomer(
    ctx,
    { customerId: customer_id, customerData },
    null,
  );
  const { url, tokenHash } = await processor.openPage();
  await addSetupIntent(ctx, customerState, { successUrl, idempotencyKey, tokenHash });
  return ok({ customer_id, url });
}
