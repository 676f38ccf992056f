import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { materialiseResets } from "../../store/balances/buckets";
import { keepUseOf } from "../../store/balances/inUse";
import { bill } from "./cycle";
import { planFinalRetries } from "./finalInvoices";
import { dropScheduled, end, hold, start } from "../../store/customers/held";
import { bucketsOf, heldId, reload } from "../../store/customers/holdings";
import type { Holdings } from "../../store/customers/holdings";
import { writeOff } from "../invoices/invoices";
import { isActive } from "../../rules/holdings";
import type { HeldEvent } from "../../rules/lifecycle";
import { closingLines } from "../../rules/lines";
import type { Bucket } from "../../rules/model";
import { isFree, isMain } from "../../rules/product";
import { paidAt } from "../../rules/receipts";
import type { HeldRow } from "../../rules/schedule";
import { sumUsage } from "../../rules/usage";

/** What the last invoice of a product says. */
interface Closing {
  event: HeldEvent;
  /** Whether time that is left is credited. */
  prorate: boolean;
}

/**
 * A product ends, at `holdings.now`: what was used is billed, what it granted
 * is gone, and what follows it begins: its successor, else the group's free
 * default. What it still owed for a renewal is given up: written off, or void
 * when the customer ends it.
 */
export async function finish(
  ctx: MutationCtx,
  holdings: Holdings,
  row: HeldRow,
  { event, prorate }: Closing,
): Promise<void> {
  const at = holdings.now;
  const own = bucketsOf(holdings, row);
  // What the product still granted counts up to its end, not beyond.
  await materialiseResets(ctx, { ...holdings, buckets: own }, at - 1);
  const current = await reload(ctx, holdings);
  const from = bucketsOf(current, row);
  if (row.status === "past_due") {
    const how = event === "cancel_now" ? "void" : "write_off";
    await writeOff(ctx, heldId(row), how);
  }
  if (event !== "trial_ended_unpaid") await billClosing(ctx, current, row, prorate);
  if (event === "grace_exhausted") await writeOff(ctx, heldId(row));
  await end(ctx, current, row, event, at);
  await planFinalRetries(ctx, await reload(ctx, current));
  if (isMain(row.product)) await follow(ctx, await reload(ctx, holdings), row, from);
  await keepUseOf(ctx, current, from);
}

/** The product that everyone of a group falls back to, if there is one. */
export function freeDefault({ catalogue }: Pick<Holdings, "catalogue">, group: string) {
  return [...catalogue.products.values()].find(
    (product) =>
      product.is_default && !product.archived && product.group === group && isFree(product),
  );
}

/** What is scheduled in the group of a plan, for the same entity. */
export function successorOf({ held }: Holdings, plan: HeldRow): HeldRow | null {
  return siblingsOf(held, plan).find((row) => row.status === "scheduled") ?? null;
}

/** The last invoice of a product: usage that is owed, less unused time that was paid. */
async function billClosing(ctx: MutationCtx, holdings: Holdings, row: HeldRow, prorate: boolean) {
  const { now } = holdings;
  const { overage, usage } = sumUsage(bucketsOf(holdings, row));
  const { features, currency } = holdings.catalogue;
  // What a failed renewal was for has no receipt; without any, nothing of it was paid.
  const receipts = row.status === "past_due" ? (row.paid ?? []) : row.paid;
  const paid = paidAt(receipts, row.product, now);
  const terms = { held: row, features, currency, now, overage, usage, paid };
  const why = { key: `${row.id}:${now}:end`, reason: "subscription_update" as const };
  const lines = closingLines({ ...terms, prorate });
  await bill(ctx, currentProcessor(), holdings, row, lines, why);
}

async function follow(ctx: MutationCtx, holdings: Holdings, old: HeldRow, from: Bucket[]) {
  const at = holdings.now;
  const successor = successorOf(holdings, old);
  if (successor && successor.starts_at <= at) {
    await start(ctx, holdings, successor, { from });
    return;
  }
  // A plan that ended early takes its plans for later with it.
  if (successor) await dropScheduled(ctx, successor);
  await followPlan(ctx, holdings, old, from);
}

/** Where a plan was the customer's own, the group's free default takes its place. */
export async function followPlan(
  ctx: MutationCtx,
  holdings: Holdings,
  old: HeldRow,
  from: readonly Bucket[] = [],
): Promise<void> {
  const { held, now } = holdings;
  const fallback = freeDefault(holdings, old.product.group);
  if (!fallback || old.entity_id !== null || siblingsOf(held, old).some(isActive)) return;
  const terms = { product: fallback, entityId: null, packs: [], startsAt: now, anchor: now };
  await hold(ctx, holdings, { ...terms, trialEndsAt: null }, { from });
}

function siblingsOf(held: readonly HeldRow[], plan: HeldRow): HeldRow[] {
  return held.filter(
    (row) =>
      row.id !== plan.id &&
      row.entity_id === plan.entity_id &&
      row.product.group === plan.product.group &&
      isMain(row.product),
  );
}
