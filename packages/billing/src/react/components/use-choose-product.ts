import { useCallback, useEffect, useRef, useState } from "react";
import type { BillingError } from "../../contract/errors";
import { useBilling } from "../context";
import { CheckoutDialog } from "../dialogs/on-demand";
import { openPage } from "../flows/navigate";
import { useCustomer } from "../hooks/use-customer";
import { useLatest } from "../hooks/use-latest";
import type { CheckoutParams } from "../params";
import type { PricingTableProduct } from "../pricing";
import type { BillingIds } from "../types";

/** The checkout parameters of a table's buttons, except for the product. */
export interface ChooseOptions<Ids extends BillingIds = BillingIds> {
  /** Parameters of every checkout from the table, such as `successUrl`. */
  checkoutParams?: Omit<CheckoutParams<Ids>, "productId" | "productIds" | "dialog"> | undefined;
}

/** The click handler of a table's buttons, and the latest click. */
export interface ProductChoice {
  /** Stable while the same user is signed in. */
  choose: (product: PricingTableProduct) => void;
  /** The product that this user clicked last, by `keyOf`; null: none. */
  clicked: string | null;
  /** The state of that click. */
  state: ChoiceState;
}

/** The state of a click on a product: idle, running, or failed. */
export type ChoiceState = "idle" | "busy" | BillingError;

/** A visitor chose a product, and the host has no `onSignIn`. */
export const SIGN_IN_FIRST: BillingError = { code: "unauthenticated", message: "" };

/** Identifies a product of a table. Products that only the host defines have no id. */
export function keyOf({ id, name }: Pick<PricingTableProduct, "id" | "name">): string {
  return id ?? name;
}

/**
 * Handles a click on a product's button: it opens the checkout for a customer, and
 * the host's sign-in or the product's own URL for a visitor. A product without an id
 * has only the URL.
 */
export function useChooseProduct(options: ChooseOptions): ProductChoice {
  const { identityKey, navigator, reportError, askSignIn } = useBilling("PricingTable");
  // The dialog shows the card on file. Loading it with the plans makes it ready at the
  // click.
  const { checkout } = useCustomer({ errorOnNotFound: false, expand: ["payment_method"] });
  const [click, setClick] = useState<Click>({ who: null, clicked: null, state: "idle" });
  const isBuying = useRef(false);
  const latest = useLatest(options);

  useEffect(() => CheckoutDialog.preload(), []);

  const buy = useCallback(
    async (productId: string) => {
      if (isBuying.current) return;
      isBuying.current = true;
      const mine = { who: identityKey, clicked: productId };
      setClick({ ...mine, state: "busy" });
      const { checkoutParams } = latest();
      const { error } = await checkout({ ...checkoutParams, productId, dialog: CheckoutDialog });
      isBuying.current = false;
      setClick({ ...mine, state: error ?? "idle" });
      if (error) reportError({ ...error, operation: "checkout" });
    },
    [checkout, identityKey, reportError, latest],
  );
  const choose = useCallback(
    (product: PricingTableProduct) => {
      const { id, display } = product;
      if (id !== null) {
        // Undefined: the identity is still loading.
        if (identityKey !== null) return void (identityKey !== undefined && buy(id));
        if (askSignIn({ productId: id })) return;
      }
      const url = display?.button_url;
      const state = url ? (openPage(navigator, url) ?? "idle") : SIGN_IN_FIRST;
      setClick({ who: identityKey, clicked: keyOf(product), state });
    },
    [identityKey, navigator, buy, askSignIn],
  );

  // The next user of this page has not clicked anything.
  const { who, clicked, state } = click;
  return { choose, clicked: who === identityKey ? clicked : null, state };
}

type Click = Omit<ProductChoice, "choose"> & { who: string | null | undefined };
