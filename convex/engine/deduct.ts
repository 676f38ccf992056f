import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { saveBuckets } from "./buckets";
import { commit } from "./commit";
import type { Holdings } from "./holdings";
import { planDeduction } from "./rules/deduction";
import { isGranting } from "./rules/holdings";
import { toMicros } from "./rules/money";
import { applyMoves } from "./rules/moves";

/** One use of one feature. */
export interface Use {
  featureId: string;
  eventName: string | null;
  /** Units; negative gives back. */
  value: number;
  properties: Record<string, string | number | boolean | null>;
  /** More than there is: apply what fits, or nothing at all. */
  mode: "cap" | "reject";
}

/**
 * Records a use: event, ledger, balances and revision, together. The holdings
 * must be up to date, as openCustomer leaves them.
 *
 * @returns The event and the holdings after it; null when a rejected use moved nothing.
 */
export async function deduct(
  ctx: MutationCtx,
  holdings: Holdings,
  use: Use,
): Promise<{ event: Id<"usageEvents">; holdings: Holdings } | null> {
  const { customer, catalogue, now } = holdings;
  const inForce = new Set(holdings.held.filter((row) => isGranting(row, now)).map(({ id }) => id));
  const before = holdings.buckets.filter((bucket) => inForce.has(bucket.held_product_id));
  const value = toMicros(use.value);
  const { moves, applied, unapplied } = planDeduction({
    buckets: before,
    features: catalogue.features,
    featureId: use.featureId,
    amount: value,
    entityId: null,
    now,
    mode: use.mode,
  });
  if (use.mode === "reject" && unapplied !== 0) return null;
  const event = await ctx.db.insert("usageEvents", {
    customer: customer._id,
    entity_id: null,
    feature_id: use.featureId,
    event_name: use.eventName,
    value,
    applied,
    unapplied,
    properties: use.properties,
    timestamp: now,
  });
  const kind = value < 0 ? ("give_back" as const) : ("use" as const);
  const after = applyMoves(before, moves);
  await saveBuckets(ctx, customer._id, before, after, { kind, id: event, at: now });
  return { event, holdings: await commit(ctx, holdings) };
}
