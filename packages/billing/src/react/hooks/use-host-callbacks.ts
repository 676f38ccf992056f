import { useMemo } from "react";
import type { BillingEvent, BillingFailureReport, ChosenProduct } from "../ports";
import { useLatest } from "./use-latest";

/** The callbacks of the host. */
export interface HostCallbacks {
  /** An operation that a user started in a dialog or table failed. */
  onError?: ((report: BillingFailureReport) => void) | undefined;
  onEvent?: ((event: BillingEvent) => void) | undefined;
  /**
   * A visitor chose a product, or used something that only a customer can have; then
   * the product is null. Lead them to sign-in, and back to their choice.
   */
  onSignIn?: ((chosen: ChosenProduct | null) => void) | undefined;
}

/** The host's callbacks with a stable identity, so that inline functions cause no renders. */
export function useHostCallbacks(host: HostCallbacks) {
  const latest = useLatest(host);
  return useMemo(
    () => ({
      reportError: (report: BillingFailureReport) => latest().onError?.(report),
      // In a microtask: an exception of the host must not break a purchase.
      emit: (event: BillingEvent) => queueMicrotask(() => latest().onEvent?.(event)),
      askSignIn: (chosen: ChosenProduct | null) => {
        const { onSignIn } = latest();
        onSignIn?.(chosen);
        return !!onSignIn;
      },
    }),
    [latest],
  );
}
