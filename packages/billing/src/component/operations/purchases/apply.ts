import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { openBalances, saveBalances } from "../../store/balances/balances";
import { carryUsageInUse } from "../../store/balances/inUse";
import { planFinalRetries } from "../renewal/finalInvoices";
import {
  dropScheduled,
  expire,
  addSubscription,
  undoCancel,
  schedule,
  cancelAt,
} from "../../store/customers/subscriptions";
import { balancesOf, subscriptionId } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import type { PurchasePlan } from "./plan";
import { changePacks, planBalances } from "../../rules/balances";
import { packsOf } from "../../rules/currentProducts";
import { packsToUnits } from "../../../contract/quantity";
import { stateOf } from "../../rules/lifecycle";
import type { SubscriptionOption } from "../../rules/model";
import { prepaidItems } from "../../rules/product";
import { moveReceipts } from "../../rules/receipts";
import { quantityChange } from "../../rules/quantity";
import type { SubscriptionRow, PendingLine } from "../../rules/schedule";
import { storeLines } from "../../store/invoices/storedLines";
import type { StoredLine } from "../../store/invoices/invoiceTables";

/**
 * Applies a planned purchase, once it is paid.
 *
 * @returns The subscription that it changed.
 */
export async function applyPlan(
  ctx: MutationCtx,
  customerState: CustomerState,
  plan: PurchasePlan,
): Promise<Id<"subscriptions">> {
  switch (plan.change.branch) {
    case "new":
    case "main_is_free":
    case "main_is_trial":
    case "upgrade":
      return await replace(ctx, customerState, plan);
    case "new_version":
      return await moveVersion(ctx, customerState, plan);
    case "add_on":
      return await addSubscription(ctx, customerState, newSubscription(plan));
    case "one_off":
      return await buyOnce(ctx, customerState, plan);
    case "downgrade":
      return await downgrade(ctx, customerState, plan);
    case "renew":
      return await removeScheduledEnd(ctx, plan);
    case "update_prepaid_quantity":
      await removeScheduledEnd(ctx, plan);
      return await changeQuantity(ctx, customerState, plan);
    case "unchanged":
      throw new Error("A preview of what is already there can't be settled");
  }
}

async function replace(ctx: MutationCtx, customerState: CustomerState, plan: PurchasePlan) {
  const { current, scheduled } = plan;
  if (scheduled) await dropScheduled(ctx, scheduled);
  const from = current ? balancesOf(customerState, current) : [];
  if (current) {
    await expire(ctx, customerState, current, "replaced", customerState.now);
    await planFinalRetries(ctx, customerState);
  }
  const id = await addSubscription(ctx, customerState, newSubscription(plan), { from });
  await carryUsageInUse(ctx, customerState, from);
  return id;
}

/**
 * Moves a subscription to the product's newest version: usage, receipts and
 * pending lines are carried over.
 */
async function moveVersion(ctx: MutationCtx, customerState: CustomerState, plan: PurchasePlan) {
  const { same } = plan;
  if (!same) throw new Error("Nothing is held that could move to a newer version");
  const from = balancesOf(customerState, same);
  await expire(ctx, customerState, same, "replaced", customerState.now);
  await planFinalRetries(ctx, customerState);
  const id = await addSubscription(ctx, customerState, newSubscription(plan), {
    from,
    keepsUse: true,
  });
  await ctx.db.patch("subscriptions", id, {
    ...(same.pending_lines && { pending_lines: [...same.pending_lines] }),
    ...(same.paid && { paid: moveReceipts(same.paid, same.product, plan.change.target) }),
  });
  return id;
}

/** Bought again, a subscription gets another purchase: each keeps its own expiry. */
async function buyOnce(ctx: MutationCtx, customerState: CustomerState, plan: PurchasePlan) {
  const { same, change } = plan;
  const { now, customer, catalogue } = customerState;
  if (same?.product.version !== change.target.version) {
    return await addSubscription(ctx, customerState, newSubscription(plan));
  }
  const bought = { ...same, options: change.packs, starts_at: now, created_at: now };
  const planned = planBalances({
    subscription: bought,
    features: catalogue.features,
    trialEndsAt: null,
  });
  await openBalances(ctx, customer._id, subscriptionId(same), planned, now);
  const options = change.packs.map(({ feature_id, packs }) => ({
    feature_id,
    packs: packs + packsOf(same.options, feature_id),
  }));
  const quantity = same.quantity + 1;
  // Buying it again undoes its cancellation.
  await ctx.db.patch("subscriptions", subscriptionId(same), {
    options,
    quantity,
    canceled_at: null,
  });
  return subscriptionId(same);
}

async function downgrade(ctx: MutationCtx, customerState: CustomerState, plan: PurchasePlan) {
  const { current, scheduled, startsAt } = plan;
  if (!current) throw new Error("A downgrade needs a product to leave");
  if (scheduled) await dropScheduled(ctx, scheduled);
  if (stateOf(current) !== "canceling") {
    await cancelAt(ctx, customerState, current, startsAt);
  }
  return await schedule(ctx, customerState, newSubscription(plan));
}

/** Removes a scheduled end. */
async function removeScheduledEnd(ctx: MutationCtx, { same, scheduled }: PurchasePlan) {
  if (!same) throw new Error("No subscription whose cancellation could be undone");
  await undoCancel(ctx, same, same.product.is_add_on ? null : scheduled);
  return subscriptionId(same);
}

async function changeQuantity(ctx: MutationCtx, customerState: CustomerState, plan: PurchasePlan) {
  const { same, change, deferred } = plan;
  if (!same) throw new Error("Nothing is held whose quantity could change");
  const options = change.packs.map((asked) => optionAfter(same, asked));
  const before = balancesOf(customerState, same);
  const after = before.map((balanceRow) => {
    const delta = balanceRow.prepaid ? deltaUnits(same, options, balanceRow.feature_id) : 0;
    return delta === 0 ? balanceRow : changePacks(balanceRow, delta);
  });
  const cause = { kind: "adjustment" as const, id: same.id, at: customerState.now };
  await saveBalances(ctx, customerState.customer._id, before, after, cause);
  const sides = { target: change.target, current: same.product };
  const waiting = storeLines(deferred, sides).map(asPending);
  const pending_lines = [...(same.pending_lines ?? []), ...waiting];
  await ctx.db.patch("subscriptions", subscriptionId(same), { options, pending_lines });
  return subscriptionId(same);
}

/** The next invoice pays for a period of its own: this line pays for nothing ahead then. */
function asPending(line: StoredLine): PendingLine {
  const pending = { ...line };
  delete pending.item_index;
  return pending;
}

/** A change that an item's policy delays until the renewal is stored as pending. */
function optionAfter(
  row: SubscriptionRow,
  { feature_id, packs }: SubscriptionOption,
): SubscriptionOption {
  const now = packsOf(row.options, feature_id);
  const item = prepaidItems(row.product).find((candidate) => candidate.feature_id === feature_id);
  const isLater = item !== undefined && quantityChange(item, now, packs).units === "next_cycle";
  return isLater ? { feature_id, packs: now, upcoming_packs: packs } : { feature_id, packs };
}

function deltaUnits(
  row: SubscriptionRow,
  options: SubscriptionRow["options"],
  featureId: string,
): number {
  const item = prepaidItems(row.product).find(({ feature_id }) => feature_id === featureId);
  const delta = packsOf(options, featureId) - packsOf(row.options, featureId);
  return packsToUnits(delta, item?.billing_units ?? 1);
}

function newSubscription({ change, entityId, startsAt }: PurchasePlan) {
  const { target: product, packs, anchor, trialEndsAt } = change;
  return { product, entityId, packs, startsAt, anchor, trialEndsAt };
}
