import type { MutationCtx } from "../_generated/server";
import type { PaymentProcessor } from "../payments/processor";
import { materialiseResets } from "./buckets";
import { transition } from "./held";
import { bucketsOf, heldId, reload } from "./holdings";
import type { Holdings } from "./holdings";
import { addInvoice, collect, openInvoices, totalOf } from "./invoices";
import { closingLines } from "./rules/lines";
import type { Line } from "./rules/lines";
import { isFree } from "./rules/product";
import { renewalLines } from "./rules/renewal";
import { nextChargeAt } from "./rules/schedule";
import type { HeldRow } from "./rules/schedule";
import { stateOf } from "./rules/lifecycle";
import { sumUsage } from "./rules/usage";
import { storeLines } from "./storedLines";

const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * A product's cycle turns, at `holdings.now`: the closed period's usage and the
 * new period are charged, then its buckets reset. A failed charge leaves the
 * invoice open and the product past due, with access until its grace ends.
 *
 * @returns False when a trial ends that nobody pays for; nothing is stored then.
 */
export async function renew(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  holdings: Holdings,
  row: HeldRow,
): Promise<boolean> {
  const at = holdings.now;
  if (row.trial_ends_at === at && !(await isPayable(ctx, processor, holdings, row))) return false;
  const own = bucketsOf(holdings, row);
  await materialiseResets(ctx, { ...holdings, buckets: own }, at - 1);
  const current = await reload(ctx, holdings);
  const paid = await bill(ctx, processor, current, row, linesAt(current, row, at));
  await turn(ctx, row, paid ? "renewal_paid" : "renewal_failed", at);
  const after = { ...current, buckets: bucketsOf(current, row) };
  await materialiseResets(ctx, after, at);
  return true;
}

/** The last invoice of a product that ends: usage that is owed, if any. */
export async function billOwed(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  holdings: Holdings,
  row: HeldRow,
): Promise<void> {
  const { overage } = sumUsage(bucketsOf(holdings, row));
  const { features, currency } = holdings.catalogue;
  const terms = { held: row, features, currency, now: holdings.now, overage };
  await bill(ctx, processor, holdings, row, closingLines({ ...terms, prorate: false }));
}

/** Tries every open invoice again; what is paid is past due no longer. */
export async function retryOpenInvoices(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  { customer, held }: Holdings,
): Promise<void> {
  for (const invoice of await openInvoices(ctx, customer._id)) {
    const { total_minor: minor, currency, key } = invoice;
    const outcome = await collect(ctx, processor, customer._id, { minor, currency, key });
    if (outcome.status === "declined") continue;
    await ctx.db.patch("invoices", invoice._id, { status: "paid" });
    const row = held.find(({ id }) => id === invoice.held_product);
    if (row?.status === "past_due") {
      await transition(ctx, row, "renewal_paid", { grace_ends_at: null });
    }
  }
}

/** @returns Whether nothing is owed for these lines any more. */
async function bill(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  { customer, catalogue, now }: Holdings,
  row: HeldRow,
  lines: readonly Line[],
): Promise<boolean> {
  if (lines.every(({ minor }) => minor === 0)) return true;
  const { currency } = catalogue;
  const key = `${row.id}:${now}`;
  const due = { minor: totalOf(lines), currency, key };
  const { status } = await collect(ctx, processor, customer._id, due);
  await addInvoice(ctx, customer._id, status === "paid" ? "paid" : "open", {
    key,
    currency,
    product_ids: [row.product.id],
    held_product: heldId(row),
    billing_reason: "subscription_cycle",
    created_at: now,
    lines: storeLines(lines, { target: row.product, current: row.product }),
  });
  return status === "paid";
}

async function turn(
  ctx: MutationCtx,
  row: HeldRow,
  event: "renewal_paid" | "renewal_failed",
  at: number,
): Promise<void> {
  const renews_at = nextChargeAt(row.product, row.anchor, at);
  // What is canceled already ends anyway: a late charge does not change that.
  if (stateOf(row) === "canceling") {
    await ctx.db.patch("heldProducts", heldId(row), { renews_at });
    return;
  }
  const grace_ends_at = event === "renewal_paid" ? null : at + GRACE_MS;
  await transition(ctx, row, event, { renews_at, grace_ends_at });
}

function linesAt(holdings: Holdings, row: HeldRow, at: number): Line[] {
  const { features, currency } = holdings.catalogue;
  const { usage, overage } = sumUsage(bucketsOf(holdings, row));
  const terms = { product: row.product, packs: row.options, features, currency };
  // What was used on trial is not billed.
  const owed = row.trial_ends_at === at ? {} : { overage };
  return renewalLines({ ...terms, ...owed, usage, anchor: row.anchor, at });
}

/** A trial that asked for no card simply ends when there still is none. */
async function isPayable(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  { customer }: Holdings,
  { product }: HeldRow,
): Promise<boolean> {
  if (isFree(product)) return false;
  if (product.free_trial?.card_required === true) return true;
  return processor !== null && (await processor.savedMethod(ctx, customer._id)) !== null;
}
