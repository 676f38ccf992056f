import { v } from "convex/values";
import type { CatalogueDefinition } from "./define";
import { defaultKind } from "../products/defaults";
import { vFeatureDefinition, vProductDefinition } from "../model";
import type { FeatureDefinition, ProductDefinition, Refusal } from "../model";
import { vProgramDefinition, vRewardDefinition } from "../discounts/rewards";
import { validateFeature } from "./validateFeature";
import { validateProduct } from "./validateProduct";
import { validateProgram, validateReward } from "./validateReward";

/** A host's catalogue in the form in which it is installed. */
export const vCatalogue = v.object({
  currency: v.string(),
  features: v.array(vFeatureDefinition),
  products: v.array(vProductDefinition),
  rewards: v.array(vRewardDefinition),
  programs: v.array(vProgramDefinition),
});

/** An installed catalogue is validated as a whole; rewards and programs may be absent. */
type Installed = Pick<CatalogueDefinition, "currency" | "features" | "products"> &
  Partial<Pick<CatalogueDefinition, "rewards" | "programs">>;

/**
 * Validates a catalogue before it is installed.
 *
 * @param stored - Features that exist already; a definition of the same id
 *   replaces one.
 * @param storedProducts - Ids of the products that exist already.
 * @returns Null when it is valid; else the first error, with the codes of {@link
 *   validateFeature}, {@link validateProduct} and {@link validateReward}.
 */
export function validateCatalogue(
  { currency, features, products, rewards = [], programs = [] }: Installed,
  stored: ReadonlyMap<string, FeatureDefinition>,
  storedProducts: Iterable<string> = [],
): Refusal | null {
  if (!/^[a-z]{3}$/.test(currency)) return invalid(`"${currency}" is no lower-case ISO 4217 code`);
  const known = new Map([...stored, ...features.map((feature) => [feature.id, feature] as const)]);
  for (const feature of features) {
    const refusal = validateFeature(feature, known);
    if (refusal) return refusal;
  }
  const sold = new Set([...storedProducts, ...products.map(({ id }) => id)]);
  for (const product of products) {
    const refusal = validateProduct(product, known, currency) ?? refuseVariant(product, sold);
    if (refusal) return { ...refusal, message: `Product ${product.id}: ${refusal.message}` };
  }
  for (const reward of rewards) {
    const refusal = validateReward(reward, sold, currency);
    if (refusal) return { ...refusal, message: `Reward ${reward.id}: ${refusal.message}` };
  }
  for (const program of programs) {
    const refusal = validateProgram(program, sold);
    if (refusal) return { ...refusal, message: `Program ${program.id}: ${refusal.message}` };
  }
  return (
    refuseSameIds("features", features) ??
    refuseSameIds("products", products) ??
    refuseSameIds("rewards", rewards) ??
    refuseSameIds("programs", programs) ??
    refuseTwins(products)
  );
}

function refuseVariant(
  { id, base_variant_id: base }: ProductDefinition,
  sold: ReadonlySet<string>,
): Refusal | null {
  if (base === undefined || (base !== id && sold.has(base))) return null;
  return { code: "product_not_found", message: `base_variant_id ${base} names no other product` };
}

/** The later one would replace the earlier one at every installation. */
function refuseSameIds(what: string, definitions: readonly { id: string }[]): Refusal | null {
  const ids = definitions.map(({ id }) => id);
  const same = ids.find((id, at) => ids.indexOf(id) !== at);
  return same === undefined ? null : invalid(`Two ${what} have the id "${same}"`);
}

/** Two of one kind would replace each other at every installation. */
function refuseTwins(products: readonly ProductDefinition[]): Refusal | null {
  const seen = new Set<string>();
  for (const product of products) {
    const kind = defaultKind(product);
    if (kind === null) continue;
    const key = `${kind} ${product.group}`;
    if (seen.has(key)) return invalid(`Group "${product.group}" has two ${kind} defaults`);
    seen.add(key);
  }
  return null;
}

function invalid(message: string): Refusal {
  return { code: "invalid_inputs", message };
}
