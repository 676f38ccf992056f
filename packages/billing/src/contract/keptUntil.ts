import type { CustomerProduct } from "./wire";

/**
 * The date until which a customer keeps a product without another payment: the end of
 * the grace period if past due, else the end of the paid period.
 *
 * @returns Epoch milliseconds. Undefined if nothing recurs, or the provider does not
 *   report it.
 */
export function keptUntil({
  grace_ends_at: graceEndsAt,
  current_period_end: periodEnd,
}: Pick<CustomerProduct, "grace_ends_at" | "current_period_end">): number | undefined {
  return graceEndsAt ?? periodEnd;
}
