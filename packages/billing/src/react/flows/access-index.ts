import type { Entity } from "../../contract/accountResponses";
import {
  decideAccess,
  decideProductAccess,
  isAllowed,
  listPayers,
  rankCreditSystems,
} from "../../contract/access";
import type { FeatureAccess } from "../../contract/access";
import type { Customer, CustomerFeature } from "../../contract/wire";
import type { LocalCheck } from "../params";

/** A customer or an entity: it has balances and products. */
export type Holder = Customer | Entity;

/** The balances that may pay for a feature, and the last check of it. */
interface Asked {
  payers: ReturnType<typeof listPayers>;
  required: number;
  allowed: boolean;
}

/**
 * The access decisions for one loaded holder. Everything that does not depend on the
 * check is calculated once, and the same check returns the same object.
 *
 * A class, because pages check on every render: engines inline the methods of a class
 * across snapshots, but not closures.
 */
export class AccessIndex {
  readonly #holder: Holder;
  readonly #ranked: ReturnType<typeof rankCreditSystems>;
  readonly #asked = new Map<string, Asked>();
  readonly #features = new Map<string, { required: number; answer: LocalCheck }>();
  readonly #products = new Map<string, LocalCheck>();

  constructor(holder: Holder) {
    this.#holder = holder;
    this.#ranked = rankCreditSystems(holder.features);
  }

  /** `feature` as a boolean, without allocations, so that a page may call it on every render. */
  allowsFeature(featureId: string, required: number): boolean {
    const last = this.#asked.get(featureId) ?? this.#askFirst(featureId);
    if (last.required !== required) {
      last.allowed = isAllowed(last.payers, required);
      last.required = required;
    }
    return last.allowed;
  }

  feature(featureId: string, required: number): LocalCheck {
    const last = this.#features.get(featureId);
    if (last?.required === required) return last.answer;
    const { payers } = this.#asked.get(featureId) ?? this.#askFirst(featureId);
    const answer = describeAccess(this.#holder, featureId, decideAccess(payers, required));
    this.#features.set(featureId, { required, answer });
    return answer;
  }

  product(productId: string): LocalCheck {
    const answer = this.#products.get(productId) ?? checkProduct(this.#holder, productId);
    this.#products.set(productId, answer);
    return answer;
  }

  #askFirst(featureId: string): Asked {
    const payers = listPayers(this.#holder.features, this.#ranked, featureId);
    // No amount equals NaN, so the first check is a new one.
    const first = { payers, required: NaN, allowed: false };
    this.#asked.set(featureId, first);
    return first;
  }
}

const indexes = new WeakMap<Holder, AccessIndex>();

/**
 * The index of a snapshot of a holder, shared by all callers; a new snapshot has a
 * new index. @see Spec §6
 */
export function indexAccess(holder: Holder): AccessIndex {
  const index = indexes.get(holder) ?? new AccessIndex(holder);
  indexes.set(holder, index);
  return index;
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
  return { allowed, ...ownerOf(holder), product_id: productId, ...(status && { status }) };
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
  // Exactly the fields of the list that are set.
  return picked as Pick<CustomerFeature, (typeof BALANCE_FIELDS)[number]>;
}
