import type {
  CatalogueInput,
  FeatureInput,
  ItemInput,
  ProductInput,
  ProgramInput,
  RewardInput,
} from "./catalogueInput";
import type { FeatureDefinition, ItemDefinition, ProductDefinition } from "../model";
import type { ProgramDefinition, RewardDefinition } from "../discounts/rewards";
import { TRIAL_DEFAULTS } from "../products/trial";

/**
 * A host's catalogue in the form in which it is installed. `Feature` and `Product`
 * are the known ids.
 */
export interface CatalogueDefinition<
  Feature extends string = string,
  Product extends string = string,
> {
  /** ISO 4217 code of every price. */
  currency: string;
  features: readonly (FeatureDefinition & { id: Feature })[];
  products: readonly (ProductDefinition & { id: Product })[];
  rewards: readonly RewardDefinition[];
  programs: readonly ProgramDefinition[];
}

/**
 * Turns a host's products into a catalogue whose ids are known to the compiler.
 *
 * The names of the properties are the ids. An item that names no feature of the
 * catalogue, or a variant of no product, does not compile.
 *
 * @param catalogue - Features, products, rewards and referral programs.
 * @returns The definitions in the order written, for `install`.
 * @example
 * ```ts
 * const CATALOGUE = defineCatalog({
 *   currency: "usd",
 *   features: { uploads: { name: "Uploads", type: "single_use" } },
 *   products: {
 *     free: { name: "Free", items: [{ feature_id: "uploads", included_usage: 10 }] },
 *   },
 * });
 * type FeatureId = (typeof CATALOGUE)["features"][number]["id"]; // "uploads"
 * ```
 */
export function defineCatalog<
  Feature extends string,
  Product extends string,
  Reward extends string = never,
>(catalogue: CatalogueInput<Feature, Product, Reward>): CatalogueDefinition<Feature, Product> {
  const { currency, features, products, rewards, programs } = catalogue;
  return {
    currency,
    features: entriesOf(features).map(([id, feature]) => defineFeature(id, feature)),
    products: entriesOf(products).map(([id, product]) => defineProduct(id, product)),
    rewards: rewards ? entriesOf(rewards).map(([id, reward]) => defineReward(id, reward)) : [],
    programs: entriesOf(programs ?? {}).map(([id, program]) => defineProgram(id, program)),
  };
}

function defineFeature<Feature extends string>(
  id: Feature,
  { event_names: events, credit_schema: schema, ...feature }: FeatureInput,
): FeatureDefinition & { id: Feature } {
  return {
    archived: false,
    ...feature,
    ...(events && { event_names: [...events] }),
    ...(schema && { credit_schema: [...schema] }),
    id,
  };
}

function defineProduct<Product extends string>(
  id: Product,
  { items, free_trial: trial = null, ...product }: ProductInput,
): ProductDefinition & { id: Product } {
  return {
    group: "",
    is_add_on: false,
    is_default: false,
    archived: false,
    ...product,
    free_trial: trial && { ...TRIAL_DEFAULTS, ...trial },
    items: items.map(defineItem),
    id,
  };
}

function defineItem({ tiers, ...item }: ItemInput): ItemDefinition {
  return { ...item, ...(tiers && { tiers: [...tiers] }) };
}

function defineReward(id: string, reward: RewardInput): RewardDefinition {
  const named = { promo_codes: [...reward.promo_codes], id };
  if (reward.type === "invoice_credits" || reward.type === "free_product") {
    return { ...reward, ...named };
  }
  const { applies_to: scopes, ...discount } = reward;
  return { ...discount, ...(scopes && { applies_to: [...scopes] }), ...named };
}

function defineProgram(id: string, program: ProgramInput): ProgramDefinition {
  return { ...program, product_ids: [...program.product_ids], id };
}

function entriesOf<Id extends string, T>(record: Readonly<Record<Id, T>>): [Id, T][] {
  // Literals have no other keys than those of their type.
  return Object.entries(record) as [Id, T][];
}
