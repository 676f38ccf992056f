import { useCallback, useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { createFreshness } from "../flows/freshness";
import { scopePrefix } from "./cache-keys";
import type { CacheScope } from "./cache-keys";

/**
 * Refetches the signed-in user's data on screen, and empties the previous user's
 * cache. Drops late responses to that user.
 */
export function useRefresh({ backendUrl, identityKey }: CacheScope) {
  const { cache, mutate } = useSWRConfig();
  const prefix = scopePrefix({ backendUrl, identityKey });

  const [answers] = useState(createFreshness);
  const refresh = useCallback(async () => {
    // Data that is not on screen is refetched when it is shown again.
    answers.forget();
    await mutate(isWithin(prefix));
  }, [answers, mutate, prefix]);

  const lastDeadline = useRef(-Infinity);
  const refreshAfter = useCallback(
    (deadline: number) => {
      if (deadline <= lastDeadline.current) return;
      lastDeadline.current = deadline;
      void refresh();
    },
    [refresh],
  );

  const lastPrefix = useRef(prefix);
  useEffect(() => {
    const left = lastPrefix.current;
    lastPrefix.current = prefix;
    if (left === prefix) return;
    // These keys are no longer on screen, so this loads nothing: SWR drops running requests, and
    // does not wait for them if the user returns.
    void mutate(isWithin(left));
    for (const key of [...cache.keys()].filter(isWithin(left))) cache.delete(key);
  }, [cache, mutate, prefix]);

  return { answers, refresh, refreshAfter };
}

function isWithin(prefix: string) {
  return (key: unknown) => typeof key === "string" && key.startsWith(prefix);
}
