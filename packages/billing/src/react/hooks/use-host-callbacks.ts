import { useMemo } from "react";
import type { BillingEvent, BillingFailureReport, ChosenProduct } from "../ports";
import { useLatest } from "./use-latest";

/** What the host wants to hear of. */
export interface HostCallbacks {
  /** Something that a person started in a dialog or table failed. */
  onError?: ((report: BillingFailureReport) => void) | undefined;
  onEvent?: ((event: BillingEvent) => void) | undefined;
  /**
   * A visitor chose a product, or asked for what only a customer can have; then nothing is chosen.
   * Lead them to sign-in, and back to what they chose.
   */
  onSignIn?: ((chosen: ChosenProduct | null) => void) | undefined;
}

/** The host's callbacks under one lasting identity, so that inline functions cost nothing. */
export function useHostCallbacks(host: HostCallbacks) {
  const latest = useLatest(host);
  return useMemo(
    () => ({
      reportError: (report: BillingFailureReport) => latest().onError?.(report),
      // By itself: what the host throws is the host's, and ends no purchase.
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
