import { useMemo } from "react";
import type { BillingContextValue } from "../context";
import { indexAccess } from "../flows/access-index";
import type { Holder } from "../flows/access-index";
import type { KnownAccess } from "../flows/check";
import { useDeadline } from "./use-deadline";

/** The loaded data of a holder for local checks, refetched when time alone has changed it. */
export function useAccess(
  { refreshAfter }: BillingContextValue,
  holder: Holder | null,
  loading: boolean,
): KnownAccess {
  useDeadline(
    useMemo(() => deadlinesOf(holder), [holder]),
    refreshAfter,
  );
  return useMemo(() => ({ index: holder && indexAccess(holder), loading }), [holder, loading]);
}

/** The points in time at which a holder changes without any call. */
function deadlinesOf(holder: Holder | null): number[] {
  if (!holder) return [];
  const resets = Object.values(holder.features).map(({ next_reset_at }) => next_reset_at);
  const trials = holder.products.map(({ trial_ends_at }) => trial_ends_at);
  return [...resets, ...trials].filter((at) => typeof at === "number");
}
