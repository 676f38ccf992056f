import type { MutationCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";
import type { FeatureDefinition, Refusal } from "../../rules/model";
import type { RewardDefinition } from "../../rules/discounts/rewards";

/** Counts beyond this are "or more". */
const MAX_COUNTED = 1000;
/** Versions of everything that was ever sold. */
const MAX_ROWS = 3_000;

/**
 * Why a product with subscriptions, past ones included, may not be deleted; null:
 * there are none.
 *
 * @param version - Absent: every version.
 */
export async function refuseSubscribedProduct(
  ctx: MutationCtx,
  id: string,
  version?: number,
): Promise<Refusal | null> {
  const subscriptions = await ctx.db
    .query("subscriptions")
    .withIndex("by_product_id_and_version", (q) =>
      version === undefined
        ? q.eq("product_id", id)
        : q.eq("product_id", id).eq("version", version),
    )
    .take(MAX_COUNTED);
  if (subscriptions.length === 0) return null;
  const count =
    subscriptions.length < MAX_COUNTED ? subscriptions.length : `${MAX_COUNTED} or more`;
  const products = subscriptions.length === 1 ? "customer product" : "customer products";
  const message = `Product ${id} is referenced by ${count} ${products}. Archive it instead.`;
  return { code: "invalid_request", message };
}

/**
 * Why the last version of a product may not be deleted: a reward grants it, or a
 * program names it.
 */
export async function refuseGivenProduct(ctx: MutationCtx, id: string): Promise<Refusal | null> {
  const rewards = await readAll(ctx.db.query("rewards"), MAX_ROWS, "rewards");
  const programs = await readAll(ctx.db.query("rewardPrograms"), MAX_ROWS, "reward programs");
  const users = [
    ...rewards.filter(({ definition }) => gives(definition, id)).map((row) => row.reward_id),
    ...programs
      .filter(({ definition }) => definition.product_ids.includes(id))
      .map((row) => row.program_id),
  ];
  if (users.length === 0) return null;
  const message = `Product ${id} is used by ${users.join(", ")}. Archive it instead.`;
  return { code: "invalid_request", message };
}

/** Why a feature may not be deleted, or become of another type; null: nothing uses it. */
export async function refuseUsedFeature(ctx: MutationCtx, id: string): Promise<Refusal | null> {
  const versions = await readAll(ctx.db.query("products"), MAX_ROWS, "versions of products");
  const products = versions.filter(({ definition }) =>
    definition.items.some((item) => item.feature_id === id || item.entity_feature_id === id),
  );
  const features = await readAll(ctx.db.query("features"), MAX_ROWS, "features");
  const systems = features.filter(({ definition }) => contains(definition, id));
  const entity = await ctx.db
    .query("entities")
    .withIndex("by_feature_id", (q) => q.eq("feature_id", id))
    .first();
  const users = [...new Set(products.map((row) => row.product_id))];
  users.push(...systems.map((row) => row.feature_id), ...(entity ? ["entities"] : []));
  if (users.length === 0) return null;
  const message = `Feature ${id} is used by ${users.join(", ")}. Archive it instead.`;
  return { code: "invalid_request", message };
}

function gives(reward: RewardDefinition, productId: string): boolean {
  return reward.type === "free_product" && reward.free_product_id === productId;
}

function contains({ credit_schema: schema }: FeatureDefinition, id: string): boolean {
  return (schema ?? []).some((row) => row.metered_feature_id === id);
}
