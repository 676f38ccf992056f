import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { openBuckets, saveBuckets } from "../../store/balances/buckets";
import { keepUseOf } from "../../store/balances/inUse";
import { planFinalRetries } from "../renewal/finalInvoices";
import { dropScheduled, end, hold, keep, schedule, transition } from "../../store/customers/held";
import { bucketsOf, heldId } from "../../store/customers/holdings";
import type { Holdings } from "../../store/customers/holdings";
import type { PurchasePlan } from "./plan";
import { changePacks, planBuckets } from "../../rules/buckets";
import { packsOf } from "../../rules/holdings";
import { packsToUnits } from "../../../contract/quantity";
import { stateOf } from "../../rules/lifecycle";
import type { HeldOption } from "../../rules/model";
import { prepaidItems } from "../../rules/product";
import { moveReceipts } from "../../rules/receipts";
import { quantityChange } from "../../rules/quantity";
import type { HeldRow, PendingLine } from "../../rules/schedule";
import { storeLines } from "../../store/invoices/storedLines";
import type { StoredLine } from "../../store/invoices/invoiceTables";

/**
 * Makes a planned purchase so, once it is paid.
 *
 * @returns The held product that it is about.
 */
export async function applyPlan(
  ctx: MutationCtx,
  holdings: Holdings,
  plan: PurchasePlan,
): Promise<Id<"heldProducts">> {
  switch (plan.terms.branch) {
    case "new":
    case "main_is_free":
    case "main_is_trial":
    case "upgrade":
      return await replace(ctx, holdings, plan);
    case "new_version":
      return await moveVersion(ctx, holdings, plan);
    case "add_on":
      return await hold(ctx, holdings, newHeld(plan));
    case "one_off":
      return await buyOnce(ctx, holdings, plan);
    case "downgrade":
      return await downgrade(ctx, holdings, plan);
    case "renew":
      return await keepSame(ctx, plan);
    case "update_prepaid_quantity":
      await keepSame(ctx, plan);
      return await changeQuantity(ctx, holdings, plan);
    case "unchanged":
      throw new Error("A preview of what is already there can't be settled");
  }
}

async function replace(ctx: MutationCtx, holdings: Holdings, plan: PurchasePlan) {
  const { current, scheduled } = plan;
  if (scheduled) await dropScheduled(ctx, scheduled);
  const from = current ? bucketsOf(holdings, current) : [];
  if (current) {
    await end(ctx, holdings, current, "replaced", holdings.now);
    await planFinalRetries(ctx, holdings);
  }
  const id = await hold(ctx, holdings, newHeld(plan), { from });
  await keepUseOf(ctx, holdings, from);
  return id;
}

/** The same product, as it is sold today: use, receipts and what waits for an invoice go along. */
async function moveVersion(ctx: MutationCtx, holdings: Holdings, plan: PurchasePlan) {
  const { same } = plan;
  if (!same) throw new Error("Nothing is held that could move to a newer version");
  const from = bucketsOf(holdings, same);
  await end(ctx, holdings, same, "replaced", holdings.now);
  await planFinalRetries(ctx, holdings);
  const id = await hold(ctx, holdings, newHeld(plan), { from, keepsUse: true });
  await ctx.db.patch("heldProducts", id, {
    ...(same.pending_lines && { pending_lines: [...same.pending_lines] }),
    ...(same.paid && { paid: moveReceipts(same.paid, same.product, plan.terms.target) }),
  });
  return id;
}

/** Bought again, it is the same row with more in it: each purchase keeps its own expiry. */
async function buyOnce(ctx: MutationCtx, holdings: Holdings, plan: PurchasePlan) {
  const { same, terms } = plan;
  const { now, customer, catalogue } = holdings;
  if (same?.product.version !== terms.target.version) {
    return await hold(ctx, holdings, newHeld(plan));
  }
  const bought = { ...same, options: terms.packs, starts_at: now, created_at: now };
  const planned = planBuckets({ held: bought, features: catalogue.features, trialEndsAt: null });
  await openBuckets(ctx, customer._id, heldId(same), planned, now);
  const options = terms.packs.map(({ feature_id, packs }) => ({
    feature_id,
    packs: packs + packsOf(same.options, feature_id),
  }));
  const quantity = same.quantity + 1;
  // Bought again, it is not given up any more.
  await ctx.db.patch("heldProducts", heldId(same), { options, quantity, canceled_at: null });
  return heldId(same);
}

async function downgrade(ctx: MutationCtx, holdings: Holdings, plan: PurchasePlan) {
  const { current, scheduled, startsAt } = plan;
  if (!current) throw new Error("A downgrade needs a product to leave");
  if (scheduled) await dropScheduled(ctx, scheduled);
  if (stateOf(current) !== "canceling") {
    const changes = { canceled_at: holdings.now, ended_at: startsAt };
    await transition(ctx, current, "cancel_at_end", changes);
  }
  return await schedule(ctx, holdings, newHeld(plan));
}

/** Whatever was to end the product is called off. */
async function keepSame(ctx: MutationCtx, { same, scheduled }: PurchasePlan) {
  if (!same) throw new Error("Nothing is held that could be kept");
  await keep(ctx, same, same.product.is_add_on ? null : scheduled);
  return heldId(same);
}

async function changeQuantity(ctx: MutationCtx, holdings: Holdings, plan: PurchasePlan) {
  const { same, terms, deferred } = plan;
  if (!same) throw new Error("Nothing is held whose quantity could change");
  const options = terms.packs.map((asked) => optionAfter(same, asked));
  const before = bucketsOf(holdings, same);
  const after = before.map((bucket) => {
    const delta = bucket.prepaid ? deltaUnits(same, options, bucket.feature_id) : 0;
    return delta === 0 ? bucket : changePacks(bucket, delta);
  });
  const cause = { kind: "adjustment" as const, id: same.id, at: holdings.now };
  await saveBuckets(ctx, holdings.customer._id, before, after, cause);
  const sides = { target: terms.target, current: same.product };
  const waiting = storeLines(deferred, sides).map(asPending);
  const pending_lines = [...(same.pending_lines ?? []), ...waiting];
  await ctx.db.patch("heldProducts", heldId(same), { options, pending_lines });
  return heldId(same);
}

/** The next invoice pays for a period of its own: this line pays for nothing ahead then. */
function asPending(line: StoredLine): PendingLine {
  const pending = { ...line };
  delete pending.item_index;
  return pending;
}

/** What an item's policy keeps until the renewal is only noted. */
function optionAfter(row: HeldRow, { feature_id, packs }: HeldOption): HeldOption {
  const now = packsOf(row.options, feature_id);
  const item = prepaidItems(row.product).find((candidate) => candidate.feature_id === feature_id);
  const isLater = item !== undefined && quantityChange(item, now, packs).units === "next_cycle";
  return isLater ? { feature_id, packs: now, upcoming_packs: packs } : { feature_id, packs };
}

function deltaUnits(row: HeldRow, options: HeldRow["options"], featureId: string): number {
  const item = prepaidItems(row.product).find(({ feature_id }) => feature_id === featureId);
  const delta = packsOf(options, featureId) - packsOf(row.options, featureId);
  return packsToUnits(delta, item?.billing_units ?? 1);
}

function newHeld({ terms, entityId, startsAt }: PurchasePlan) {
  const { target: product, packs, anchor, trialEndsAt } = terms;
  return { product, entityId, packs, startsAt, anchor, trialEndsAt };
}
