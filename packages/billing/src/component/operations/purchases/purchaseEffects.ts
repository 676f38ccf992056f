import type { CustomerState } from "../../store/customers/customerState";
import { balancesOf } from "../../store/customers/customerState";
import type { PurchasePlan } from "./plan";
import {
  addActive,
  addScheduled,
  carryInUse,
  grantAgain,
  undoCancel,
} from "../../rules/effects/additions";
import type { NewSubscription } from "../../rules/effects/additions";
import { changePacks } from "../../rules/balances/balances";
import { quantityOf } from "../../rules/subscriptions/currentProducts";
import { inOrder } from "../../rules/effects/effects";
import type { Effect } from "../../rules/effects/effects";
import { stateOf } from "../../rules/subscriptions/lifecycle";
import type { Catalogue, SubscriptionOption } from "../../rules/model";
import { fromMicros, toMicros } from "../../rules/money/money";
import { prepaidItems } from "../../rules/products/product";
import { moveReceipts } from "../../rules/invoices/receipts";
import { quantityChange, versionOption } from "../../rules/products/quantity";
import { inheritGoneSpent } from "../../rules/prices/spent";
import { originOf } from "../../rules/renewals/schedule";
import type { SubscriptionRow, PendingLine } from "../../rules/renewals/schedule";
import { storeLines } from "../../store/invoices/storedLines";
import type { StoredLine } from "../../store/invoices/invoiceTables";

/** The effects of a purchase, and the id of its subscription, which may be new. */
interface PurchaseEffects {
  effects: readonly Effect[];
  subscription: string;
}

/** The effects of a cart. Each product is planned on the result of the products before it. */
export function cartEffects(
  customerState: CustomerState,
  cart: readonly PurchasePlan[],
): { effects: Effect[]; subscriptions: string[] } {
  const subscriptions: string[] = [];
  const steps = cart.map((plan) => (state: CustomerState) => {
    const { effects, subscription } = purchaseEffects(state, plan);
    subscriptions.push(subscription);
    return effects;
  });
  return { effects: inOrder(customerState, ...steps), subscriptions };
}

/** Plans the subscriptions and balances to store once a purchase is paid. */
function purchaseEffects(customerState: CustomerState, plan: PurchasePlan): PurchaseEffects {
  switch (plan.row.effect) {
    case "replace":
      return replace(customerState, plan);
    case "move":
      return moveVersion(customerState, plan);
    case "add":
      return only(addActive(customerState, newSubscription(plan)));
    case "buy_once":
      return buyOnce(customerState, plan);
    case "replace_at_end":
      return downgrade(customerState, plan);
    case "keep":
      return { effects: undoEnd(plan), subscription: requireOwned(plan).id };
    case "set_quantity":
      return changeQuantity(customerState, plan);
    case "none":
      throw new Error("A preview without effects can't be executed");
  }
}

function only(added: Effect & { kind: "add" }): PurchaseEffects {
  return { effects: [added], subscription: added.row.id };
}

/** Effects that add one subscription, with its id. Other effects may precede and follow it. */
function addedIn(effects: readonly Effect[]): PurchaseEffects {
  const added = effects.find(({ kind }) => kind === "add");
  if (added?.kind !== "add") throw new Error("A plan that adds a subscription has none");
  return { effects, subscription: added.row.id };
}

function replace(customerState: CustomerState, plan: PurchasePlan): PurchaseEffects {
  const { current, scheduled } = plan;
  const balanceRows = current ? balancesOf(customerState, current) : [];
  const bought = newSubscription(plan);
  const from = current && {
    subscription: current,
    balanceRows,
    succession: "within_period" as const,
  };
  return addedIn(
    inOrder(
      customerState,
      () => (scheduled ? [{ kind: "drop", id: scheduled.id }] : []),
      () => (current ? [{ kind: "end", id: current.id, event: "replaced" }] : []),
      (state) => [addActive(state, bought, from, goneFrom(customerState, current, bought))],
      (state) => carryInUse(customerState, state, balanceRows),
    ),
  );
}

/** Units that removed entities had spent stay spent. */
function goneFrom(
  { catalogue, now }: CustomerState,
  before: SubscriptionRow | null,
  bought: NewSubscription,
): Pick<SubscriptionRow, "gone_spent"> {
  const gone_spent = inheritGoneSpent(before?.gone_spent, bought, catalogue.features, now);
  return gone_spent.length === 0 ? {} : { gone_spent };
}

/**
 * Moves a subscription to the product's newest version: usage, receipts and
 * pending lines are carried over.
 */
function moveVersion(customerState: CustomerState, plan: PurchasePlan): PurchaseEffects {
  const owned = requireOwned(plan);
  const { target } = plan.change;
  const balanceRows = balancesOf(customerState, owned);
  const options = plan.change.options.map((next) => versionOption(owned, target, next));
  const from = { subscription: owned, balanceRows, succession: "new_version" as const };
  const kept = {
    origin: originOf(owned),
    ...(owned.pending_lines && { pending_lines: owned.pending_lines }),
    ...goneFrom(customerState, owned, { ...newSubscription(plan), options }),
    ...(owned.paid && { paid: moveReceipts(owned.paid, owned.product, target) }),
  };
  return addedIn(
    inOrder(
      customerState,
      () => [{ kind: "end", id: owned.id, event: "replaced" }],
      (state) => [addActive(state, { ...newSubscription(plan), options }, from, kept)],
    ),
  );
}

/** Adds another purchase to a subscription. The units of each purchase keep their own expiry. */
function buyOnce(customerState: CustomerState, plan: PurchasePlan): PurchaseEffects {
  const { owned, change } = plan;
  if (owned?.product.version !== change.target.version) {
    return only(addActive(customerState, newSubscription(plan)));
  }
  const options = change.options.map(({ feature_id, quantity }) => ({
    feature_id,
    quantity: fromMicros(toMicros(quantity) + toMicros(quantityOf(owned.options, feature_id))),
  }));
  // Buying it again undoes its cancellation.
  const changes = { options, quantity: owned.quantity + 1, canceled_at: null };
  const granted = grantAgain(customerState, { ...owned, options: change.options });
  return { effects: [granted, { kind: "set", id: owned.id, changes }], subscription: owned.id };
}

function downgrade(customerState: CustomerState, plan: PurchasePlan): PurchaseEffects {
  const { current, scheduled, startsAt } = plan;
  if (!current) throw new Error("A downgrade needs a product to leave");
  const isCanceling = stateOf(current) === "canceling";
  return addedIn(
    inOrder(
      customerState,
      () => (scheduled ? [{ kind: "drop", id: scheduled.id }] : []),
      () => (isCanceling ? [] : [{ kind: "cancel", id: current.id, endsAt: startsAt }]),
      (state) => [addScheduled(state, newSubscription(plan))],
    ),
  );
}

/** Removes a scheduled end, and the plan that was scheduled to follow. */
function undoEnd(plan: PurchasePlan): Effect[] {
  const owned = requireOwned(plan);
  const successor = owned.product.is_add_on ? null : plan.scheduled;
  return undoCancel(owned, successor);
}

function changeQuantity(customerState: CustomerState, plan: PurchasePlan): PurchaseEffects {
  const { change, deferred } = plan;
  const owned = requireOwned(plan);
  const options = change.options.map((asked) => optionAfter(owned, asked, change.features));
  const before = balancesOf(customerState, owned);
  const after = before.map((balance) => {
    const { feature_id: id, prepaid } = balance;
    const delta = prepaid ? quantityOf(options, id) - quantityOf(owned.options, id) : 0;
    return delta === 0 ? balance : changePacks(balance, delta);
  });
  const sides = { target: change.target, current: owned.product };
  const waiting = storeLines(deferred, sides).map(asPending);
  const pending_lines = [...(owned.pending_lines ?? []), ...waiting];
  const { id } = owned;
  return {
    effects: [
      ...undoEnd(plan),
      { kind: "balances", cause: "adjustment", causeId: id, before, after },
      { kind: "set", id, changes: { options, pending_lines } },
    ],
    subscription: id,
  };
}

/** The customer's subscription that the purchase keeps or changes. */
function requireOwned({ owned, change }: PurchasePlan): SubscriptionRow {
  if (!owned) throw new Error(`The customer has no ${change.target.id} that could change`);
  return owned;
}

/** The next invoice has its own line for the next period, so this one must not count for it. */
function asPending(line: StoredLine): PendingLine {
  const pending = { ...line };
  delete pending.item_index;
  return pending;
}

/** Stores a change as pending if the item's policy delays it until the renewal. */
function optionAfter(
  row: SubscriptionRow,
  { feature_id, quantity }: SubscriptionOption,
  features: Catalogue["features"],
): SubscriptionOption {
  const now = quantityOf(row.options, feature_id);
  const item = prepaidItems(row.product).find((candidate) => candidate.feature_id === feature_id);
  const isLater =
    item !== undefined && quantityChange(item, features, now, quantity).units === "next_cycle";
  return isLater
    ? { feature_id, quantity: now, upcoming_quantity: quantity }
    : { feature_id, quantity };
}

function newSubscription({ change, entityId, startsAt }: PurchasePlan): NewSubscription {
  const { target: product, options, anchor, trialEndsAt } = change;
  return { product, entityId, options, startsAt, anchor, trialEndsAt };
}
