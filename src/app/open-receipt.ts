import { navigate } from "wouter/use-browser-location";
import type { BillingEvent } from "../../packages/billing/src/react";

/** A payment with a saved card ends on the same page as one on the card page. */
export function openReceipt(event: BillingEvent): void {
  if (event.type === "checkout_confirmed" && event.paidUrl !== undefined) navigate(event.paidUrl);
}
