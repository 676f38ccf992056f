import { planBalances } from "../balances/balances";
import { carryUsage, keepInUse } from "../balances/carry";
import type { Predecessor } from "../balances/carry";
import { balancesInForce, isLive } from "../subscriptions/currentProducts";
import type { Effect } from "./effects";
import { balanceOwners, seatsFor } from "./grantState";
import type { GrantState } from "./grantState";
import type { Balance, CatalogueProduct, Subscription, SubscriptionOption } from "../model";
import { nextChargeAt } from "../renewals/schedule";
import type { SubscriptionRow } from "../renewals/schedule";

/** The decisions about a new subscription. */
export interface NewSubscription {
  product: CatalogueProduct;
  entityId: string | null;
  options: readonly SubscriptionOption[];
  startsAt: number;
  anchor: number;
  trialEndsAt: number | null;
}

/** The data that a new subscription takes over from a version's predecessor or a scheduled end. */
type Kept = Partial<
  Pick<
    SubscriptionRow,
    "origin" | "paid" | "pending_lines" | "canceled_at" | "ended_at" | "gone_spent"
  >
>;

/**
 * Adds a subscription that is in force immediately.
 *
 * @param from - The subscription that it replaces, whose usage may carry over; null if none.
 */
export function addActive(
  state: GrantState,
  input: NewSubscription,
  from: Predecessor | null = null,
  kept: Kept = {},
): Effect & { kind: "add" } {
  const { product, anchor, trialEndsAt, startsAt } = input;
  const renews_at = trialEndsAt ?? nextChargeAt(product, anchor, startsAt);
  const row = { ...newRow(state, input), status: "active" as const, renews_at, ...kept };
  return { kind: "add", row, balances: grantsOf(state, row, from) };
}

/** Adds a subscription that begins later. It grants nothing until then. */
export function addScheduled(state: GrantState, input: NewSubscription): Effect & { kind: "add" } {
  // Its first charge is due when it begins.
  const recurs = nextChargeAt(input.product, input.anchor, input.startsAt) !== null;
  const renews_at = recurs ? input.startsAt : null;
  const row = { ...newRow(state, input), status: "scheduled" as const, renews_at };
  return { kind: "add", row, balances: [] };
}

/** Splits one unit off a subscription into a separate row, with its grants. */
export function addPart(
  state: GrantState,
  whole: SubscriptionRow,
  part: Pick<NewSubscription, "entityId" | "options">,
): Effect & { kind: "add" } {
  const { product, starts_at: startsAt, anchor, trial_ends_at: trialEndsAt, renews_at } = whole;
  const input = { product, startsAt, anchor, trialEndsAt, ...part };
  const row = { ...newRow(state, input), status: "active" as const, renews_at };
  return { kind: "add", row, balances: [], silent: true };
}

/** Starts a scheduled subscription. */
export function startScheduled(
  state: GrantState,
  row: SubscriptionRow,
  from: Predecessor | null = null,
): Effect & { kind: "start" } {
  const started = { ...row, status: "active" as const };
  return { kind: "start", id: row.id, balances: grantsOf(state, started, from) };
}

/** Grants another purchase of a subscription, with a separate expiry. */
export function grantAgain({ catalogue, now }: GrantState, bought: Subscription): Effect {
  const subscription = { ...bought, starts_at: now, created_at: now };
  const { features } = catalogue;
  const planned = planBalances({ subscription, features, trialEndsAt: null });
  return { kind: "grant", id: bought.id, balances: named(bought.id, planned) };
}

/** Undoes the scheduled end of a subscription, and drops its scheduled successor. */
export function undoCancel(row: SubscriptionRow, successor: SubscriptionRow | null): Effect[] {
  return [
    ...(row.canceled_at === null ? [] : [{ kind: "renew" as const, id: row.id }]),
    ...(successor ? [{ kind: "drop" as const, id: successor.id }] : []),
  ];
}

/**
 * Carries over an ended product's seats and storage in use: to its successor's
 * balances, else to the customer's other balances.
 *
 * @param before - The state while the product was in force.
 * @param after - The state after its end, when its successor has begun.
 * @param ended - The balances of the ended product.
 */
export function carryInUse(
  before: GrantState,
  after: GrantState,
  ended: readonly Balance[],
): Effect[] {
  const { features } = before.catalogue;
  const [first] = ended;
  if (!first || !ended.some((row) => features.get(row.feature_id)?.type === "continuous_use"))
    return [];
  const { now } = after;
  const staying = balancesInForce(after).filter((row) => isLive(row, now));
  const known = new Set(before.balanceRows.map(({ id }) => id));
  const fresh = new Set(staying.map(({ id }) => id).filter((id) => !known.has(id)));
  const kept = keepInUse(ended, staying, { features, fresh, now });
  const causeId = first.subscription_id;
  return [{ kind: "balances", cause: "transfer", causeId, before: staying, after: kept }];
}

/** The balances that a subscription grants when it starts. */
function grantsOf(state: GrantState, row: SubscriptionRow, from: Predecessor | null): Balance[] {
  const { catalogue, now } = state;
  const { features } = catalogue;
  const entities = balanceOwners(state, row, from);
  const trialEndsAt = row.trial_ends_at;
  const to = planBalances({ subscription: row, features, trialEndsAt, entities });
  const liveUsage = seatsFor(state, from?.balanceRows ?? []);
  return named(row.id, carryUsage({ from, to, subscription: row, features, now, liveUsage }));
}

function named(subscription: string, planned: readonly Omit<Balance, "id">[]): Balance[] {
  return planned.map((row, index) => ({
    ...row,
    id: `${subscription}/${index}`,
    subscription_id: subscription,
  }));
}

function newRow(
  { now, subscriptions }: GrantState,
  { product, entityId, options, startsAt, anchor, trialEndsAt }: NewSubscription,
) {
  return {
    // The id from the plan, until the row is stored.
    id: `new ${subscriptions.length} ${product.id}`,
    product,
    entity_id: entityId,
    canceled_at: null,
    starts_at: startsAt,
    ended_at: null,
    trial_ends_at: trialEndsAt,
    anchor,
    quantity: 1,
    options: [...options],
    created_at: now,
    grace_ends_at: null,
  };
}
