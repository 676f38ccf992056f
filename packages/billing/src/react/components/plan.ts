import type { Customer, CustomerProduct } from "../../contract/wire";

/** The plan in force, and the one that is to follow it. */
export interface CurrentPlans {
  current: CustomerProduct | undefined;
  next: CustomerProduct | undefined;
}

/**
 * Finds a customer's own plan; add-ons and what entities hold are none.
 *
 * @param group - Default: the group of the first plan current.
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
