import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { closeBalances, openBalances } from "../balances/balances";
import { tellAttached, tellCancelled, tellExpired, tellScheduled } from "../events/happenings";
import { balancesOf, subscriptionId } from "./customerState";
import type { CustomerState } from "./customerState";
import { planBalances } from "../../rules/balances";
import { carryUsage } from "../../rules/carry";
import { nextState, stateOf } from "../../rules/lifecycle";
import type { SubscriptionEvent } from "../../rules/lifecycle";
import type { Balance, CatalogueProduct, SubscriptionOption } from "../../rules/model";
import type { SubscriptionRow } from "../../rules/schedule";
import { nextChargeAt } from "../../rules/schedule";
import { seatsFor, balanceOwners } from "../balances/entityBalances";

/** What is decided about a new subscription. */
interface NewSubscription {
  product: CatalogueProduct;
  entityId: string | null;
  packs: readonly SubscriptionOption[];
  startsAt: number;
  anchor: number;
  trialEndsAt: number | null;
}

/** What is carried over from the replaced product. */
interface Legacy {
  /** Its balances: units in use are carried over. */
  from?: readonly Balance[];
  /** True: all other use is carried over too. */
  keepsUse?: boolean;
}

/** Starts a subscription that is in force at once. */
export async function addSubscription(
  ctx: MutationCtx,
  customerState: CustomerState,
  input: NewSubscription,
  legacy: Legacy = {},
): Promise<Id<"subscriptions">> {
  const { product, anchor, trialEndsAt, startsAt } = input;
  const renewsAt = trialEndsAt ?? nextChargeAt(product, anchor, startsAt);
  const row = newRow(customerState, input, { status: "active", renews_at: renewsAt });
  const id = await ctx.db.insert("subscriptions", row);
  await grant(ctx, customerState, { ...row, id, product }, legacy);
  await tellAttached(ctx, customerState, { ...row, id, product });
  return id;
}

/** One of several units becomes a row of its own; its grant is moved, not granted again. */
export async function addSubscriptionPart(
  ctx: MutationCtx,
  customerState: CustomerState,
  { product, starts_at: startsAt, anchor, trial_ends_at: trialEndsAt, renews_at }: SubscriptionRow,
  part: Pick<NewSubscription, "entityId" | "packs">,
): Promise<Id<"subscriptions">> {
  const input = { product, startsAt, anchor, trialEndsAt, ...part };
  return await ctx.db.insert(
    "subscriptions",
    newRow(customerState, input, { status: "active", renews_at }),
  );
}

/** Schedules a subscription. It grants nothing until {@link start}. */
export async function schedule(
  ctx: MutationCtx,
  customerState: CustomerState,
  input: NewSubscription,
): Promise<Id<"subscriptions">> {
  // Its first charge is due the moment it begins.
  const recurs = nextChargeAt(input.product, input.anchor, input.startsAt) !== null;
  const renewsAt = recurs ? input.startsAt : null;
  const row = newRow(customerState, input, { status: "scheduled", renews_at: renewsAt });
  const id = await ctx.db.insert("subscriptions", row);
  await tellScheduled(ctx, customerState, { ...row, id, product: input.product });
  return id;
}

/** Starts a scheduled subscription. */
export async function start(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  legacy: Legacy = {},
): Promise<void> {
  await transition(ctx, row, "start_reached", {});
  await grant(ctx, customerState, { ...row, status: "active" }, legacy);
  await tellAttached(ctx, customerState, row);
}

/** Lets a subscription end later; null: once it is used up. */
export async function cancelAt(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  endsAt: number | null,
): Promise<void> {
  const changes = { canceled_at: customerState.now, ...(endsAt !== null && { ended_at: endsAt }) };
  await transition(ctx, row, "cancel_at_end", changes);
  await tellCancelled(ctx, customerState, row, endsAt);
}

/** Undoes the scheduled end of a subscription, and drops its scheduled successor. */
export async function undoCancel(
  ctx: MutationCtx,
  row: SubscriptionRow,
  successor: SubscriptionRow | null,
): Promise<void> {
  if (row.canceled_at !== null) {
    await transition(ctx, row, "renew", { canceled_at: null, ended_at: null });
  }
  if (successor) await dropScheduled(ctx, successor);
}

/** Expires a subscription: its balances are closed, its row stays as history. */
export async function expire(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  event: SubscriptionEvent,
  at: number,
): Promise<void> {
  await transition(ctx, row, event, {
    ended_at: at,
    renews_at: null,
    grace_ends_at: null,
    retry_at: null,
  });
  const cause = { id: row.id, at, ...customerState.by };
  await closeBalances(ctx, customerState.customer._id, balancesOf(customerState, row), cause);
  if (event === "cancel_now") await tellCancelled(ctx, customerState, row, at);
  await tellExpired(ctx, customerState, row, at);
}

/** Deletes a scheduled subscription that never began. */
export async function dropScheduled(ctx: MutationCtx, row: SubscriptionRow): Promise<void> {
  if (nextState(stateOf(row), "schedule_dropped") !== "none")
    throw unexpected(row, "schedule_dropped");
  await ctx.db.delete("subscriptions", subscriptionId(row));
}

/**
 * Changes the status of a subscription, as the lifecycle allows.
 *
 * @param changes - Other fields to store with the new status.
 */
export async function transition(
  ctx: MutationCtx,
  row: SubscriptionRow,
  event: SubscriptionEvent,
  changes: Partial<Omit<Doc<"subscriptions">, "_id" | "_creationTime" | "status" | "is_expired">>,
): Promise<void> {
  const next = nextState(stateOf(row), event);
  if (next === null || next === "none") throw unexpected(row, event);
  const status = next === "canceling" ? "active" : next;
  const mark = status === "expired" ? { is_expired: true as const } : {};
  await ctx.db.patch("subscriptions", subscriptionId(row), { ...changes, status, ...mark });
}

async function grant(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: Omit<SubscriptionRow, "id"> & { id: string },
  { from = [], keepsUse = false }: Legacy,
): Promise<void> {
  const { customer, catalogue, now, by } = customerState;
  const { features } = catalogue;
  const { product, trial_ends_at: trialEndsAt } = row;
  const entities = await balanceOwners(ctx, customerState, row, from);
  const to = planBalances({ subscription: row, features, trialEndsAt, entities });
  const liveUsage = seatsFor(customerState, from);
  const carried = carryUsage({ from, to, product, features, now, liveUsage, keepsUse });
  await openBalances(ctx, customer._id, subscriptionId(row), carried, now, by);
}

function newRow(
  { customer, now }: CustomerState,
  { product, entityId, packs, startsAt, anchor, trialEndsAt }: NewSubscription,
  stored: { status: "active" | "scheduled"; renews_at: number | null },
) {
  return {
    ...stored,
    customer: customer._id satisfies Id<"customers">,
    product_id: product.id,
    version: product.version,
    entity_id: entityId,
    canceled_at: null,
    starts_at: startsAt,
    ended_at: null,
    trial_ends_at: trialEndsAt,
    anchor,
    quantity: 1,
    options: [...packs],
    created_at: now,
    grace_ends_at: null,
  };
}

function unexpected(row: SubscriptionRow, event: SubscriptionEvent): Error {
  return new Error(`${row.product.id} is ${stateOf(row)}: ${event} can't happen`);
}
