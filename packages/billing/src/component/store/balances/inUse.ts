import type { MutationCtx } from "../../_generated/server";
import { saveBuckets } from "./buckets";
import { reload } from "../customers/holdings";
import type { Holdings } from "../customers/holdings";
import { keepInUse } from "../../rules/carry";
import { isGranting, isLive } from "../../rules/holdings";
import type { Bucket } from "../../rules/model";

/**
 * Seats and storage that a product had in use stay in use when it has ended: in
 * what its successor granted, or else in what else the customer has.
 *
 * @param before - The holdings while the product was in force.
 * @param ended - Its buckets.
 */
export async function keepUseOf(
  ctx: MutationCtx,
  before: Holdings,
  ended: readonly Bucket[],
): Promise<void> {
  const { features } = before.catalogue;
  if (!ended.some((row) => features.get(row.feature_id)?.type === "continuous_use")) return;
  const { customer, held, buckets, now, by } = await reload(ctx, before);
  const inForce = new Set(held.filter((row) => isGranting(row, now)).map(({ id }) => id));
  const staying = buckets.filter((row) => inForce.has(row.held_product_id) && isLive(row, now));
  const known = new Set(before.buckets.map(({ id }) => id));
  const fresh = new Set(staying.map(({ id }) => id).filter((id) => !known.has(id)));
  const kept = keepInUse(ended, staying, { features, fresh, now });
  const id = ended[0]?.held_product_id ?? customer._id;
  const cause = { kind: "transfer" as const, id, at: now, ...(by && { actor: by }) };
  await saveBuckets(ctx, customer._id, staying, kept, cause);
}
