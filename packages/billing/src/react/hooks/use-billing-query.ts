import { useCallback } from "react";
import useSWR from "swr";
import type { SWRConfiguration } from "swr";
import type { BrowserArgs, BrowserOperation, Response } from "../../contract/operations";
import type { BillingContextValue } from "../context";
import { failureOf, isRetryable } from "../errors";
import type { BillingFailure } from "../errors";
import { cacheKey } from "./cache-keys";

/**
 * These settings apply, whatever the host's SWR settings. @see Spec §9,
 * "Data-fetching defaults"
 */
const FETCH_OPTIONS = {
  refreshInterval: 0,
  dedupingInterval: 2000,
  focusThrottleInterval: 5000,
  errorRetryInterval: 5000,
} as const satisfies SWRConfiguration;

/** The state of one query. */
export interface BillingQuery<Op extends BrowserOperation> {
  /** The latest response for the signed-in user; undefined until the first. */
  data: Response<Op> | undefined;
  error: BillingFailure | undefined;
  /** Also true while the identity is unknown. */
  isLoading: boolean;
  refetch: () => Promise<void>;
}

/**
 * Runs one query and caches the response by user and arguments.
 *
 * @param args - Null: no query.
 * @param options - `first` is shown until the response arrives.
 */
export function useBillingQuery<Op extends BrowserOperation>(
  billing: BillingContextValue,
  op: Op,
  args: BrowserArgs<Op> | null,
  options: { retry: "never" | "on_error"; first?: Response<Op> | undefined },
): BillingQuery<Op> {
  const { answers, isLive, transport, identityKey } = billing;
  const isKnown = identityKey !== undefined;
  const key = isKnown && args ? cacheKey(billing, op, args) : null;
  // Usage changes with time, without a report.
  const holds = key !== null && answers.holds(key) && isLive() && op !== "query";
  const { data, error, isLoading, mutate } = useSWR<Response<Op>, BillingFailure>(
    key,
    async (asked: string) => {
      const answered = answers.ask(asked);
      // SWR calls this only with a key, and so with arguments.
      const result = await transport.call(op, args as BrowserArgs<Op>);
      if (result.error) throw failureOf(result);
      answered();
      return result.data;
    },
    {
      ...FETCH_OPTIONS,
      ...(options.first && { fallbackData: options.first }),
      shouldRetryOnError: (failure: BillingFailure) => {
        return options.retry === "on_error" && isRetryable(failure);
      },
      // Another component that shows it loads again, unless changes are reported.
      revalidateIfStale: !holds,
    },
  );
  const refetch = useCallback(async () => {
    await mutate();
  }, [mutate]);
  return { data, error, isLoading: isLoading || (!isKnown && args !== null), refetch };
}
