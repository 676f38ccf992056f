import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { closeBuckets } from "../../store/balances/buckets";
import { handOnSlots } from "../../store/balances/slots";
import { bill } from "../renewal/cycle";
import { finish } from "../renewal/ending";
import { dropScheduled } from "../../store/customers/held";
import { bucketsOf, reload } from "../../store/customers/holdings";
import type { Holdings } from "../../store/customers/holdings";
import { closingLines } from "../../rules/lines";
import type { Bucket } from "../../rules/model";
import type { HeldRow } from "../../rules/schedule";
import { sumUsage } from "../../rules/usage";

/**
 * Ends what an entity has: its products at once, and its slots in what the
 * customer and other entities hold. A slot goes to an entity that waits for one;
 * otherwise what was used beyond the balance is billed first, and what a declined
 * charge leaves unpaid stays open.
 *
 * @returns Whether allowances are free now that another entity may be waiting for.
 */
export async function closeEntity(
  ctx: MutationCtx,
  holdings: Holdings,
  entityId: string,
): Promise<{ isFreed: boolean }> {
  const own = holdings.held.filter((row) => row.entity_id === entityId);
  const isLater = (row: HeldRow) => row.status === "scheduled";
  for (const row of own.filter(isLater)) await dropScheduled(ctx, row);
  for (const row of own.filter((candidate) => !isLater(candidate))) {
    const current = await reload(ctx, holdings);
    await finish(ctx, current, row, { event: "cancel_now", prorate: true });
  }
  let isFreed = false;
  for (const row of holdings.held.filter(({ entity_id: holder }) => holder !== entityId)) {
    const slots = bucketsOf(holdings, row).filter((bucket) => bucket.entity_id === entityId);
    if (await handOnSlots(ctx, holdings, row, slots)) continue;
    await billOverage(ctx, holdings, row, slots, entityId);
    const cause = { id: row.id, at: holdings.now };
    await closeBuckets(ctx, holdings.customer._id, slots, cause);
    // What was billed was not handed on; all others were, if an entity waits.
    isFreed ||= row.entity_id === null && slots.some((slot) => slot.usage_allowed);
  }
  return { isFreed };
}

async function billOverage(
  ctx: MutationCtx,
  holdings: Holdings,
  row: HeldRow,
  slots: readonly Bucket[],
  entityId: string,
): Promise<void> {
  const { catalogue, now } = holdings;
  const { features, currency } = catalogue;
  const { overage } = sumUsage(slots);
  const lines = closingLines({ held: row, features, currency, now, overage, prorate: false });
  if (lines.length === 0) return;
  const why = { key: `${row.id}:${entityId}:${now}`, reason: "subscription_update" as const };
  // What waits for the renewal goes on waiting: the product itself does not end.
  await bill(ctx, currentProcessor(), holdings, { ...row, pending_lines: [] }, lines, why);
}
