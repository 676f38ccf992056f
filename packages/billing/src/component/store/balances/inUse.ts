import type { MutationCtx } from "../../_generated/server";
import { saveBalances } from "./balances";
import { reload } from "../customers/customerState";
import type { CustomerState } from "../customers/customerState";
import { keepInUse } from "../../rules/carry";
import { isGranting, isLive } from "../../rules/customerState";
import type { Balance } from "../../rules/model";

/**
 * Seats and storage that a product had in use stay in use when it has ended: in
 * what its successor granted, or else in what else the customer has.
 *
 * @param before - The customerState while the product was in force.
 * @param ended - Its balances.
 */
export async function carryUsageInUse(
  ctx: MutationCtx,
  before: CustomerState,
  ended: readonly Balance[],
): Promise<void> {
  const { features } = before.catalogue;
  if (!ended.some((row) => features.get(row.feature_id)?.type === "continuous_use")) return;
  const { customer, subscriptions, balanceRows, now, by } = await reload(ctx, before);
  const inForce = new Set(subscriptions.filter((row) => isGranting(row, now)).map(({ id }) => id));
  const staying = balanceRows.filter((row) => inForce.has(row.subscription_id) && isLive(row, now));
  const known = new Set(before.balanceRows.map(({ id }) => id));
  const fresh = new Set(staying.map(({ id }) => id).filter((id) => !known.has(id)));
  const kept = keepInUse(ended, staying, { features, fresh, now });
  const id = ended[0]?.subscription_id ?? customer._id;
  const cause = { kind: "transfer" as const, id, at: now, ...(by && { actor: by }) };
  await saveBalances(ctx, customer._id, staying, kept, cause);
}
