import type { FeatureDefinition, ItemDefinition, ProductDefinition } from "./model";
import type { ProgramDefinition, RewardDefinition } from "./rewards";

type Named<T> = Readonly<Record<string, T>>;
/** A definition without its id, in any of its shapes. */
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

type FeatureInput<Feature> = Pick<FeatureDefinition, "name" | "type" | "display"> & {
  archived?: boolean;
  event_names?: readonly string[];
  credit_schema?: readonly { metered_feature_id: Feature; credit_cost: number }[];
};

/** One line of a product. `Feature`: the ids that exist. */
export type ItemInput<Feature extends string> = Omit<
  ItemDefinition,
  "feature_id" | "entity_feature_id"
> & {
  feature_id?: Feature;
  entity_feature_id?: Feature;
};

/** The defaults of a product: no group, no add-on, no default, on sale, without trial. */
type ProductInput<Feature extends string, Product> = Pick<ProductDefinition, "name" | "display"> &
  Partial<
    Pick<ProductDefinition, "group" | "is_add_on" | "is_default" | "archived" | "purchase_limit">
  > & {
    items: readonly ItemInput<Feature>[];
    free_trial?: ProductDefinition["free_trial"];
    base_variant_id?: Product;
  };

type RewardInput<Product> = WithoutId<RewardDefinition> & { free_product_id?: Product };

type ProgramInput<Product, Reward> = Omit<ProgramDefinition, "id" | "product_ids" | "reward"> & {
  product_ids: Product[];
  reward: Reward;
};

/** Everything that a host sells, as it is installed. `Feature` and `Product` are the known ids. */
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
>(catalogue: {
  currency: string;
  features: Readonly<Record<Feature, FeatureInput<NoInfer<Feature>>>>;
  products: Readonly<Record<Product, ProductInput<NoInfer<Feature>, NoInfer<Product>>>>;
  rewards?: Readonly<Record<Reward, RewardInput<NoInfer<Product>>>>;
  programs?: Named<ProgramInput<NoInfer<Product>, NoInfer<Reward>>>;
}): CatalogueDefinition<Feature, Product> {
  const { currency, features, products, rewards, programs } = catalogue;
  return {
    currency,
    features: entriesOf(features).map(([id, feature]) => defineFeature(id, feature)),
    products: entriesOf(products).map(([id, product]) => defineProduct(id, product)),
    rewards: rewards ? entriesOf(rewards).map(([id, reward]) => ({ ...reward, id })) : [],
    programs: entriesOf(programs ?? {}).map(([id, program]) => ({ ...program, id })),
  };
}

function defineFeature<Feature extends string>(
  id: Feature,
  { event_names: events, credit_schema: schema, ...feature }: FeatureInput<string>,
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
  { items, ...product }: ProductInput<string, string>,
): ProductDefinition & { id: Product } {
  return {
    group: "",
    is_add_on: false,
    is_default: false,
    archived: false,
    free_trial: null,
    ...product,
    items: [...items],
    id,
  };
}

function entriesOf<Id extends string, T>(record: Readonly<Record<Id, T>>): [Id, T][] {
  // Literals have no other keys than those of their type.
  return Object.entries(record) as [Id, T][];
}
