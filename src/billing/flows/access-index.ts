import type { Entity } from "../../../convex/contract/accountAnswers";
import {
  decideAccess,
  decideProductAccess,
  isAllowed,
  listPayers,
  rankCreditSystems,
} from "../../../convex/contract/access";
import type { FeatureAccess } from "../../../convex/contract/access";
import type { Customer, CustomerFeature } from "../../../convex/contract/wire";
import type { LocalCheck } from "../params";

/** Whoever has balances and products: a customer, or one of their entities. */
export type Holder = Customer | Entity;

/** One loaded holder's answers. What does not depend on the question is worked out once. */
export interface AccessIndex {
  feature: (featureId: string, required: number) => LocalCheck;
  /** `feature` as a yes or no; it allocates nothing, so a page may ask on every render. */
  allowsFeature: (featureId: string, required: number) => boolean;
  product: (productId: string) => LocalCheck;
}

/** Indexes a snapshot of a holder; a new snapshot needs a new index. @see Spec §6 */
export function indexAccess(holder: Holder): AccessIndex {
  const ranked = rankCreditSystems(holder.features);
  const payersOf = memoize((featureId) => listPayers(holder.features, ranked, featureId));
  const answers = new Map<string, { required: number; answer: LocalCheck }>();
  return {
    feature: (featureId, required) => {
      const last = answers.get(featureId);
      if (last?.required === required) return last.answer;
      const answer = describeAccess(holder, featureId, decideAccess(payersOf(featureId), required));
      answers.set(featureId, { required, answer });
      return answer;
    },
    allowsFeature: (featureId, required) => isAllowed(payersOf(featureId), required),
    product: memoize((productId) => checkProduct(holder, productId)),
  };
}

function memoize<Value>(work: (id: string) => Value): (id: string) => Value {
  const known = new Map<string, Value>();
  return (id) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const value = work(id);
    known.set(id, value);
    return value;
  };
}

function describeAccess(
  holder: Holder,
  featureId: string,
  { allowed, source, required }: FeatureAccess,
): LocalCheck {
  const balance = source && holder.features[source.id];
  return {
    ...(balance && pickBalance(balance)),
    allowed,
    ...ownerOf(holder),
    feature_id: source?.id ?? featureId,
    required_balance: required,
  };
}

function checkProduct(holder: Holder, productId: string): LocalCheck {
  const { allowed, status } = decideProductAccess(holder.products, productId);
  const answer = { allowed, ...ownerOf(holder), product_id: productId };
  return status === undefined ? answer : { ...answer, status };
}

function ownerOf(holder: Holder) {
  if (!("customer_id" in holder)) return { customer_id: holder.id };
  return { customer_id: holder.customer_id, entity_id: holder.id };
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
