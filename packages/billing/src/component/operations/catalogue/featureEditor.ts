import { fail, ok } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { loadCatalogue } from "../../store/catalogue/catalog";
import { bumpRevision, findFeature, saveFeature } from "../../store/catalogue/catalogStore";
import { refuseUsedFeature } from "../../store/catalogue/catalogUse";
import { refuse } from "../../platform/refuse";
import { serializeFeature } from "../../rules/products/display";
import type { FeatureDefinition } from "../../rules/model";
import { validateFeature } from "../../rules/catalogue/validateFeature";

export async function listFeatures(ctx: QueryCtx): Promise<OperationResult<"listFeatures">> {
  const { features } = await loadCatalogue(ctx);
  return ok({ list: [...features.values()].map(serializeFeature) });
}

export async function getFeature(
  ctx: QueryCtx,
  { feature_id: id }: WireParams<"getFeature">,
): Promise<OperationResult<"getFeature">> {
  const row = await findFeature(ctx, id);
  return row ? ok(serializeFeature(row.definition)) : noFeature(id);
}

export async function createFeature(
  ctx: MutationCtx,
  { id, name = id, ...fields }: WireParams<"createFeature">,
): Promise<OperationResult<"createFeature">> {
  if (await findFeature(ctx, id)) {
    return fail("duplicate_feature_id", `Feature ${id} already exists`, 409);
  }
  return await store(ctx, { archived: false, ...fields, id, name });
}

/** Given fields change, the rest stays. A feature in use keeps its type. */
export async function updateFeature(
  ctx: MutationCtx,
  { feature_id: id, ...fields }: WireParams<"updateFeature">,
): Promise<OperationResult<"updateFeature">> {
  const row = await findFeature(ctx, id);
  if (!row) return noFeature(id);
  const definition = { ...row.definition, ...fields };
  if (definition.type !== row.definition.type) {
    const refusal = await refuseUsedFeature(ctx, id);
    if (refusal) return refuse(refusal);
  }
  return await store(ctx, definition);
}

export async function deleteFeature(
  ctx: MutationCtx,
  { feature_id: id }: WireParams<"deleteFeature">,
): Promise<OperationResult<"deleteFeature">> {
  const row = await findFeature(ctx, id);
  if (!row) return noFeature(id);
  const refusal = await refuseUsedFeature(ctx, id);
  if (refusal) return refuse(refusal);
  await ctx.db.delete("features", row._id);
  await bumpRevision(ctx, (await loadCatalogue(ctx)).currency);
  return ok({ success: true });
}

async function store(ctx: MutationCtx, definition: FeatureDefinition) {
  const { features, currency } = await loadCatalogue(ctx);
  const refusal = validateFeature(definition, features);
  if (refusal) return refuse(refusal);
  if (await saveFeature(ctx, definition)) await bumpRevision(ctx, currency);
  return ok(serializeFeature(definition));
}

function noFeature(id: string) {
  return fail("feature_not_found", `Feature ${id} not found`, 404);
}
