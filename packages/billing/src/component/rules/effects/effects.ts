import { balancesAt } from "../balances/balances";
import type { EndEvent } from "../ends";
import type { GrantState } from "./grantState";
import { nextState, stateOf } from "../subscriptions/lifecycle";
import type { SubscriptionEvent } from "../subscriptions/lifecycle";
import type { Balance } from "../model";
import type { SubscriptionRow } from "../renewals/schedule";

/** The fields of a subscription that a plan can set directly. */
export type RowChanges = Partial<
  Pick<
    SubscriptionRow,
    | "entity_id"
    | "options"
    | "quantity"
    | "canceled_at"
    | "paid"
    | "pending_lines"
    | "starts_at"
    | "ended_at"
    | "renews_at"
    | "retry_at"
    | "trial_ends_at"
    | "anchor"
  >
>;

/** A balance, the subscription that grants it from now on, and its owner; null: the customer. */
export type MovedBalance = Pick<Balance, "id" | "subscription_id" | "entity_id">;

type ChargeEvent = Extract<SubscriptionEvent, "renewal_paid" | "renewal_failed">;

/** When a subscription is charged next, and when an unpaid one ends. */
type ChargeDates = Pick<SubscriptionRow, "renews_at" | "grace_ends_at" | "retry_at">;

/**
 * One change that a plan makes to a customer's subscriptions and balances. A new row
 * has an id from the plan until it is stored.
 */
export type Effect =
  /** A new subscription, in force or scheduled. `silent`: part of one that the host already knows. */
  | { kind: "add"; row: SubscriptionRow; balances: readonly Balance[]; silent?: true }
  /** A scheduled subscription comes into force. */
  | { kind: "start"; id: string; balances: readonly Balance[] }
  /** An existing subscription grants more balances. */
  | { kind: "grant"; id: string; balances: readonly Balance[] }
  | { kind: "set"; id: string; changes: RowChanges }
  /** The subscription ends later; null: when its units are used up. */
  | { kind: "cancel"; id: string; endsAt: number | null }
  /** The subscription's scheduled end is removed. */
  | { kind: "renew"; id: string }
  | { kind: "end"; id: string; event: EndEvent }
  /** A renewal is charged: paid at once or late, or it failed. */
  | { kind: "charged"; row: SubscriptionRow; event: ChargeEvent; dates: ChargeDates }
  /** The balances of a subscription get all resets that are due by a time. */
  | { kind: "reset"; id: string; at: number }
  /** A scheduled subscription never begins. */
  | { kind: "drop"; id: string }
  /** Balances move to another subscription or another owner. */
  | { kind: "move"; moved: readonly MovedBalance[] }
  /** Balances change; both lists are in the same order. `causeId`: for the ledger. */
  | {
      kind: "balances";
      cause: "adjustment" | "transfer";
      causeId: string;
      before: readonly Balance[];
      after: readonly Balance[];
    };

/** The effects of several steps, each planned on the result of the steps before it. */
export function inOrder<State extends GrantState>(
  before: State,
  ...steps: ((state: State) => readonly Effect[])[]
): Effect[] {
  const effects: Effect[] = [];
  let state = before;
  for (const step of steps) {
    const more = step(state);
    effects.push(...more);
    state = applyEffects(state, more);
  }
  return effects;
}

/** The state after these effects, without storing them. */
export function applyEffects<State extends GrantState>(
  before: State,
  effects: readonly Effect[],
): State {
  return effects.reduce(applyEffect, before);
}

/** The state after one effect. */
export function applyEffect<State extends GrantState>(state: State, effect: Effect): State {
  const { subscriptions, balanceRows, now } = state;
  switch (effect.kind) {
    case "add": {
      const rows = [...subscriptions, effect.row];
      return { ...state, subscriptions: rows, balanceRows: [...balanceRows, ...effect.balances] };
    }
    case "start": {
      const started = change(state, effect.id, afterEvent("start_reached"));
      return { ...started, balanceRows: [...balanceRows, ...effect.balances] };
    }
    case "grant":
      return { ...state, balanceRows: [...balanceRows, ...effect.balances] };
    case "set":
      return change(state, effect.id, (row) => ({ ...row, ...effect.changes }));
    case "cancel": {
      const { endsAt } = effect;
      const ends = endsAt === null ? {} : { ended_at: endsAt };
      const move = afterEvent("cancel_at_end");
      return change(state, effect.id, (row) => ({ ...move(row), canceled_at: now, ...ends }));
    }
    case "renew": {
      const move = afterEvent("renew");
      const kept = { canceled_at: null, ended_at: null };
      return change(state, effect.id, (row) => ({ ...move(row), ...kept }));
    }
    case "charged": {
      const { row: charged, event, dates } = effect;
      return change(state, charged.id, (row) => ({ ...afterEvent(event)(row), ...dates }));
    }
    case "reset": {
      const isOwn = (row: Balance) => row.subscription_id === effect.id;
      const own = balancesAt(balanceRows.filter(isOwn), effect.at);
      const byId = new Map(own.map((row) => [row.id, row]));
      const after = balanceRows.flatMap((row) => (isOwn(row) ? (byId.get(row.id) ?? []) : row));
      return { ...state, balanceRows: after };
    }
    case "end":
    case "drop": {
      const { id } = effect;
      return {
        ...state,
        subscriptions: subscriptions.filter((row) => row.id !== id),
        balanceRows: balanceRows.filter((row) => row.subscription_id !== id),
      };
    }
    case "move":
      return changeBalances(state, effect.moved);
    case "balances":
      return changeBalances(state, effect.after);
  }
}

function changeBalances<State extends GrantState>(
  state: State,
  changes: readonly (Partial<Balance> & Pick<Balance, "id">)[],
): State {
  const changed = new Map(changes.map((change) => [change.id, change]));
  const after = state.balanceRows.map((row) => ({ ...row, ...changed.get(row.id) }));
  return { ...state, balanceRows: after };
}

/** The status after an event. An event that the state does not allow is a bug in the engine. */
export function statusAfter(
  row: SubscriptionRow,
  event: SubscriptionEvent,
): SubscriptionRow["status"] {
  const next = nextState(stateOf(row), event);
  if (next === null || next === "none") throw unexpected(row, event);
  return next === "canceling" ? "active" : next;
}

/** An event that cannot happen to a subscription. */
export function unexpected(row: SubscriptionRow, event: SubscriptionEvent): Error {
  return new Error(`${row.product.id} is ${stateOf(row)}: ${event} can't happen`);
}

function afterEvent(event: SubscriptionEvent) {
  return (row: SubscriptionRow): SubscriptionRow => ({ ...row, status: statusAfter(row, event) });
}

function change<State extends GrantState>(
  state: State,
  id: string,
  to: (row: SubscriptionRow) => SubscriptionRow,
): State {
  const subscriptions = state.subscriptions.map((row) => (row.id === id ? to(row) : row));
  return { ...state, subscriptions };
}
