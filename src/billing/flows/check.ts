import type { CheckParams, LocalCheck } from "../params";
import type { PaywallDialogProps } from "../types";
import type { AccessIndex } from "./access-index";

/** What is known of the customer. */
export interface KnownAccess {
  /** Null: no customer, or not yet. */
  index: AccessIndex | null;
  loading: boolean;
}

/** What the check flow knows and reaches out to. */
export interface CheckPorts extends KnownAccess {
  showPaywall: (
    dialog: NonNullable<CheckParams["dialog"]>,
    props: Omit<PaywallDialogProps, "open" | "setOpen">,
  ) => void;
}

/**
 * Answers from the loaded customer and, when a feature is denied and a dialog
 * was given, opens the paywall. While the customer loads it stays shut: nobody
 * is sold what they may already have.
 *
 * @throws {Error} Without `featureId` and `productId`.
 * @throws {RangeError} If `requiredBalance` is negative or not finite.
 * @see Spec §2, "Paywall dialog"
 */
export function check(ports: CheckPorts, params: CheckParams): LocalCheck {
  const answer = checkAccess(ports, params);
  const { dialog, featureId, requiredBalance, context, onUnlocked } = params;
  if (!answer.allowed && !ports.loading && dialog && featureId !== undefined) {
    ports.showPaywall(dialog, { featureId, requiredBalance, context, onUnlocked });
  }
  return answer;
}

/** The answer of `check`, opening nothing. The product's answer wins over the feature's. */
export function checkAccess(
  { index, loading }: KnownAccess,
  { featureId, productId, requiredBalance = 1 }: CheckParams,
): LocalCheck {
  if (productId !== undefined) {
    return index?.product(productId) ?? { ...unknown(loading), product_id: productId };
  }
  if (featureId === undefined) {
    throw new Error("allowed() requires either featureId or productId");
  }
  return (
    index?.feature(featureId, requiredBalance) ?? {
      ...unknown(loading),
      feature_id: featureId,
      required_balance: requiredBalance,
    }
  );
}

function unknown(loading: boolean) {
  return { allowed: false, customer_id: null, ...(loading && { loading: true as const }) };
}
