import type { Customer, CustomerProduct } from "../../contract/wire";

/** The current plan, and the scheduled one. */
export interface CurrentPlans {
  current: CustomerProduct | undefined;
  next: CustomerProduct | undefined;
}

/** Whether a product is a one-time purchase and not a plan: it replaces nothing and never renews. */
export function isBoughtOnce({ items }: Pick<CustomerProduct, "items">): boolean {
  const priced = items.filter(({ type }) => type !== "feature");
  return priced.length > 0 && priced.every(({ interval }) => interval === null);
}

/**
 * Finds a customer's own plan; add-ons, one-time purchases and entities'
 * products are ignored.
 *
 * @param group - Default: the group of the first active plan.
 */
export function findPlans({ products }: Customer, group?: string): CurrentPlans {
  const plans = products.filter((product) => {
    return !product.is_add_on && !product.entity_id && !isBoughtOnce(product);
  });
  const wanted = group ?? plans[0]?.group;
  const own = plans.filter((plan) => plan.group === wanted);
  return {
    current: own.find(({ status }) => status === "active"),
    next: own.find(({ status }) => status === "scheduled"),
  };
}
