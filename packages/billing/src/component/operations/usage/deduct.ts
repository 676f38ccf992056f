import { emitBalances } from "../../store/events/notices";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import { saveBalances } from "../../store/balances/balances";
import { reloadAndSave, saveRevision } from "../../store/saveRevision";
import type { CustomerState } from "../../store/customers/customerState";
import { planDeduction } from "../../rules/balances/deduction";
import { balancesInForce } from "../../rules/subscriptions/currentProducts";
import type { Balance } from "../../rules/model";
import { applyMoves } from "../../rules/balances/moves";
import { isBillable } from "../../rules/balances/owed";
import { hasPaidSeats, paySeats, planSeatMoney } from "./seats";
import type { SeatMoney } from "./seats";
import type { SeatCall } from "./seatIntents";
import { addToTotals } from "../../store/balances/usageTotals";

/** One use of one feature. */
export interface Use {
  featureId: string;
  /** Micros; negative gives back. */
  amount: number;
  /** The entity that uses it; null: the customer. */
  entityId: string | null;
  /**
   * When there is too little: apply what fits, or nothing at all. Paid seats are
   * never split. `record`: it is in use already, so all of it counts.
   */
  mode: "cap" | "reject" | "record";
}

/** The event to store; null: the use leaves no event. */
export interface EventData {
  eventName: string | null;
  properties: Record<string, string | number | boolean | null>;
}

/** For a use without properties. */
export const NO_EVENT: EventData = { eventName: null, properties: {} };

/** A planned use; nothing is stored yet. */
export interface PlannedUse {
  use: Use;
  before: Balance[];
  after: Balance[];
  applied: number;
  unapplied: number;
  money: SeatMoney["lines"];
}

/**
 * Plans a use on an up-to-date customer state.
 *
 * @param balances - The balances of the customer state, or those after an earlier
 *   use of the same call.
 */
export function planUse(
  customerState: CustomerState,
  use: Use,
  balanceRows: readonly Balance[] = customerState.balanceRows,
): PlannedUse | Failure {
  const { catalogue, now } = customerState;
  const before = balancesInForce({ ...customerState, balanceRows });
  const isPaid = hasPaidSeats(customerState, before, use.featureId);
  const mode = isPaid && use.amount > 0 ? "reject" : use.mode;
  const { features } = catalogue;
  const planned = planDeduction({ ...use, mode, features, balanceRows: before, now });
  const { moves, applied, unapplied } = planned;
  if (mode === "reject" && unapplied !== 0) return refuseUse(customerState, use.featureId);
  const moved = applyMoves(before, moves);
  const beyond = refuseBeyond(customerState, before, moved);
  if (beyond) return beyond;
  const { lines: money, after } = planSeatMoney(customerState, before, moved);
  return { use, before, after, applied, unapplied, money };
}

/**
 * Records uses: charges, events, ledger, balances and revision, in one
 * transaction. The customer state must be up to date, as ensureCurrentCustomer returns it.
 *
 * @param call - The call that records them. Billing repeats it when a pending charge for seats is
 *   paid.
 * @returns The events, how much of each use was applied, and the customer state
 *   afterwards. A failure changed nothing: `insufficient_balance`,
 *   `usage_limit_exceeded`, `invoice_payment_failed`, `payment_pending`.
 */
export async function deduct(
  ctx: MutationCtx,
  customerState: CustomerState,
  uses: readonly Use[],
  data: EventData,
  call: SeatCall,
): Promise<
  { events: Id<"usageEvents">[]; uses: PlannedUse[]; customerState: CustomerState } | Failure
> {
  const planned = planUses(customerState, uses);
  if ("error" in planned) return planned;
  const money = planned.flatMap((use) => use.money);
  const unpaid = await paySeats(ctx, customerState, money, call);
  if (unpaid) return unpaid;
  const events: Id<"usageEvents">[] = [];
  for (const use of planned) {
    const event = await addEvent(ctx, customerState, use, data);
    await saveUse(ctx, customerState, use, event);
    events.push(event);
  }
  // A charge may have changed more than balances.
  const isFree = money.length === 0;
  const balanceRows = planned.reduce(withMoved, customerState.balanceRows);
  const after = isFree
    ? saveRevision(ctx, { ...customerState, balanceRows })
    : reloadAndSave(ctx, customerState);
  return { events, uses: planned, customerState: await after };
}

/** Plans uses one after the other: all of them, or none. */
export function planUses(
  customerState: CustomerState,
  uses: readonly Use[],
): PlannedUse[] | Failure {
  const planned: PlannedUse[] = [];
  let { balanceRows } = customerState;
  for (const use of uses) {
    const next = planUse(customerState, use, balanceRows);
    if ("error" in next) return next;
    balanceRows = withMoved(balanceRows, next);
    planned.push(next);
  }
  return planned;
}

/**
 * Stores the balances of a planned use.
 *
 * @param causeId - The event or the entity that caused it.
 */
export async function saveUse(
  ctx: MutationCtx,
  customerState: CustomerState,
  { use, before, after }: PlannedUse,
  causeId: string,
): Promise<void> {
  const { customer, now } = customerState;
  const kind = use.amount < 0 ? ("give_back" as const) : ("use" as const);
  await saveBalances(ctx, customer._id, before, after, { kind, id: causeId, at: now });
  await emitBalances(ctx, customerState, use.entityId, before, after);
}

async function addEvent(
  ctx: MutationCtx,
  { customer, now }: CustomerState,
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

function withMoved(balanceRows: readonly Balance[], { after }: PlannedUse): Balance[] {
  const moved = new Map(after.map((balance) => [balance.id, balance]));
  return balanceRows.map((balance) => moved.get(balance.id) ?? balance);
}

/** Refuses balances that would owe more than an invoice can hold; null: none does. */
export function refuseBeyond(
  { subscriptions, catalogue }: CustomerState,
  before: readonly Balance[],
  after: readonly Balance[],
): Failure | null {
  const isBeyond = after.some((balance, index) => {
    if (balance === before[index]) return false;
    const items =
      subscriptions.find(({ id }) => id === balance.subscription_id)?.product.items ?? [];
    return !isBillable(balance, items, catalogue.currency);
  });
  return isBeyond ? fail("invalid_inputs", "More than can be billed would be owed for this") : null;
}

function refuseUse({ catalogue }: CustomerState, featureId: string): Failure {
  const feature = catalogue.features.get(featureId);
  return feature?.type === "continuous_use"
    ? fail("usage_limit_exceeded", `The plan's limit for ${feature.name} is reached`)
    : fail("insufficient_balance", "Not enough is left");
}
