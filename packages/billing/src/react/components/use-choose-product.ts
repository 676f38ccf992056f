import { useCallback, useEffect, useRef, useState } from "react";
import { useBilling } from "../context";
import { CheckoutDialog } from "../dialogs/on-demand";
import { useCustomer } from "../hooks/use-customer";
import { useLatest } from "../hooks/use-latest";
import type { CheckoutParams } from "../params";
import type { PricingTableProduct } from "../pricing";
import type { BillingIds } from "../types";

/** What a table's buttons add to the product they name. */
export interface ChooseOptions<Ids extends BillingIds = BillingIds> {
  checkoutParams?: Omit<CheckoutParams<Ids>, "productId" | "productIds" | "dialog"> | undefined;
}

/** What a table's buttons do, and which of them is doing it. */
export interface ProductChoice {
  /** Stays the same while the same person is signed in. */
  choose: (product: PricingTableProduct) => void;
  busyId: string | null;
  /** What a visitor chose where only words can ask them to sign in. */
  refusedId: string | null;
}

/**
 * What a click on a product's button does: a customer's opens the checkout, a visitor's asks the
 * host for sign-in, or goes to the product's own address. A product without an id has only that.
 */
export function useChooseProduct(options: ChooseOptions): ProductChoice {
  const { identityKey, navigator, reportError, askSignIn } = useBilling("PricingTable");
  // The dialog shows the card that pays: loaded with the plans, it is there at the click.
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
      // Nobody knows yet who is signed in.
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
