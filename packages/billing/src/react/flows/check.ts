import type { CheckParams, LocalCheck } from "../params";
import type { PaywallDialogProps } from "../types";
import type { AccessIndex } from "./access-index";

/** The loaded data of the customer or entity. */
export interface KnownAccess {
  /** Null: signed out, or not loaded yet. */
  index: AccessIndex | null;
  loading: boolean;
}

/** The ports of a check. */
export interface CheckPorts extends KnownAccess {
  /** The entity of the paywall; absent: the customer. */
  entityId?: string | undefined;
  showPaywall: (
    dialog: NonNullable<CheckParams["dialog"]>,
    props: Omit<PaywallDialogProps, "open" | "setOpen">,
  ) => void;
}

/**
 * Checks loaded data and, if a feature is denied and a dialog was given, opens the
 * paywall. The paywall stays closed while data is loading, so that it never offers
 * something that the customer already has.
 *
 * @throws {Error} Without `featureId` and `productId`.
 * @throws {RangeError} If `requiredBalance` is negative or not finite.
 * @see Spec §2, "Paywall dialog"
 */
export function check(ports: CheckPorts, params: CheckParams): LocalCheck {
  const answer = checkAccess(ports, params);
  const { dialog, productId: _productId, featureId, ...shown } = params;
  if (!answer.allowed && !ports.loading && dialog && featureId !== undefined) {
    ports.showPaywall(dialog, { ...shown, featureId, entityId: ports.entityId });
  }
  return answer;
}

/** The result of `check`, without a paywall. The product's result wins over the feature's. */
export function checkAccess(
  { index, loading }: KnownAccess,
  { featureId, productId, requiredBalance = 1 }: CheckParams,
): LocalCheck {
  if (productId !== undefined) {
    return (
      index?.product(productId) ?? { ...deniedWithoutCustomer(loading), product_id: productId }
    );
  }
  const asked = demandFeature(featureId);
  return (
    index?.feature(asked, requiredBalance) ?? {
      ...deniedWithoutCustomer(loading),
      feature_id: asked,
      required_balance: requiredBalance,
    }
  );
}

/** `checkAccess` as a boolean: in constant time, without allocations. */
export function isAccessAllowed(
  { index }: KnownAccess,
  { featureId, productId, requiredBalance = 1 }: CheckParams,
): boolean {
  if (productId !== undefined) return index?.product(productId).allowed ?? false;
  const asked = demandFeature(featureId);
  return index?.allowsFeature(asked, requiredBalance) ?? false;
}

function demandFeature(featureId: string | undefined): string {
  if (featureId !== undefined) return featureId;
  throw new Error("allowed() requires either featureId or productId");
}

function deniedWithoutCustomer(loading: boolean) {
  return { allowed: false, customer_id: null, ...(loading && { loading: true as const }) };
}
