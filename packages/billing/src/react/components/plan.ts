import type { Customer, CustomerProduct } from "../../contract/wire";

/** The current plan, and the scheduled one. */
export interface CurrentPlans {
  current: CustomerProduct | undefined;
  next: CustomerProduct | undefined;
}

/**
 * Finds a customer's own plan; add-ons and entities' products are ignored.
 *
 * @param group - Default: the group of the first active plan.
 */
export function findPlans({ products }: Customer, group?: string): CurrentPlans {
  const plans = products.filter(({ is_add_on, entity_id }) => !is_add_on && !entity_id);
  const wanted = group ?? plans[0]?.group;
  const own = plans.filter((plan) => plan.group === wanted);
  return {
    current: own.find(({ status }) => status === "active"),
    next: own.find(({ status }) => status === "scheduled"),
  };
}
