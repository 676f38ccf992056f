import { useState } from "react";
import { useBilling } from "../context";
import { CheckoutDialog } from "../dialogs/checkout-dialog";
import { useCustomer } from "../hooks/use-customer";
import type { CheckoutParams } from "../params";
import type { PricingTableProduct } from "../pricing";

/** What a table's buttons add to the product they name. */
export interface ChooseOptions {
  checkoutParams?: Omit<CheckoutParams, "productId" | "productIds" | "dialog"> | undefined;
  /** A visitor chose a product: sign in first, then come back to it. */
  onSignIn?: ((productId: string) => void) | undefined;
}

/**
 * What a click on a product's button does: a customer's opens the checkout, a
 * visitor's goes to sign-in, and a product without an id has only its address.
 */
export function useChooseProduct({ checkoutParams, onSignIn }: ChooseOptions) {
  const { identityKey, navigator, reportError } = useBilling("PricingTable");
  const { checkout } = useCustomer({ errorOnNotFound: false });
  const [busyId, setBusyId] = useState<string | null>(null);

  async function buy(productId: string) {
    if (busyId !== null) return;
    setBusyId(productId);
    const result = await checkout({ ...checkoutParams, productId, dialog: CheckoutDialog });
    setBusyId(null);
    if (result.error) reportError({ ...result.error, operation: "checkout" });
  }

  function choose({ id, display }: PricingTableProduct) {
    // Nobody knows yet who is signed in.
    if (id !== null && identityKey === undefined) return;
    if (id !== null && identityKey !== null) void buy(id);
    else if (id !== null && onSignIn) onSignIn(id);
    else if (display?.button_url) navigator.prepare("new_tab").go(display.button_url);
  }

  return { choose, busyId };
}
