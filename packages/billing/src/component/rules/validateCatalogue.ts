import { v } from "convex/values";
import type { CatalogueDefinition } from "./define";
import { defaultKind } from "./defaults";
import { vFeatureDefinition, vProductDefinition } from "./model";
import type { FeatureDefinition, ProductDefinition, Refusal } from "./model";
import { vProgramDefinition, vRewardDefinition } from "./rewards";
import { validateFeature } from "./validateFeature";
import { validateProduct } from "./validateProduct";

/** Everything that a host sells, as it is installed. */
export const vCatalogue = v.object({
  currency: v.string(),
  features: v.array(vFeatureDefinition),
  products: v.array(vProductDefinition),
  rewards: v.array(vRewardDefinition),
  programs: v.array(vProgramDefinition),
});

/**
 * Validates a catalogue before it is installed.
 *
 * @param stored - Features that exist already; a definition of the same id
 *   replaces one.
 * @returns Null when it is valid; else the first error, with the codes of {@link
 *   validateFeature} and {@link validateProduct}.
 */
export function validateCatalogue(
  { currency, features, products }: Pick<CatalogueDefinition, "currency" | "features" | "products">,
  stored: ReadonlyMap<string, FeatureDefinition>,
): Refusal | null {
  if (!/^[a-z]{3}$/.test(currency)) return invalid(`"${currency}" is no lower-case ISO 4217 code`);
  const known = new Map([...stored, ...features.map((feature) => [feature.id, feature] as const)]);
  for (const feature of features) {
    const refusal = validateFeature(feature, known);
    if (refusal) return refusal;
  }
  for (const product of products) {
    const refusal = validateProduct(product, known, currency);
    if (refusal) return { ...refusal, message: `Product ${product.id}: ${refusal.message}` };
  }
  return refuseTwins(products);
}

/** Two of one kind would replace each other at every installation. */
function refuseTwins(products: readonly ProductDefinition[]): Refusal | null {
  const seen = new Set<string>();
  for (const product of products) {
    const kind = defaultKind(product);
    if (kind === null) continue;
    const slot = `${kind} ${product.group}`;
    if (seen.has(slot)) return invalid(`Group "${product.group}" has two ${kind} defaults`);
    seen.add(slot);
  }
  return null;
}

function invalid(message: string): Refusal {
  return { code: "invalid_inputs", message };
}
