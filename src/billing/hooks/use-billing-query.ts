import useSWR from "swr";
import type { SWRConfiguration, SWRResponse } from "swr";
import type { BrowserArgs, BrowserOperation, Response } from "../../../convex/contract/operations";
import type { BillingContextValue } from "../context";
import { BillingFailure } from "../errors";
import { cacheKey } from "./cache-keys";

/** Whatever the host configures around us, these hold. @see Spec §9, "Data-fetching defaults" */
const FETCH_OPTIONS = {
  refreshInterval: 0,
  dedupingInterval: 2000,
  focusThrottleInterval: 5000,
  errorRetryInterval: 5000,
} as const satisfies SWRConfiguration;

/**
 * Asks one operation and keeps the answer, per person and arguments.
 *
 * @param args - Null: ask nothing.
 */
export function useBillingQuery<Op extends BrowserOperation>(
  billing: BillingContextValue,
  op: Op,
  args: BrowserArgs<Op> | null,
  options: { retry: "never" | "on_error" },
): SWRResponse<Response<Op>, BillingFailure> {
  return useSWR<Response<Op>, BillingFailure>(
    args && cacheKey(billing, op, args),
    async () => {
      // SWR asks only while there is a key, and so arguments.
      const result = await billing.transport.call(op, args as BrowserArgs<Op>);
      if (result.error) throw new BillingFailure(result.error);
      return result.data;
    },
    { ...FETCH_OPTIONS, shouldRetryOnError: options.retry === "on_error" },
  );
}
