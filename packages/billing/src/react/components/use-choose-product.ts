import { useCallback, useEffect, useRef, useState } from "react";
import { useBilling } from "../context";
import { CheckoutDialog } from "../dialogs/on-demand";
import { useCustomer } from "../hooks/use-customer";
import { useLatest } from "../hooks/use-latest";
import type { CheckoutParams } from "../params";
import type { PricingTableProduct } from "../pricing";
import type { BillingIds } from "../types";

/** The checkout parameters of a table's buttons, without the product. */
export interface ChooseOptions<Ids extends BillingIds = BillingIds> {
  checkoutParams?: Omit<CheckoutParams<Ids>, "productId" | "productIds" | "dialog"> | undefined;
}

/** The click handler of a table's buttons, and the product whose click is running. */
export interface ProductChoice {
  /** Stable while the same user is signed in. */
  choose: (product: PricingTableProduct) => void;
  busyId: string | null;
  /** The product that a visitor chose, if the host has no sign-in: a text asks them to sign in. */
  refusedId: string | null;
}

/**
 * The click on a product's button: for a customer it opens the checkout, for a
 * visitor the host's sign-in or the product's own URL. A product without an id has
 * only the URL.
 */
export function useChooseProduct(options: ChooseOptions): ProductChoice {
  const { identityKey, navigator, reportError, askSignIn } = useBilling("PricingTable");
  // The dialog shows the card that pays: it loads with the plans, so it is there at the click.
  const { checkout } = useCustomer({ errorOnNotFound: false, expand: ["payment_method"] });
  const [busyId, setBusyId] = useState<string | null>(null);
  const [refusedId, setRefusedId] = useState<string | null>(null);
  const isBuying = useRef(false);
  const latest = useLatest(options);

  useEffect(() => CheckoutDialog.preload(), []);

  const buy = useCallback(
    async (productId: string) => {
      if (isBuying.current) return;
      isBuying.current = true;
      setBusyId(productId);
      const { checkoutParams } = latest();
      const result = await checkout({ ...checkoutParams, productId, dialog: CheckoutDialog });
      isBuying.current = false;
      setBusyId(null);
      if (result.error) reportError({ ...result.error, operation: "checkout" });
    },
    [checkout, reportError, latest],
  );
  const choose = useCallback(
    ({ id, display }: PricingTableProduct) => {
      // The identity is still loading.
      if (id !== null && identityKey === undefined) return;
      if (id !== null && identityKey !== null) void buy(id);
      else if (id !== null && askSignIn({ productId: id })) return;
      else if (display?.button_url) navigator.prepare(true).go(display.button_url);
      else setRefusedId(id);
    },
    [identityKey, navigator, buy, askSignIn],
  );

  return { choose, busyId, refusedId: identityKey === null ? refusedId : null };
}
