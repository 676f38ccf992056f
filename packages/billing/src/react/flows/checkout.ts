import type { Checkout } from "../../contract/responses";
import type { OperationResult } from "../../contract/operations";
import type { CheckoutParams } from "../params";
import type { Transport } from "../transports/transport";
import type { CheckoutDialogProps } from "../types";
import type { Navigator } from "./navigate";
import type { IsLatest } from "./turns";
import { followUrl } from "./navigate";

/** What the checkout flow reaches out to. */
export interface CheckoutPorts {
  transport: Transport;
  navigator: Navigator;
  /** With a dialog, nobody is sent away without seeing the price in it first. */
  alwaysConfirm: boolean;
  takeTurn: () => IsLatest;
  showCheckout: (
    dialog: NonNullable<CheckoutParams["dialog"]>,
    props: Omit<CheckoutDialogProps, "open" | "setOpen">,
  ) => void;
}

/**
 * Previews a purchase, then goes to the hosted page or opens the dialog.
 *
 * An address is followed unless a dialog was given and a prepaid item exists,
 * whose quantity can then still be chosen. Without an address the dialog opens,
 * unless something newer that shows a dialog has begun meanwhile.
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
