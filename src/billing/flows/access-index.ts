import { decideFeatureAccess, decideProductAccess } from "../../../convex/contract/access";
import type { Customer, CustomerFeature } from "../../../convex/contract/wire";
import type { LocalCheck } from "../params";

/** One loaded customer's answers. Each is worked out once, so a page may ask on every render. */
export interface AccessIndex {
  feature: (featureId: string, required: number) => LocalCheck;
  product: (productId: string) => LocalCheck;
}

/** Indexes a snapshot of a customer; a new snapshot needs a new index. @see Spec §6 */
export function indexAccess(customer: Customer): AccessIndex {
  const features = new Map<string, { required: number; answer: LocalCheck }>();
  const products = new Map<string, LocalCheck>();
  return {
    feature: (featureId, required) => {
      const known = features.get(featureId);
      if (known?.required === required) return known.answer;
      const answer = checkFeature(customer, featureId, required);
      features.set(featureId, { required, answer });
      return answer;
    },
    product: (productId) => {
      const known = products.get(productId);
      if (known) return known;
      const answer = checkProduct(customer, productId);
      products.set(productId, answer);
      return answer;
    },
  };
}

function checkFeature(customer: Customer, featureId: string, required: number): LocalCheck {
  const access = decideFeatureAccess(customer.features, featureId, required);
  const source = access.source && customer.features[access.source.id];
  return {
    ...(source && pickBalance(source)),
    allowed: access.allowed,
    customer_id: customer.id,
    feature_id: source?.id ?? featureId,
    required_balance: access.required,
  };
}

function checkProduct(customer: Customer, productId: string): LocalCheck {
  const { allowed, status } = decideProductAccess(customer.products, productId);
  const answer = { allowed, customer_id: customer.id, product_id: productId };
  return status === undefined ? answer : { ...answer, status };
}

const BALANCE_FIELDS = [
  "interval",
  "interval_count",
  "unlimited",
  "balance",
  "usage",
  "included_usage",
  "next_reset_at",
  "overage_allowed",
  "usage_limit",
  "rollovers",
  "breakdown",
  "credit_schema",
] as const satisfies readonly (keyof CustomerFeature)[];

function pickBalance(feature: CustomerFeature) {
  const fields = BALANCE_FIELDS.filter((field) => feature[field] !== undefined);
  const picked = Object.fromEntries(fields.map((field) => [field, feature[field]]));
  // Exactly the fields of the list, those that are set.
  return picked as Pick<CustomerFeature, (typeof BALANCE_FIELDS)[number]>;
}
