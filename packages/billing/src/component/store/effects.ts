import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { closeBalances, materialiseResets, openBalances, saveBalances } from "./balances/balances";
import { balanceId, balancesOf, subscriptionId } from "./customers/customerState";
import type { CustomerState } from "./customers/customerState";
import { changeSubscription, insertSubscription, transition } from "./customers/subscriptions";
import { liveEntities } from "./entities/entityRows";
import { emitAttached, emitCancelled, emitExpired, emitScheduled } from "./events/productEvents";
import { applyEffect, unexpected } from "../rules/effects/effects";
import type { Effect } from "../rules/effects/effects";
import { ENDS } from "../rules/ends";
import { entityFeatures } from "../rules/entities/entityBalances";
import type { Balance, CatalogueProduct } from "../rules/model";
import { nextState, stateOf } from "../rules/subscriptions/lifecycle";
import type { SubscriptionRow } from "../rules/renewals/schedule";

/** The stored ids of new rows, by their ids in the plan. */
type Ids = Map<string, string>;

/**
 * Stores the effects of a plan: the only writer of subscriptions, and of the balances
 * that they grant.
 *
 * @param before - The stored customer state.
 * @returns The customer state after the effects, and a function that returns the stored
 *   id of a subscription in the plan.
 */
export async function storeEffects(
  ctx: MutationCtx,
  before: CustomerState,
  effects: readonly Effect[],
): Promise<{ customerState: CustomerState; idOf: (planned: string) => Id<"subscriptions"> }> {
  const ids: Ids = new Map();
  let customerState = before;
  for (const effect of effects) {
    const stored = await storeEffect(ctx, customerState, renamed(effect, ids), ids);
    customerState = applyEffect(customerState, stored);
  }
  const idOf = (planned: string) => subscriptionId({ id: ids.get(planned) ?? planned });
  return { customerState, idOf };
}

/** The customer state with the entities that these products may grant to. */
export async function withEntities(
  ctx: QueryCtx,
  customerState: CustomerState,
  products: readonly CatalogueProduct[],
): Promise<CustomerState> {
  if (products.every((product) => entityFeatures({ product }).length === 0)) return customerState;
  const live = await liveEntities(ctx, customerState.customer._id);
  return {
    ...customerState,
    entities: live.map(({ entity_id: id, feature_id }) => ({ id, feature_id })),
  };
}

/** @returns The effect, with the ids of stored rows. */
async function storeEffect(
  ctx: MutationCtx,
  customerState: CustomerState,
  effect: Effect,
  ids: Ids,
): Promise<Effect> {
  const { customer, now, actor } = customerState;
  switch (effect.kind) {
    case "add": {
      const id = await insertSubscription(ctx, customer._id, effect.row);
      ids.set(effect.row.id, id);
      const row = { ...effect.row, id };
      const balances = await open(ctx, customerState, id, effect.balances, ids);
      const tell = row.status === "scheduled" ? emitScheduled : emitAttached;
      if (!effect.silent) await tell(ctx, customerState, row);
      return { ...effect, row, balances };
    }
    case "start": {
      const row = rowOf(customerState, effect.id);
      await transition(ctx, row, "start_reached", {});
      const balances = await open(ctx, customerState, row.id, effect.balances, ids);
      await emitAttached(ctx, customerState, row);
      return { ...effect, balances };
    }
    case "grant":
      return {
        ...effect,
        balances: await open(ctx, customerState, effect.id, effect.balances, ids),
      };
    case "set":
      await changeSubscription(ctx, effect.id, effect.changes);
      return effect;
    case "cancel":
      await cancel(ctx, customerState, effect);
      return effect;
    case "renew": {
      const kept = { canceled_at: null, ended_at: null };
      await transition(ctx, rowOf(customerState, effect.id), "renew", kept);
      return effect;
    }
    case "end":
      await end(ctx, customerState, effect);
      return effect;
    case "charged":
      await transition(ctx, effect.row, effect.event, effect.dates);
      return effect;
    case "reset": {
      const balanceRows = balancesOf(customerState, effect);
      await materialiseResets(ctx, { customer, balanceRows }, effect.at);
      return effect;
    }
    case "drop":
      await drop(ctx, customerState, effect);
      return effect;
    case "move":
      for (const { id, subscription_id, entity_id } of effect.moved) {
        const granted = { subscription_id: subscriptionId({ id: subscription_id }), entity_id };
        await ctx.db.patch("balances", balanceId({ id }), granted);
      }
      return effect;
    case "balances": {
      const { cause: kind, causeId: id, before, after } = effect;
      await saveBalances(ctx, customer._id, before, after, { kind, id, at: now, ...actor });
      return effect;
    }
  }
}

/** Stores the end that the customer chose. */
async function cancel(
  ctx: MutationCtx,
  customerState: CustomerState,
  { id, endsAt }: Effect & { kind: "cancel" },
): Promise<void> {
  const row = rowOf(customerState, id);
  const ends = endsAt === null ? {} : { ended_at: endsAt };
  await transition(ctx, row, "cancel_at_end", { canceled_at: customerState.now, ...ends });
  await emitCancelled(ctx, customerState, row, endsAt);
}

/** Closes the balances of a subscription. Its row stays as history. */
async function end(
  ctx: MutationCtx,
  customerState: CustomerState,
  { id, event }: Effect & { kind: "end" },
): Promise<void> {
  const { customer, now: at, actor } = customerState;
  const row = rowOf(customerState, id);
  const none = { renews_at: null, grace_ends_at: null, retry_at: null };
  await transition(ctx, row, event, { ended_at: at, ...none });
  await closeBalances(ctx, customer._id, balancesOf(customerState, row), { id, at, ...actor });
  if (ENDS[event].emitsCanceled) await emitCancelled(ctx, customerState, row, at);
  await emitExpired(ctx, customerState, row, at);
}

async function drop(
  ctx: MutationCtx,
  customerState: CustomerState,
  { id }: Effect & { kind: "drop" },
): Promise<void> {
  const row = rowOf(customerState, id);
  if (nextState(stateOf(row), "schedule_dropped") !== "none")
    throw unexpected(row, "schedule_dropped");
  await ctx.db.delete("subscriptions", subscriptionId(row));
}

/** @returns The balances with their stored ids. */
async function open(
  ctx: MutationCtx,
  { customer, now, actor }: CustomerState,
  subscription: string,
  planned: readonly Balance[],
  ids: Ids,
): Promise<Balance[]> {
  const owner = subscriptionId({ id: subscription });
  const opened = await openBalances(ctx, customer._id, owner, planned, now, actor);
  return planned.map((balance, index) => {
    const id = opened[index];
    if (!id) throw new Error("A balance was not opened");
    ids.set(balance.id, id);
    return { ...balance, id, subscription_id: subscription };
  });
}

/** The effect with stored ids instead of ids from the plan. */
function renamed(effect: Effect, ids: Ids): Effect {
  const idOf = (id: string) => ids.get(id) ?? id;
  switch (effect.kind) {
    case "add":
    case "charged":
      return effect;
    case "move": {
      const moved = effect.moved.map((balance) => ({
        ...balance,
        id: idOf(balance.id),
        subscription_id: idOf(balance.subscription_id),
      }));
      return { ...effect, moved };
    }
    case "balances": {
      const rename = (balance: Balance) =>
        ids.has(balance.id)
          ? {
              ...balance,
              id: idOf(balance.id),
              subscription_id: idOf(balance.subscription_id),
            }
          : balance;
      const after = effect.after.map(rename);
      // An unchanged balance is the same object in both lists.
      const before = effect.before.map((balance, index) => {
        const changed = after[index];
        return changed && effect.after[index] === balance ? changed : rename(balance);
      });
      return { ...effect, causeId: idOf(effect.causeId), before, after };
    }
    case "start":
    case "grant":
    case "set":
    case "cancel":
    case "renew":
    case "reset":
    case "end":
    case "drop":
      return { ...effect, id: idOf(effect.id) };
  }
}

function rowOf({ subscriptions }: CustomerState, id: string): SubscriptionRow {
  const row = subscriptions.find((candidate) => candidate.id === id);
  if (!row)
    throw new Error(`A plan changes subscription ${id}, which is neither in force nor scheduled`);
  return row;
}
