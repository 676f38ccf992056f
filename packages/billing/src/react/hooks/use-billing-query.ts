import { useCallback } from "react";
import useSWR from "swr";
import type { SWRConfiguration } from "swr";
import type { BrowserArgs, BrowserOperation, Response } from "../../contract/operations";
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

/** One question's state. */
export interface BillingQuery<Op extends BrowserOperation> {
  /** The latest answer of the person signed in; undefined until there is one. */
  data: Response<Op> | undefined;
  error: BillingFailure | undefined;
  /** Also while it is not known who is signed in. */
  isLoading: boolean;
  refetch: () => Promise<void>;
}

/**
 * Asks one operation and keeps the answer, per person and arguments.
 *
 * @param args - Null: ask nothing.
 * @param options - `first` is shown until the answer is there.
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
  // What was used changes as time goes by, and nobody tells of that.
  const holds = key !== null && answers.holds(key) && isLive() && op !== "query";
  const { data, error, isLoading, mutate } = useSWR<Response<Op>, BillingFailure>(
    key,
    async (asked: string) => {
      const answered = answers.ask(asked);
      // SWR asks only while there is a key, and so arguments.
      const result = await transport.call(op, args as BrowserArgs<Op>);
      if (result.error) throw new BillingFailure(result.error);
      answered();
      return result.data;
    },
    {
      ...FETCH_OPTIONS,
      ...(options.first && { fallbackData: options.first }),
      shouldRetryOnError: options.retry === "on_error",
      // Another component that shows it asks again, unless news would have come.
      revalidateIfStale: !holds,
    },
  );
  const refetch = useCallback(async () => {
    await mutate();
  }, [mutate]);
  return { data, error, isLoading: isLoading || (!isKnown && args !== null), refetch };
}
