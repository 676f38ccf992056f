import type { Checkout } from "../../contract/responses";
import type { OperationResult } from "../../contract/operations";
import type { CheckoutParams } from "../params";
import type { Transport } from "../transports/transport";
import type { CheckoutDialogProps } from "../types";
import type { Navigator } from "./navigate";
import type { IsLatest } from "./turns";
import { followUrl } from "./navigate";

/** The ports of a checkout. */
export interface CheckoutPorts {
  transport: Transport;
  navigator: Navigator;
  /** With a dialog, the customer always sees the price in it before leaving the page. */
  alwaysConfirm: boolean;
  takeTurn: () => IsLatest;
  showCheckout: (
    dialog: NonNullable<CheckoutParams["dialog"]>,
    props: Omit<CheckoutDialogProps, "open" | "setOpen">,
  ) => void;
}

/**
 * Previews a purchase, then opens the hosted page or the dialog.
 *
 * It follows a URL, unless the caller gave a dialog and the product has a prepaid
 * item, whose quantity the customer can then choose. Without a URL it opens the
 * dialog, unless a newer operation that shows a dialog has started meanwhile.
 *
 * @throws {Error} With a dialog and `productIds`, before any request.
 * @see Spec §4, "Checkout flow"
 */
export async function checkout(
  ports: CheckoutPorts,
  params: CheckoutParams,
): Promise<OperationResult<"checkout">> {
  const { dialog, ...checkoutParams } = params;
  if (dialog && params.productIds) {
    throw new Error("Dialog and productIds are not supported together in checkout()");
  }
  const { openInNewTab, ...args } = checkoutParams;
  const isLatest = dialog && ports.takeTurn();
  const mayLeave = !(dialog && ports.alwaysConfirm);
  const departure = mayLeave ? ports.navigator.prepare(openInNewTab) : null;
  const previewed = await ports.transport.call("checkout", args);
  if (previewed.error) {
    departure?.cancel();
    return previewed;
  }
  const { data } = previewed;
  if (departure && data.url !== null && !(dialog && hasPrepaid(data))) {
    return followUrl(previewed, data.url, departure);
  }
  departure?.cancel();
  if (dialog && isLatest?.()) ports.showCheckout(dialog, { checkoutResult: data, checkoutParams });
  return previewed;
}

function hasPrepaid({ product }: Checkout): boolean {
  return product.items.some(({ usage_model }) => usage_model === "prepaid");
}
