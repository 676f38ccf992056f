import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { closeEntityBalances, handOverEntityBalances } from "../../store/balances/entityBalances";
import { billFinally } from "../renewal/cycle";
import { endSubscription } from "../renewal/ending";
import { storeEffects } from "../../store/effects";
import { balancesOf, reload } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { closingLines } from "../../rules/invoices/lines";
import type { BalanceOwner } from "../../rules/entities/entityBalances";
import type { Balance } from "../../rules/model";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import { sumUsage } from "../../rules/balances/usage";

/**
 * Ends what an entity has: its subscriptions at once, and its balances from
 * subscriptions of the customer and of other entities. Such a balance goes to an
 * entity that waits for one; otherwise overage is billed first, and a declined
 * charge stays open.
 *
 * @returns Whether balances are free now that another entity may be waiting for.
 */
export async function closeEntity(
  ctx: MutationCtx,
  customerState: CustomerState,
  entity: BalanceOwner,
): Promise<{ isFreed: boolean }> {
  const { id: entityId } = entity;
  const own = customerState.subscriptions.filter((row) => row.entity_id === entityId);
  const isLater = (row: SubscriptionRow) => row.status === "scheduled";
  const drops = own.filter(isLater).map(({ id }) => ({ kind: "drop" as const, id }));
  await storeEffects(ctx, customerState, drops);
  for (const row of own.filter((candidate) => !isLater(candidate))) {
    const current = await reload(ctx, customerState);
    await endSubscription(ctx, current, row, { event: "cancel_now", prorate: true });
  }
  let isFreed = false;
  for (const row of customerState.subscriptions.filter(
    ({ entity_id: holder }) => holder !== entityId,
  )) {
    const balances = balancesOf(customerState, row).filter(
      (balance) => balance.entity_id === entityId,
    );
    if (await handOverEntityBalances(ctx, customerState, row, balances)) continue;
    await billClosingEntityOverage(ctx, customerState, row, balances, entityId);
    await closeEntityBalances(ctx, customerState, row, entity, balances);
    // A billed balance was not handed over; all others were, if an entity waits.
    isFreed ||= row.entity_id === null && balances.some((balance) => balance.usage_allowed);
  }
  return { isFreed };
}

async function billClosingEntityOverage(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  balances: readonly Balance[],
  entityId: string,
): Promise<void> {
  const { catalogue, now } = customerState;
  const { features, currency } = catalogue;
  const { overage } = sumUsage(balances);
  const lines = closingLines({
    subscription: row,
    features,
    currency,
    now,
    overage,
    prorate: false,
  });
  if (lines.length === 0) return;
  const key = `${row.id}:${entityId}:${now}`;
  // Lines that wait for the renewal keep waiting: the subscription itself does not end.
  const part = { ...row, pending_lines: [] };
  await billFinally(ctx, currentProcessor(), customerState, part, lines, key);
}
