import { useMemo } from "react";
import type { BillingError } from "../../contract/errors";
import type { Query, Range } from "../../contract/usageResponses";
import { useBilling } from "../context";
import type { BillingIds } from "../types";
import { useBillingQuery } from "./use-billing-query";

/** Parameters of `useUsage`. */
export interface UseUsageParams<Ids extends BillingIds = BillingIds> {
  /** One feature or several. Null: no request. */
  featureId: Ids["featureId"] | Ids["featureId"][] | null;
  /** `24h` is in hours, the others in days. Default `last_cycle`. */
  range?: Range | undefined;
}

/** The result of `useUsage`. Amounts are in feature units. */
export interface UsageHandle {
  /**
   * One entry for every hour or day, oldest first: `period`, its start in epoch
   * milliseconds UTC, and each feature's sum under its id. Empty until loaded.
   */
  rows: Query["list"];
  /** By feature id: the number of uses, and their sum. Empty until loaded. */
  total: Query["total"];
  /** True until the first response or failure. */
  isLoading: boolean;
  /** Why the latest load failed; earlier data stays. */
  error: BillingError | undefined;
  /** Loads again, now. */
  refetch: () => Promise<void>;
}

const NOTHING_YET: Query = { list: [], total: {} };

/**
 * The usage of the signed-in customer over time, in UTC hours or days.
 *
 * @returns Empty while loading, signed out or failed. A failure is not retried;
 *   call `refetch`.
 * @throws {Error} Outside a `BillingProvider`.
 * @see Spec §3, "Usage range values"
 */
export function useUsage({ featureId, range = "last_cycle" }: UseUsageParams): UsageHandle {
  const billing = useBilling("useUsage");
  const { data, error, isLoading, refetch } = useBillingQuery(
    billing,
    "query",
    billing.identityKey === null || featureId === null ? null : { featureId, range },
    { retry: "never" },
  );
  const { list: rows, total } = data ?? NOTHING_YET;
  return useMemo(
    () => ({ rows, total, isLoading, error, refetch }),
    [rows, total, isLoading, error, refetch],
  );
}
