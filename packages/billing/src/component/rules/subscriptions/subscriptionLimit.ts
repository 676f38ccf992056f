import { CHANGES } from "../changes";
import type { ChangeKind } from "../changes";
import type { Subscription, Refusal } from "../model";

/** As many as every call about their owner can read. */
export const MAX_PRODUCTS_EACH = 1_000;

/**
 * Refuses a product beyond the most subscriptions of a customer, or of one of its
 * entities.
 *
 * @param subscriptions - In force or to come.
 * @param entityId - The new owner; null: the customer.
 */
export function refuseMoreProducts(
  subscriptions: readonly Pick<Subscription, "entity_id">[],
  entityId: string | null,
  kind: ChangeKind,
): Refusal | null {
  const own = subscriptions.filter((row) => row.entity_id === entityId);
  if (!CHANGES[kind].adds || own.length < MAX_PRODUCTS_EACH) return null;
  return {
    code: "invalid_request",
    message: `At most ${MAX_PRODUCTS_EACH} products can be held at a time`,
  };
}
