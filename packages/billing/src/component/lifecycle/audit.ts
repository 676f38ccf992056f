import { v } from "convex/values";
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fromMicros } from "../rules/money/money";
import { HOUR_MS } from "../../contract/time";

const BALANCES_PER_STEP = 50;
const ENTRIES_PER_STEP = 1_000;
/** The pause between two steps, so that other work gets its turn. */
const PAUSE_MS = 500;
/** A round without a step for this long has stopped. */
const GIVEN_UP_MS = HOUR_MS;

const vMismatch = v.object({
  balance_id: v.id("balances"),
  account: v.union(v.literal("balance"), v.literal("rollover")),
  /** Feature units. */
  stored: v.number(),
  summed: v.number(),
});
type Mismatch = Infer<typeof vMismatch>;

/** Starts an audit round over all balances, or resumes an interrupted one. */
export const round = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const last = await ctx.db.query("auditRounds").first();
    const isUnderWay =
      last && last.through > 0 && Date.now() - (last.stepped_at ?? 0) < GIVEN_UP_MS;
    const { step: first } = internal.lifecycle.audit;
    if (!isUnderWay) await ctx.scheduler.runAfter(0, first, { goesOn: true });
    return null;
  },
});

/**
 * Compares balances with the sums of their ledger entries, a few balances at a
 * time: each run continues where the last one ended, and starts again at the end.
 * Two steps a second check four million balances within a day.
 *
 * Entries that were summed once are not read again. Mismatches are returned, and
 * logged as one line of JSON each.
 *
 * @returns How many balances were compared; one with too many new entries for one
 *   run is compared by a later one.
 */
export const step = internalMutation({
  args: {
    /** Whether the next step is scheduled automatically, until the end of the round. */
    goesOn: v.optional(v.boolean()),
  },
  returns: v.object({ checked: v.number(), mismatches: v.array(vMismatch) }),
  handler: async (ctx, { goesOn = false }) => {
    const current = await ctx.db.query("auditRounds").first();
    const balanceRows = await ctx.db
      .query("balances")
      .withIndex("by_creation_time", (q) => q.gt("_creationTime", current ? current.through : 0))
      .take(BALANCES_PER_STEP);
    const mismatches: Mismatch[] = [];
    let budget = ENTRIES_PER_STEP;
    let checked = 0;
    let through = 0;
    for (const balance of balanceRows) {
      const mark = await sumUp(ctx, balance._id, budget);
      budget -= mark.read;
      if (budget <= 0) break;
      mismatches.push(...compare(balance, mark));
      checked += 1;
      through = balance._creationTime;
    }
    // A full step has more after it; a short one was the last of its round.
    const isLast = checked === balanceRows.length && balanceRows.length < BALANCES_PER_STEP;
    await remember(ctx, isLast ? 0 : through || (current?.through ?? 0));
    const { step: next } = internal.lifecycle.audit;
    if (goesOn && !isLast) await ctx.scheduler.runAfter(PAUSE_MS, next, { goesOn });
    for (const mismatch of mismatches) report(mismatch);
    return { checked, mismatches };
  },
});

interface Sums {
  balance: number;
  rollover: number;
  /** Entries read now. */
  read: number;
}

/** Adds new entries to the sums of the last audit. */
async function sumUp(ctx: MutationCtx, balance_id: Id<"balances">, limit: number): Promise<Sums> {
  const mark = await markOf(ctx, balance_id);
  const sums = { balance: mark?.balance ?? 0, rollover: mark?.rollover ?? 0 };
  const entries = await ctx.db
    .query("ledgerEntries")
    .withIndex("by_balance", (q) =>
      q.eq("balance_id", balance_id).gt("_creationTime", mark ? mark.through : 0),
    )
    .take(limit);
  for (const { account, amount } of entries) sums[account] += amount;
  const last = entries.at(-1);
  if (last) {
    const after = { ...sums, balance_id, through: last._creationTime };
    if (mark) await ctx.db.patch("ledgerMarks", mark._id, after);
    else await ctx.db.insert("ledgerMarks", after);
  }
  return { ...sums, read: entries.length };
}

function compare(row: Doc<"balances">, sums: Sums): Mismatch[] {
  const rollover = row.rollovers.reduce((sum, { balance }) => sum + balance, 0);
  const stored = { balance: row.balance, rollover };
  return (["balance", "rollover"] as const)
    .filter((account) => stored[account] !== sums[account])
    .map((account) => ({
      balance_id: row._id,
      account,
      stored: fromMicros(stored[account]),
      summed: fromMicros(sums[account]),
    }));
}

async function markOf(ctx: QueryCtx, balance_id: Id<"balances">) {
  return await ctx.db
    .query("ledgerMarks")
    .withIndex("by_balance", (q) => q.eq("balance_id", balance_id))
    .unique();
}

async function remember(ctx: MutationCtx, through: number): Promise<void> {
  const current = await ctx.db.query("auditRounds").first();
  const row = { through, stepped_at: Date.now() };
  if (current) await ctx.db.patch("auditRounds", current._id, row);
  else await ctx.db.insert("auditRounds", row);
}

function report(mismatch: Mismatch): void {
  console.error(JSON.stringify({ event: "ledger_mismatch", ...mismatch }));
}
