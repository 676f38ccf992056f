import type { MutationCtx } from "../../_generated/server";
import { saveBalances } from "./balances";
import { reload } from "../customers/customerState";
import type { CustomerState } from "../customers/customerState";
import { keepInUse } from "../../rules/carry";
import { isGranting, isLive } from "../../rules/currentProducts";
import type { Balance } from "../../rules/model";

/**
 * Carries the seats and storage in use of an ended product over: to its
 * successor's balances, else to the customer's others.
 *
 * @param before - The customer state while the product was in force.
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
  const cause = { kind: "transfer" as const, id, at: now, ...by };
  await saveBalances(ctx, customer._id, staying, kept, cause);
}
