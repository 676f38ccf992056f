import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";
import { canonicalJson } from "../../platform/canonical";
import { defaultKind } from "../../rules/products/defaults";
import type { CatalogueProduct, FeatureDefinition, ProductDefinition } from "../../rules/model";
import { BILLING_SETTINGS } from "../../rules/billingSettings";

/** A catalogue is published as one document: it must fit into one. */
const MAX_FEATURES = 1_000;
const MAX_PRODUCTS = 1_000;

export async function findFeature(ctx: QueryCtx, id: string) {
  return await ctx.db
    .query("features")
    .withIndex("by_feature_id", (q) => q.eq("feature_id", id))
    .unique();
}

/** The version that is on sale. */
export async function findNewest(ctx: QueryCtx, id: string) {
  return await ctx.db
    .query("products")
    .withIndex("by_product_id_and_version", (q) => q.eq("product_id", id))
    .order("desc")
    .first();
}

/** @returns Whether anything changed. */
export async function saveFeature(
  ctx: MutationCtx,
  definition: FeatureDefinition,
): Promise<boolean> {
  const row = await findFeature(ctx, definition.id);
  if (row && canonicalJson(row.definition) === canonicalJson(definition)) return false;
  if (row) await ctx.db.patch("features", row._id, { definition });
  else await ctx.db.insert("features", { feature_id: definition.id, definition });
  return true;
}

/**
 * Stores a product. A change of a product with subscriptions, past ones included,
 * is a new version; otherwise it is edited in place. A new default replaces the
 * one that its group had.
 *
 * @returns Whether anything changed.
 */
export async function saveProduct(
  ctx: MutationCtx,
  definition: ProductDefinition,
  now: number,
): Promise<boolean> {
  const newest = await findNewest(ctx, definition.id);
  if (newest && canonicalJson(newest.definition) === canonicalJson(definition)) return false;
  await clearOtherDefault(ctx, definition);
  if (
    newest &&
    !(changesProduct(newest.definition, definition) && (await hasSubscribers(ctx, newest)))
  ) {
    await ctx.db.patch("products", newest._id, { definition });
    return true;
  }
  if (newest) {
    const retired = { ...newest.definition, is_default: false };
    await ctx.db.patch("products", newest._id, { is_newest: false, definition: retired });
  }
  await ctx.db.insert("products", {
    product_id: definition.id,
    version: newest ? newest.version + 1 : 1,
    is_newest: true,
    definition,
    created_at: now,
  });
  return true;
}

/** Publishes the catalogue's rows, and notifies open pages. */
export async function bumpRevision(ctx: MutationCtx, currency: string): Promise<void> {
  const state = await ctx.db.query("catalogueState").first();
  if (!state) await ctx.db.insert("catalogueState", { revision: 1, currency });
  else {
    await ctx.db.patch("catalogueState", state._id, { revision: state.revision + 1, currency });
  }
  const published = await ctx.db.query("publishedCatalogue").first();
  const catalogue = await readCatalogue(ctx);
  if (published) await ctx.db.replace("publishedCatalogue", published._id, catalogue);
  else await ctx.db.insert("publishedCatalogue", catalogue);
}

/** Everything on sale, row by row; empty before the first installation. */
export async function readCatalogue(ctx: QueryCtx) {
  const state = await ctx.db.query("catalogueState").first();
  const features = await readAll(ctx.db.query("features"), MAX_FEATURES, "features");
  const products = await newestProducts(ctx);
  return {
    currency: state ? state.currency : BILLING_SETTINGS.default_currency,
    features: features.map(({ definition }) => definition),
    products: products.map(toProduct),
  };
}

async function newestProducts(ctx: QueryCtx): Promise<Doc<"products">[]> {
  const newest = ctx.db.query("products").withIndex("by_is_newest", (q) => q.eq("is_newest", true));
  return await readAll(newest, MAX_PRODUCTS, "products");
}

/** One version of a product. */
export function toProduct({ definition, version, created_at }: Doc<"products">): CatalogueProduct {
  return { ...definition, version, created_at };
}

/** The fields that a subscriber was promised, and the product's place among others. */
function changesProduct(before: ProductDefinition, after: ProductDefinition): boolean {
  const input = ({ items, free_trial, group, is_add_on }: ProductDefinition) =>
    canonicalJson({ items, free_trial, group, is_add_on });
  return input(before) !== input(after);
}

async function hasSubscribers(ctx: MutationCtx, { product_id, version }: Doc<"products">) {
  const holder = await ctx.db
    .query("subscriptions")
    .withIndex("by_product_id_and_version", (q) =>
      q.eq("product_id", product_id).eq("version", version),
    )
    .first();
  return holder !== null;
}

async function clearOtherDefault(ctx: MutationCtx, product: ProductDefinition): Promise<void> {
  const kind = defaultKind(product);
  if (kind === null) return;
  for (const { _id, definition } of await newestProducts(ctx)) {
    if (definition.id === product.id || definition.group !== product.group) continue;
    if (defaultKind(definition) !== kind) continue;
    await ctx.db.patch("products", _id, { definition: { ...definition, is_default: false } });
  }
}
