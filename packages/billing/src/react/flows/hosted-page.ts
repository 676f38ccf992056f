import type { Result } from "../../contract/errors";
import type { OperationResult } from "../../contract/operations";
import type { BillingPortalParams, SetupPaymentParams } from "../params";
import type { Transport } from "../transports/transport";
import { followUrl, targetOf } from "./follow";
import type { Navigator } from "./navigate";

interface PagePorts {
  transport: Transport;
  navigator: Navigator;
}

/** Goes to the page where a payment method is saved. @see Spec §2 */
export async function setupPayment(
  { transport, navigator }: PagePorts,
  { openInNewTab, ...args }: SetupPaymentParams,
): Promise<OperationResult<"setupPayment">> {
  const departure = navigator.prepare(targetOf({ openInNewTab }));
  return followPage(await transport.call("setupPayment", args), departure);
}

/** Goes to the page where cards, invoices and plans are kept in order. @see Spec §2 */
export async function openBillingPortal(
  { transport, navigator }: PagePorts,
  { openInNewTab, ...args }: BillingPortalParams,
): Promise<OperationResult<"billingPortal">> {
  const departure = navigator.prepare(targetOf({ openInNewTab }));
  return followPage(await transport.call("billingPortal", args), departure);
}

function followPage<T extends { url: string }>(
  result: Result<T>,
  departure: ReturnType<Navigator["prepare"]>,
): Result<T> {
  if (!result.error) return followUrl(result, result.data.url, departure);
  departure.cancel();
  return result;
}
