import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Posting } from "./ledgerTables";

type MoneyEntry = Omit<Doc<"moneyEntries">, "_id" | "_creationTime">;

/** Records a movement of money. Postings that do not sum to 0 are a bug of ours. */
export async function recordMoney(ctx: MutationCtx, entry: MoneyEntry): Promise<void> {
  const postings = entry.postings.filter(({ minor }) => minor !== 0);
  const sum = postings.reduce((total, { minor }) => total + minor, 0);
  if (sum !== 0) throw new Error(`The postings of ${entry.cause_id} sum to ${sum}`);
  if (postings.length > 0) await ctx.db.insert("moneyEntries", { ...entry, postings });
}

/** A refund, to the card and as credit. */
export function refundPostings(byCard: number, asCredit: number): Posting[] {
  return [
    { account: "refunds", minor: byCard + asCredit },
    { account: "cash", minor: -byCard },
    { account: "credit", minor: -asCredit },
  ];
}

/** Reverses the entries. */
export function undone(postings: readonly Posting[]): Posting[] {
  return postings.map(({ account, minor }) => ({ account, minor: -minor }));
}
