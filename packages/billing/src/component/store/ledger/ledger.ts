import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Balance } from "../../rules/model";
import type { Actor } from "../../../contract/operatorResponses";
import type { LedgerCause } from "./ledgerTables";

/** The cause of a move: its kind, its row, and the customer's time. Default: the caller made it. */
export interface Cause extends Partial<Actor> {
  kind: LedgerCause;
  id: string;
  at: number;
}

/** The content of a balance, in micros: its balance, and its rollovers. */
type Holds = Pick<Balance, "balance" | "rollovers">;

const NOTHING: Holds = { balance: 0, rollovers: [] };

/**
 * Records a change of a balance. Every change calls this with both sides, so that
 * the entries always sum to the stored balance.
 *
 * @param before - Null: the balance is new.
 * @param after - Null: the balance is closed.
 */
export async function recordBalanceChange(
  ctx: MutationCtx,
  balance: { _id: Id<"balances">; customer: Id<"customers">; feature_id: string },
  before: Holds | null,
  after: Holds | null,
  cause: Cause,
): Promise<void> {
  const from = before ?? NOTHING;
  const to = after ?? NOTHING;
  const moves = [
    { account: "balance" as const, amount: to.balance - from.balance },
    { account: "rollover" as const, amount: rolledOver(to) - rolledOver(from) },
  ];
  for (const { account, amount } of moves) {
    if (amount === 0) continue;
    await ctx.db.insert("ledgerEntries", {
      customer: balance.customer,
      balance_id: balance._id,
      feature_id: balance.feature_id,
      account,
      amount,
      // Unused units at a reset are either carried over or gone.
      cause: account === "rollover" && cause.kind === "reset" ? "rollover" : cause.kind,
      cause_id: cause.id,
      actor: cause.actor ?? "caller",
      ...(cause.name !== undefined && { actor_name: cause.name }),
      at: cause.at,
    });
  }
}

/** A closed balance is no longer audited. */
export async function dropMark(ctx: MutationCtx, balance_id: Id<"balances">): Promise<void> {
  const mark = await ctx.db
    .query("ledgerMarks")
    .withIndex("by_balance", (q) => q.eq("balance_id", balance_id))
    .unique();
  if (mark) await ctx.db.delete("ledgerMarks", mark._id);
}

function rolledOver({ rollovers }: Holds): number {
  return rollovers.reduce((sum, { balance }) => sum + balance, 0);
}
