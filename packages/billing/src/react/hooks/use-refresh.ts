import { useCallback, useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { createFreshness } from "../flows/freshness";
import { scopePrefix } from "./cache-keys";
import type { CacheScope } from "./cache-keys";

/**
 * Refetches what is on screen for the person signed in, and empties the cache
 * of whoever was signed in before. A late answer to them is dropped.
 */
export function useRefresh({ backendUrl, identityKey }: CacheScope) {
  const { cache, mutate } = useSWRConfig();
  const prefix = scopePrefix({ backendUrl, identityKey });

  const [answers] = useState(createFreshness);
  const refresh = useCallback(async () => {
    // What nobody shows right now is not refetched, but it is asked for when it is shown again.
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
    // Nobody shows these keys any more, so this fetches nothing: it makes SWR drop
    // the answers that are on their way, and not wait for them should the person return.
    void mutate(isWithin(left));
    for (const key of [...cache.keys()].filter(isWithin(left))) cache.delete(key);
  }, [cache, mutate, prefix]);

  return { answers, refresh, refreshAfter };
}

function isWithin(prefix: string) {
  return (key: unknown) => typeof key === "string" && key.startsWith(prefix);
}
