import { useMemo } from "react";
import type { BillingEvent, BillingFailureReport, ChosenProduct } from "../ports";
import { useLatest } from "./use-latest";

/** The callbacks of the host. */
export interface HostCallbacks {
  /** An operation that a user started in a dialog or table failed. */
  onError?: ((report: BillingFailureReport) => void) | undefined;
  /** A paywall was shown, a checkout was opened or confirmed, or a purchase was made. */
  onEvent?: ((event: BillingEvent) => void) | undefined;
  /**
   * A visitor chose a product, or used something that needs a customer (then the
   * product is null). Open your sign-in, and return to the choice afterwards.
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
