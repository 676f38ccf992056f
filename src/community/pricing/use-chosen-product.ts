import { useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { CheckoutDialog } from "../../billing";
import { useIdentity } from "../../identity";
import { useRequest } from "../../shell/use-request";
import { useCustomer } from "../billing-hooks";
import type { SpotlightIds } from "../billing-hooks";

const CHOSEN = "product";

/** The address of the pricing page that goes on with a choice. */
export function pathOfChoice(path: string, productId: string): string {
  return `${path}?${CHOSEN}=${encodeURIComponent(productId)}`;
}

/** Goes on, once, with what a stranger chose before they signed in: its checkout opens. */
export function useChosenProduct(
  onSale: readonly SpotlightIds["productId"][],
  params: { successUrl: string },
): void {
  const { status } = useIdentity();
  const [search, setSearch] = useSearchParams();
  const { checkout } = useCustomer({ errorOnNotFound: false });
  const [, run] = useRequest();
  const taken = useRef<string>(undefined);
  const named = search.get(CHOSEN);
  const chosen = onSale.find((productId) => productId === named);

  useEffect(() => {
    if (chosen === undefined || status !== "signedIn" || taken.current === chosen) return;
    taken.current = chosen;
    setSearch({}, { replace: true });
    run(() => checkout({ ...params, productId: chosen, dialog: CheckoutDialog }));
  });
}
