import { CHANGES } from "../changes";
import type { ChangeKind } from "../changes";
import type { Subscription, Refusal } from "../model";

/** As many as every call about their owner can read. */
export const MAX_PRODUCTS_EACH = 1_000;

/**
 * Refuses products beyond the maximum number of subscriptions of a customer, or of one of its
 * entities.
 *
 * @param subscriptions - In force or to come.
 * @param entityId - The new owner; null: the customer.
 * @param kinds - The changes of one purchase.
 */
export function refuseMoreProducts(
  subscriptions: readonly Pick<Subscription, "entity_id">[],
  entityId: string | null,
  kinds: readonly ChangeKind[],
): Refusal | null {
  const own = subscriptions.filter((row) => row.entity_id === entityId);
  const added = kinds.filter((kind) => CHANGES[kind].adds);
  if (added.length === 0 || own.length + added.length <= MAX_PRODUCTS_EACH) return null;
  return {
    code: "invalid_request",
    message: `At most ${MAX_PRODUCTS_EACH} products can be held at a time`,
  };
}
