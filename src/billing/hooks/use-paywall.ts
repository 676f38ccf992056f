import type { CheckPreview } from "../../../convex/contract/answers";
import type { BillingError } from "../../../convex/contract/errors";
import type { BrowserArgs } from "../../../convex/contract/operations";
import { useBilling } from "../context";
import { useBillingQuery } from "./use-billing-query";

/** What `usePaywall` takes. */
export interface UsePaywallParams {
  /** Null or absent: ask nothing. */
  featureId?: string | null | undefined;
  entityId?: string | undefined;
  /** Units that were needed. Default 1. */
  requiredBalance?: number | undefined;
}

/** What `usePaywall` returns. */
export interface PaywallHandle {
  /** What to sell; null while loading, or when there is nothing to sell. */
  data: CheckPreview | null;
  /** The server's answer; null until it is there. */
  allowed: boolean | null;
  error: BillingError | undefined;
  isLoading: boolean;
}

/**
 * Asks the server what would unlock a feature.
 *
 * @returns The preview: why the feature is denied and which products help.
 * @throws {Error} Outside a `BillingProvider`.
 * @see Spec §2, "Paywall dialog"
 */
export function usePaywall(params: UsePaywallParams): PaywallHandle {
  const billing = useBilling("usePaywall");
  const { data, error, isLoading } = useBillingQuery(
    billing,
    "check",
    billing.identityKey === null ? null : checkArgs(params),
    { retry: "on_error" },
  );
  const preview = data && "preview" in data ? data.preview : undefined;
  return { data: preview ?? null, allowed: data?.allowed ?? null, error, isLoading };
}

function checkArgs({ featureId, entityId, requiredBalance }: UsePaywallParams) {
  if (featureId === null || featureId === undefined) return null;
  const args: BrowserArgs<"check"> = { featureId, withPreview: true };
  if (entityId !== undefined) args.entityId = entityId;
  if (requiredBalance !== undefined) args.requiredBalance = requiredBalance;
  return args;
}
