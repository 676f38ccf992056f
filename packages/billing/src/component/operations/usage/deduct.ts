import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import { saveBuckets } from "../../store/balances/buckets";
import { commit, conclude } from "../../store/commit";
import type { Holdings } from "../../store/customers/holdings";
import { planDeduction } from "../../rules/deduction";
import { isGranting } from "../../rules/holdings";
import type { Bucket } from "../../rules/model";
import { applyMoves } from "../../rules/moves";
import { isBillable } from "../../rules/owed";
import { hasPaidSeats, paySeats, planSeatMoney } from "./seats";
import type { SeatMoney } from "./seats";
import { addToTotals } from "../../store/balances/usageTotals";

/** One use of one feature. */
export interface Use {
  featureId: string;
  /** Micros; negative gives back. */
  amount: number;
  /** Who uses; null: the customer. */
  entityId: string | null;
  /**
   * More than there is: apply what fits, or nothing at all. Paid seats are never split.
   * `record`: it is in use already, so all of it counts.
   */
  mode: "cap" | "reject" | "record";
}

/** What is told about a use; null: the use leaves no event behind. */
export interface EventData {
  eventName: string | null;
  properties: Record<string, string | number | boolean | null>;
}

/** A use as decided, and nothing done yet. */
export interface PlannedUse {
  use: Use;
  before: Bucket[];
  after: Bucket[];
  applied: number;
  unapplied: number;
  money: SeatMoney["lines"];
}

/**
 * Plans a use of up-to-date holdings.
 *
 * @param buckets - Where they stand: those of the holdings, or what an earlier
 *   use of the same call left.
 */
export function planUse(
  holdings: Holdings,
  use: Use,
  buckets: readonly Bucket[] = holdings.buckets,
): PlannedUse | Failure {
  const { catalogue, now } = holdings;
  const inForce = new Set(holdings.held.filter((row) => isGranting(row, now)).map(({ id }) => id));
  const before = buckets.filter((bucket) => inForce.has(bucket.held_product_id));
  const isPaid = hasPaidSeats(holdings, before, use.featureId);
  const mode = isPaid && use.amount > 0 ? "reject" : use.mode;
  const { features } = catalogue;
  const planned = planDeduction({ ...use, mode, features, buckets: before, now });
  const { moves, applied, unapplied } = planned;
  if (mode === "reject" && unapplied !== 0) return refuseUse(holdings, use.featureId);
  const moved = applyMoves(before, moves);
  const beyond = refuseBeyond(holdings, before, moved);
  if (beyond) return beyond;
  const { lines: money, after } = planSeatMoney(holdings, before, moved);
  return { use, before, after, applied, unapplied, money };
}

/**
 * Records uses: money, events, ledger, balances and revision, together. The
 * holdings must be up to date, as openCustomer leaves them.
 *
 * @returns The events, how far each use was applied, and the holdings after
 *   them. A failure changed nothing:
 *   `insufficient_balance`, `usage_limit_exceeded`, `invoice_payment_failed`.
 */
export async function deduct(
  ctx: MutationCtx,
  holdings: Holdings,
  uses: readonly Use[],
  data: EventData,
): Promise<{ events: Id<"usageEvents">[]; uses: PlannedUse[]; holdings: Holdings } | Failure> {
  const planned = planUses(holdings, uses);
  if ("error" in planned) return planned;
  const money = planned.flatMap((use) => use.money);
  const unpaid = await paySeats(ctx, holdings, money);
  if (unpaid) return unpaid;
  const events: Id<"usageEvents">[] = [];
  for (const use of planned) {
    const event = await addEvent(ctx, holdings, use, data);
    await saveUse(ctx, holdings, use, event);
    events.push(event);
  }
  // Money may have changed more than buckets.
  const isFree = money.length === 0;
  const buckets = planned.reduce(withMoved, holdings.buckets);
  const after = isFree ? conclude(ctx, { ...holdings, buckets }) : commit(ctx, holdings);
  return { events, uses: planned, holdings: await after };
}

/** Plans uses one after the other: all of them can be, or none is. */
export function planUses(holdings: Holdings, uses: readonly Use[]): PlannedUse[] | Failure {
  const planned: PlannedUse[] = [];
  let { buckets } = holdings;
  for (const use of uses) {
    const next = planUse(holdings, use, buckets);
    if ("error" in next) return next;
    buckets = withMoved(buckets, next);
    planned.push(next);
  }
  return planned;
}

/**
 * Stores what a planned use moves.
 *
 * @param causeId - The event or the entity that used.
 */
export async function saveUse(
  ctx: MutationCtx,
  { customer, now }: Holdings,
  { use, before, after }: PlannedUse,
  causeId: string,
): Promise<void> {
  const kind = use.amount < 0 ? ("give_back" as const) : ("use" as const);
  await saveBuckets(ctx, customer._id, before, after, { kind, id: causeId, at: now });
}

async function addEvent(
  ctx: MutationCtx,
  { customer, now }: Holdings,
  { use, applied, unapplied }: PlannedUse,
  { eventName, properties }: EventData,
): Promise<Id<"usageEvents">> {
  const event = {
    customer: customer._id,
    entity_id: use.entityId,
    feature_id: use.featureId,
    event_name: eventName,
    value: use.amount,
    applied,
    unapplied,
    properties,
    timestamp: now,
  };
  await addToTotals(ctx, event);
  return await ctx.db.insert("usageEvents", event);
}

function withMoved(buckets: readonly Bucket[], { after }: PlannedUse): Bucket[] {
  const moved = new Map(after.map((bucket) => [bucket.id, bucket]));
  return buckets.map((bucket) => moved.get(bucket.id) ?? bucket);
}

/** Refuses buckets that would owe more than an invoice can hold; null: none does. */
export function refuseBeyond(
  { held, catalogue }: Holdings,
  before: readonly Bucket[],
  after: readonly Bucket[],
): Failure | null {
  const isBeyond = after.some((bucket, index) => {
    if (bucket === before[index]) return false;
    const items = held.find(({ id }) => id === bucket.held_product_id)?.product.items ?? [];
    return !isBillable(bucket, items, catalogue.currency);
  });
  return isBeyond ? fail("invalid_inputs", "More than can be billed would be owed for this") : null;
}

function refuseUse({ catalogue }: Holdings, featureId: string): Failure {
  const feature = catalogue.features.get(featureId);
  return feature?.type === "continuous_use"
    ? fail("usage_limit_exceeded", `All ${feature.name} of the plan are in use`)
    : fail("insufficient_balance", "Not enough is left");
}
