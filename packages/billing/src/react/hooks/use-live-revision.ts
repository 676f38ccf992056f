import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { BillingContextValue } from "../context";
import { createRefresher } from "../flows/refresher";
import type { BillingFunctions, ConvexClient, ConvexWatch } from "../ports";
import { reasonOf } from "../transports/convex";
import { useDeadline } from "./use-deadline";

/** The ports of the live revision. */
interface LiveRevisionParams {
  convex: ConvexClient | undefined;
  api: BillingFunctions | undefined;
  identityKey: BillingContextValue["identityKey"];
  refresh: () => Promise<void>;
  refreshAfter: (deadline: number) => void;
}

/**
 * Refetches once when the deployment reports a change of the customer or the
 * catalogue, and once when time alone changes them. The first revision of each user
 * is only stored.
 *
 * @returns Functions for those who make changes, and whether changes are reported
 *   at all.
 */
export function useLiveRevision(
  params: LiveRevisionParams,
): Pick<BillingContextValue, "expectChange" | "isLive"> {
  const { convex, api, identityKey, refresh, refreshAfter } = params;
  const watch = useMemo(
    () => (api?.revision ? convex?.watchQuery?.(api.revision, {}) : undefined),
    [convex, api],
  );
  const revision = useSyncExternalStore(
    useCallback((changed) => watch?.onUpdate(changed) ?? (() => undefined), [watch]),
    () => readRevision(watch),
    () => null,
  );

  const isLive = useCallback(() => readRevision(watch) !== null, [watch]);
  const refresher = useMemo(() => createRefresher(refresh, isLive), [refresh, isLive]);
  const seen = useRef<Pick<LiveRevisionParams, "identityKey"> & { revision: string }>(null);
  useEffect(() => {
    if (revision === null) return;
    const last = seen.current;
    seen.current = { identityKey, revision };
    if (last && last.identityKey === identityKey && last.revision !== revision) refresher.hear();
  }, [identityKey, revision, refresher]);

  useDeadline(
    useMemo(() => deadlinesOf(revision), [revision]),
    refreshAfter,
  );
  return { expectChange: refresher.expectChange, isLive };
}

/**
 * The revision as text, which compares by value. Null: unknown, or the query failed;
 * then nothing is live.
 */
function readRevision(watch: ConvexWatch | undefined): string | null {
  try {
    const value = watch?.localQueryResult();
    return value === undefined ? null : JSON.stringify(value);
  } catch (error) {
    if (watch) logOnce(watch, error);
    return null;
  }
}

const logged = new WeakSet<ConvexWatch>();

/** It is read at every render. */
function logOnce(watch: ConvexWatch, error: unknown): void {
  if (logged.has(watch)) return;
  logged.add(watch);
  console.error(`[billing] revision failed, so this page is not live: ${reasonOf(error)}`);
}

function deadlinesOf(revision: string | null): number[] {
  // A deployment may return anything, so the type is not trusted.
  const value = JSON.parse(revision ?? "null") as { next_change_at?: unknown } | null;
  const at = value?.next_change_at;
  return typeof at === "number" ? [at] : [];
}
