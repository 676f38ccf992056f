import { fail, ok } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";
import { loadCatalogue } from "../../store/catalogue/catalog";
import { bumpRevision, findNewest, saveProduct } from "../../store/catalogue/catalogStore";
import { refuseGivenProduct, refuseSubscribedProduct } from "../../store/catalogue/catalogUse";
import { nowFor } from "../../platform/clock";
import { canonicalJson } from "../../platform/canonical";
import { serializeAnonymousOffer } from "./offers";
import { refuse } from "../../platform/refuse";
import { itemsAsServed } from "../../rules/products/display";
import type { ProductDefinition } from "../../rules/model";
import { validateProduct } from "../../rules/catalogue/validateProduct";
import { readProduct } from "../../rules/catalogue/wireCatalogue";

/** More versions than a product can have. */
const MAX_VERSIONS = 500;

/** The newest version, archived or not. */
export async function getProduct(
  ctx: QueryCtx,
  { product_id: id }: WireParams<"getProduct">,
): Promise<OperationResult<"getProduct">> {
  const catalogue = await loadCatalogue(ctx);
  const product = catalogue.products.get(id);
  return product ? ok(serializeAnonymousOffer(catalogue, product)) : noProduct(id);
}

export async function createProduct(
  ctx: MutationCtx,
  { id, ...fields }: WireParams<"createProduct">,
): Promise<OperationResult<"createProduct">> {
  if (await findNewest(ctx, id)) {
    return fail("product_already_exists", `Product ${id} already exists`);
  }
  return await store(ctx, readProduct(blank(id), fields));
}

/** Given fields change, the rest stays. Existing subscriptions keep their version. */
export async function updateProduct(
  ctx: MutationCtx,
  { product_id: id, ...fields }: WireParams<"updateProduct">,
): Promise<OperationResult<"updateProduct">> {
  const newest = await findNewest(ctx, id);
  if (!newest) return noProduct(id);
  const definition = readProduct(newest.definition, fields);
  // An item sent back as it was served is unchanged, though the wire sorts items.
  const served = itemsAsServed(newest.definition);
  const isSame = canonicalJson(definition.items) === canonicalJson(served);
  return await store(ctx, isSame ? { ...definition, items: newest.definition.items } : definition);
}

/** Deletes a product that was never sold: the newest version, or all of them. */
export async function deleteProduct(
  ctx: MutationCtx,
  { product_id: id, all_versions: all = false }: WireParams<"deleteProduct">,
): Promise<OperationResult<"deleteProduct">> {
  const stored = ctx.db
    .query("products")
    .withIndex("by_product_id_and_version", (q) => q.eq("product_id", id))
    .order("desc");
  const versions = await readAll(stored, MAX_VERSIONS, `versions of ${id}`);
  const [newest, previous] = versions;
  if (!newest) return noProduct(id);
  const survivor = all ? undefined : previous;
  const refusal =
    (await refuseSubscribedProduct(ctx, id, all ? undefined : newest.version)) ??
    (survivor ? null : await refuseGivenProduct(ctx, id));
  if (refusal) return refuse(refusal);
  for (const { _id } of all ? versions : [newest]) await ctx.db.delete("products", _id);
  if (survivor) await reinstate(ctx, survivor, newest.definition.is_default);
  await bumpRevision(ctx, (await loadCatalogue(ctx)).currency);
  return ok({ success: true });
}

async function store(ctx: MutationCtx, definition: ProductDefinition) {
  const { features, currency } = await loadCatalogue(ctx);
  const refusal = validateProduct(definition, features, currency);
  if (refusal) return refuse(refusal);
  if (await saveProduct(ctx, definition, nowFor(null))) await bumpRevision(ctx, currency);
  return await getProduct(ctx, { product_id: definition.id });
}

/** The version before is on sale again, and is a default again if it was one. */
async function reinstate(ctx: MutationCtx, row: Doc<"products">, isDefault: boolean) {
  const definition = { ...row.definition, is_default: isDefault };
  await ctx.db.patch("products", row._id, { is_newest: true, definition });
}

function blank(id: string): ProductDefinition {
  return {
    id,
    name: id,
    group: "",
    is_add_on: false,
    is_default: false,
    archived: false,
    items: [],
    free_trial: null,
  };
}

function noProduct(id: string) {
  return fail("product_not_found", `Product ${id} not found`, 404);
}
