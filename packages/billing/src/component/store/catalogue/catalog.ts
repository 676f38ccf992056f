import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  bumpRevision,
  findFeature,
  readCatalogue,
  saveFeature,
  saveProduct,
  toProduct,
} from "./catalogStore";
import { refuseUsedFeature } from "./catalogUse";
import { refuseCurrency } from "./currencyUse";
import { installRewards } from "../rewards/rewardCatalog";
import type { CatalogueDefinition } from "../../rules/catalogue/define";
import type { Catalogue, CatalogueProduct, FeatureDefinition } from "../../rules/model";
import { validateCatalogue } from "../../rules/catalogue/validateCatalogue";

/** The newest version of everything on sale; empty before the first installation. */
export async function loadCatalogue(ctx: QueryCtx): Promise<Catalogue> {
  const published = await ctx.db.query("publishedCatalogue").first();
  // A catalogue from before catalogues were published is read row by row.
  const { currency, features, products } = published ?? (await readCatalogue(ctx));
  return {
    currency,
    features: new Map(features.map((feature) => [feature.id, feature])),
    products: new Map(products.map((product) => [product.id, product])),
  };
}

/** One version of a product: a subscription keeps its own. */
export async function loadVersion(
  ctx: QueryCtx,
  catalogue: Catalogue,
  productId: string,
  version: number,
): Promise<CatalogueProduct> {
  const newest = catalogue.products.get(productId);
  if (newest?.version === version) return newest;
  const row = await ctx.db
    .query("products")
    .withIndex("by_product_id_and_version", (q) =>
      q.eq("product_id", productId).eq("version", version),
    )
    .unique();
  if (!row) throw new Error(`Version ${version} of ${productId} is held but not stored`);
  return toProduct(row);
}

/** Rises whenever the catalogue changes; 0 before the first one is installed. */
export async function catalogueRevision(ctx: QueryCtx): Promise<number> {
  const state = await ctx.db.query("catalogueState").first();
  return state ? state.revision : 0;
}

/**
 * Makes the catalogue equal to the definitions. Equal definitions change nothing;
 * a changed product with subscriptions becomes a new version. Rows without a
 * definition are left alone.
 *
 * @returns How many definitions changed.
 * @throws {Error} If a definition is not valid, or the currency changes while
 *   customers have money in it.
 */
export async function install(
  ctx: MutationCtx,
  definition: Pick<CatalogueDefinition, "currency" | "features" | "products"> &
    Partial<Pick<CatalogueDefinition, "rewards" | "programs">>,
  now: number,
): Promise<number> {
  const { currency, features, products, rewards = [], programs = [] } = definition;
  const stored = await loadCatalogue(ctx);
  const refusal =
    validateCatalogue(definition, stored.features, stored.products.keys()) ??
    (await refuseCurrency(ctx, currency));
  if (refusal) throw new Error(`${refusal.code}: ${refusal.message}`);
  let changed = 0;
  for (const feature of features) changed += Number(await installFeature(ctx, feature));
  for (const product of products) changed += Number(await saveProduct(ctx, product, now));
  changed += await installRewards(ctx, rewards, programs);
  const state = await ctx.db.query("catalogueState").first();
  if (changed > 0 || state?.currency !== currency) await bumpRevision(ctx, currency);
  return changed;
}

async function installFeature(ctx: MutationCtx, feature: FeatureDefinition): Promise<boolean> {
  const row = await findFeature(ctx, feature.id);
  const changesType = row !== null && row.definition.type !== feature.type;
  const refusal = changesType ? await refuseUsedFeature(ctx, feature.id) : null;
  if (refusal) throw new Error(`${refusal.code}: ${refusal.message}`);
  return await saveFeature(ctx, feature);
}

/** Stores which definitions the host's code has installed. */
export async function noteInstalled(ctx: MutationCtx, digest: string): Promise<void> {
  const state = await ctx.db.query("catalogueState").first();
  if (state && state.installed !== digest) {
    await ctx.db.patch("catalogueState", state._id, { installed: digest });
  }
}

export async function installedDigest(ctx: QueryCtx): Promise<string | null> {
  const state = await ctx.db.query("catalogueState").first();
  return state?.installed ?? null;
}
