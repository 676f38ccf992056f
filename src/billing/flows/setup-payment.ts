import type { OperationResult } from "../../../convex/contract/operations";
import type { SetupPaymentParams } from "../params";
import type { Transport } from "../transports/transport";
import { followUrl, targetOf } from "./follow";
import type { Navigator } from "./navigate";

/** Goes to the page where a payment method is saved. @see Spec §2 */
export async function setupPayment(
  ports: { transport: Transport; navigator: Navigator },
  { openInNewTab, ...args }: SetupPaymentParams,
): Promise<OperationResult<"setupPayment">> {
  const departure = ports.navigator.prepare(targetOf({ openInNewTab }));
  const result = await ports.transport.call("setupPayment", args);
  if (!result.error) return followUrl(result, result.data.url, departure);
  departure.cancel();
  return result;
}
