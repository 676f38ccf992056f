import { useConvexAuth } from "convex/react";
import { useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { useRequest } from "../../shared/use-request";
import { CheckoutDialog, useCustomer } from "../billing-hooks";
import type { SpotlightIds } from "../billing-hooks";
import { CHOSEN } from "./choice-path";

/** Resumes, once, a visitor's choice from before sign-in by opening the checkout. */
export function useChosenProduct(
  onSale: readonly SpotlightIds["productId"][],
  params: { successUrl: string },
): void {
  // Waits until the deployment knows the user: a checkout before that would have no customer.
  const { isAuthenticated } = useConvexAuth();
  const [search, setSearch] = useSearchParams();
  const { checkout } = useCustomer({ errorOnNotFound: false });
  const [, run] = useRequest();
  const taken = useRef<string>(undefined);
  const named = search.get(CHOSEN);
  const chosen = onSale.find((productId) => productId === named);

  useEffect(() => {
    if (chosen === undefined || !isAuthenticated || taken.current === chosen) return;
    taken.current = chosen;
    setSearch({}, { replace: true });
    run(() => checkout({ ...params, productId: chosen, dialog: CheckoutDialog }));
  });
}
