import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { balanceId } from "../customers/customerState";
import type { CustomerState } from "../customers/customerState";
import { dropMark, recordBalanceChange } from "../ledger/ledger";
import type { Cause } from "../ledger/ledger";
import { resetBalance } from "../../rules/balances/balances";
import type { Balance, NewBalance } from "../../rules/model";
import type { Actor } from "../../../contract/operatorResponses";

/**
 * Stores a subscription's new balances, and grants their units.
 *
 * @returns Their ids, in order.
 */
export async function openBalances(
  ctx: MutationCtx,
  customer: Id<"customers">,
  subscription: Id<"subscriptions">,
  planned: readonly NewBalance[],
  at: number,
  actor: Actor = { actor: "caller" },
): Promise<Id<"balances">[]> {
  const opened: Id<"balances">[] = [];
  for (const balance of planned) {
    const row = { ...fieldsOf(balance), customer, subscription_id: subscription };
    const _id = await ctx.db.insert("balances", row);
    await recordBalanceChange(ctx, { ...row, _id }, null, row, {
      kind: "grant",
      id: subscription,
      at,
      ...actor,
    });
    opened.push(_id);
  }
  return opened;
}

/** Stores changed balances. */
export async function saveBalances(
  ctx: MutationCtx,
  customer: Id<"customers">,
  before: readonly Balance[],
  after: readonly Balance[],
  cause: Cause,
): Promise<void> {
  for (const [index, balance] of after.entries()) {
    const old = before[index];
    if (old?.id !== balance.id) throw new Error("Balances before and after must line up");
    if (old === balance) continue;
    const _id = balanceId(balance);
    await ctx.db.patch("balances", _id, writable(balance));
    await recordBalanceChange(ctx, { ...balance, _id, customer }, old, balance, cause);
  }
}

/** Closes balances: the rest is written off, and their rows are deleted. */
export async function closeBalances(
  ctx: MutationCtx,
  customer: Id<"customers">,
  balanceRows: readonly Balance[],
  cause: Omit<Cause, "kind">,
): Promise<void> {
  for (const balance of balanceRows) {
    const _id = balanceId(balance);
    await recordBalanceChange(ctx, { ...balance, _id, customer }, balance, null, {
      ...cause,
      kind: "expiry",
    });
    await dropMark(ctx, _id);
    await ctx.db.delete("balances", _id);
  }
}

/**
 * Stores the resets and expiries that are due. Reading computes the same numbers
 * without storing them.
 *
 * @param only - Balances to update; the others keep their boundaries.
 * @returns The stored balances after the update.
 */
export async function materialiseResets(
  ctx: MutationCtx,
  { customer, balanceRows }: Pick<CustomerState, "customer" | "balanceRows">,
  at: number,
  only: (balance: Balance) => boolean = () => true,
): Promise<Balance[]> {
  const due = balanceRows.filter(only);
  const expired = due.filter((balance) => balance.expires_at !== null && balance.expires_at <= at);
  await closeBalances(ctx, customer._id, expired, { id: customer._id, at, actor: "clock" });
  const gone = new Set(expired);
  const alive = due.filter((balance) => !gone.has(balance));
  const after = alive.map((balance) => resetBalance(balance, at));
  const cause = { kind: "reset" as const, id: customer._id, at, actor: "clock" as const };
  await saveBalances(ctx, customer._id, alive, after, cause);
  const moved = new Map(after.map((balance) => [balance.id, balance]));
  return balanceRows
    .filter((balance) => !gone.has(balance))
    .map((balance) => moved.get(balance.id) ?? balance);
}

/** The stored fields of a planned balance, without its id from the plan. */
function fieldsOf(planned: NewBalance) {
  const { id: _planned, ...fields } = { id: "", ...planned };
  return { ...fields, ...writable(planned) };
}

/** The fields of a balance that may change after it was opened. */
function writable(row: NewBalance) {
  const { granted, balance, adjustment, next_reset_at, rollovers, usage_limit } = row;
  const { expires_at, vacated, prepaid_spent, anchor } = row;
  return {
    anchor,
    ...(prepaid_spent !== undefined && { prepaid_spent }),
    ...(vacated && { vacated }),
    granted,
    balance,
    adjustment,
    next_reset_at,
    usage_limit,
    expires_at,
    rollovers: [...rollovers],
  };
}
