import { useEffect, useMemo, useRef } from "react";
import type { BillingEvent, BillingFailureReport } from "../ports";

/** What the host wants to hear of. */
export interface HostCallbacks {
  /** Something that a person started in a dialog or table failed. */
  onError?: ((report: BillingFailureReport) => void) | undefined;
  onEvent?: ((event: BillingEvent) => void) | undefined;
}

/** The host's callbacks under one lasting identity, so that inline functions cost nothing. */
export function useHostCallbacks({ onError, onEvent }: HostCallbacks) {
  const latest = useRef<HostCallbacks>({ onError, onEvent });
  useEffect(() => {
    latest.current = { onError, onEvent };
  });
  return useMemo(
    () => ({
      reportError: (report: BillingFailureReport) => latest.current.onError?.(report),
      emit: (event: BillingEvent) => latest.current.onEvent?.(event),
    }),
    [],
  );
}
