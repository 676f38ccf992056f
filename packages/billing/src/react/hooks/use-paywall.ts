import type { CheckPreview } from "../../contract/responses";
import type { BillingError } from "../../contract/errors";
import type { BrowserArgs } from "../../contract/operations";
import { useBilling } from "../context";
import type { BillingIds } from "../types";
import { useBillingQuery } from "./use-billing-query";

/** Parameters of `usePaywall`. */
export interface UsePaywallParams<Ids extends BillingIds = BillingIds> {
  /** Null or absent: no request. */
  featureId?: Ids["featureId"] | null | undefined;
  /** The entity; absent: the customer. */
  entityId?: string | undefined;
  /** The required units. Default 1. */
  requiredBalance?: number | undefined;
}

/** The result of `usePaywall`. */
export interface PaywallHandle {
  /** The offer; null while loading, or when nothing unlocks the feature. */
  data: CheckPreview | null;
  /** The server's decision; null until it arrives. */
  allowed: boolean | null;
  /** Why the latest load failed; it is retried. */
  error: BillingError | undefined;
  /** True until the first response or failure. */
  isLoading: boolean;
}

/**
 * Loads the products that would unlock a feature.
 *
 * @returns The preview: why the feature is denied and which products unlock it.
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
  const preview = data?.code === "feature_found" ? data.preview : undefined;
  return { data: preview ?? null, allowed: data?.allowed ?? null, error, isLoading };
}

function checkArgs({ featureId, entityId, requiredBalance }: UsePaywallParams) {
  if (featureId === null || featureId === undefined) return null;
  const args: BrowserArgs<"check"> = { featureId, withPreview: true };
  if (entityId !== undefined) args.entityId = entityId;
  if (requiredBalance !== undefined) args.requiredBalance = requiredBalance;
  return args;
}
