import type { Branch } from "./branch";
import type { Subscription, Refusal } from "./model";

/** As many as every call about their owner can read. */
export const MAX_PRODUCTS_EACH = 1_000;

/** Branches that add a subscription; the others keep, change or replace one. */
const ADDS: ReadonlySet<Branch> = new Set<Branch>(["new", "add_on", "one_off"]);

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
  branch: Branch,
): Refusal | null {
  const own = subscriptions.filter((row) => row.entity_id === entityId);
  if (!ADDS.has(branch) || own.length < MAX_PRODUCTS_EACH) return null;
  return {
    code: "invalid_request",
    message: `At most ${MAX_PRODUCTS_EACH} products can be held at a time`,
  };
}
