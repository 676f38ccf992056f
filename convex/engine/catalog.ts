import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { canonicalJson } from "./canonical";
import type {
  Catalogue,
  CatalogueProduct,
  FeatureDefinition,
  ProductDefinition,
} from "./rules/model";

/** A catalogue is small; these bounds only keep every read finite. */
const MAX_FEATURES = 500;
const MAX_PRODUCTS = 500;

interface CatalogueDefinition {
  currency: string;
  features: readonly FeatureDefinition[];
  products: readonly ProductDefinition[];
}

/** The newest version of everything on sale. */
export async function loadCatalogue(ctx: QueryCtx): Promise<Catalogue> {
  const state = await ctx.db.query("catalogueState").first();
  if (!state) throw new Error("No catalogue is installed: run the seed first");
  const features = await ctx.db.query("features").take(MAX_FEATURES);
  const products = await ctx.db
    .query("products")
    .withIndex("by_is_newest", (q) => q.eq("is_newest", true))
    .take(MAX_PRODUCTS);
  return {
    currency: state.currency,
    features: new Map(features.map((row) => [row.feature_id, row.definition])),
    products: new Map(products.map((row) => [row.product_id, toProduct(row)])),
  };
}

/** One version of a product: what a customer attached stays what it was. */
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
 * Makes the catalogue equal to the definitions. Equal definitions change
 * nothing; a changed product that someone holds gets a new version. What the
 * definitions leave out is left alone.
 *
 * @returns How many features and products changed.
 */
export async function install(
  ctx: MutationCtx,
  definition: CatalogueDefinition,
  now: number,
): Promise<number> {
  let changed = 0;
  for (const feature of definition.features) changed += await installFeature(ctx, feature);
  for (const product of definition.products) changed += await installProduct(ctx, product, now);
  await bumpRevision(ctx, definition.currency, changed);
  return changed;
}

async function installFeature(ctx: MutationCtx, definition: FeatureDefinition): Promise<0 | 1> {
  const row = await ctx.db
    .query("features")
    .withIndex("by_feature_id", (q) => q.eq("feature_id", definition.id))
    .unique();
  if (row && canonicalJson(row.definition) === canonicalJson(definition)) return 0;
  if (row) await ctx.db.patch("features", row._id, { definition });
  else await ctx.db.insert("features", { feature_id: definition.id, definition });
  return 1;
}

async function installProduct(
  ctx: MutationCtx,
  definition: ProductDefinition,
  now: number,
): Promise<0 | 1> {
  const newest = await ctx.db
    .query("products")
    .withIndex("by_product_id_and_version", (q) => q.eq("product_id", definition.id))
    .order("desc")
    .first();
  if (newest && canonicalJson(newest.definition) === canonicalJson(definition)) return 0;
  if (newest && !(await isHeld(ctx, newest))) {
    await ctx.db.patch("products", newest._id, { definition });
    return 1;
  }
  if (newest) await ctx.db.patch("products", newest._id, { is_newest: false });
  const version = newest ? newest.version + 1 : 1;
  const row = { product_id: definition.id, version, is_newest: true, definition, created_at: now };
  await ctx.db.insert("products", row);
  return 1;
}

async function isHeld(ctx: MutationCtx, { product_id, version }: Doc<"products">) {
  const holder = await ctx.db
    .query("heldProducts")
    .withIndex("by_product_id_and_version", (q) =>
      q.eq("product_id", product_id).eq("version", version),
    )
    .first();
  return holder !== null;
}

async function bumpRevision(ctx: MutationCtx, currency: string, changed: number) {
  const state = await ctx.db.query("catalogueState").first();
  if (!state) {
    await ctx.db.insert("catalogueState", { revision: 1, currency });
  } else if (changed > 0 || state.currency !== currency) {
    await ctx.db.patch("catalogueState", state._id, { revision: state.revision + 1, currency });
  }
}

function toProduct({ definition, version, created_at }: Doc<"products">): CatalogueProduct {
  return { ...definition, version, created_at };
}
