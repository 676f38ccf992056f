import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { BillingContextValue } from "../context";
import { createRefresher } from "../flows/refresher";
import type { BillingFunctions, ConvexClient, ConvexWatch } from "../ports";
import { useDeadline } from "./use-deadline";

/** What the live revision reads, and what it does with a change. */
interface LiveRevisionParams {
  convex: ConvexClient | undefined;
  api: BillingFunctions | undefined;
  identityKey: BillingContextValue["identityKey"];
  refresh: () => Promise<void>;
  refreshAfter: (deadline: number) => void;
}

/**
 * Refetches once when the deployment says that the customer or the catalogue
 * changed, and once when the moment passes at which they change by themselves.
 * The first revision seen of each person is only remembered.
 *
 * @returns What those use who change something themselves, and whether news comes at all.
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

/** As text, which compares by value. Null: not known, or the query failed; then nothing is live. */
function readRevision(watch: ConvexWatch | undefined): string | null {
  try {
    const value = watch?.localQueryResult();
    return value === undefined ? null : JSON.stringify(value);
  } catch {
    return null;
  }
}

function deadlinesOf(revision: string | null): number[] {
  // Whatever a deployment answered.
  const value = JSON.parse(revision ?? "null") as { next_change_at?: unknown } | null;
  const at = value?.next_change_at;
  return typeof at === "number" ? [at] : [];
}
