import { v } from "convex/values";
import type { Infer } from "convex/values";
import { nullable } from "../../contract/wire";
import type { Failure } from "../../contract/errors";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { ensureCurrentCustomerById } from "../operations/customers/customers";
import { openInvoices } from "../operations/invoices/invoices";
import { payOpenInvoice } from "../operations/renewal/debt";
import { toMajor } from "../rules/money/money";
import { dropChallenge, findChallenge } from "../payments/sandbox/challenges";

/** An unpaid invoice that a card was saved for. Amounts in major units. */
export const vDebt = nullable(
  v.object({
    lines: v.array(v.object({ description: v.string(), amount: v.number() })),
    total: v.number(),
    currency: v.string(),
    /** Whether the customer has to approve its charge. */
    awaits_approval: v.boolean(),
  }),
);
export type PageDebt = Infer<typeof vDebt>;

/**
 * The open invoice after a page has saved its card; null if there is none, or the
 * page sells something.
 */
export async function serializeDebt(ctx: QueryCtx, intent: Doc<"intents">): Promise<PageDebt> {
  const debt = await findDebt(ctx, intent);
  if (!debt) return null;
  const { currency, lines, total_minor: minor } = debt.invoice;
  return {
    lines: lines.map(({ description, minor: each }) => ({
      description,
      amount: toMajor(each, currency),
    })),
    total: toMajor(minor, currency),
    currency,
    awaits_approval: debt.awaitsApproval,
  };
}

/**
 * The customer approves the charge of an open invoice, or declines: then it stays
 * open.
 *
 * @returns Why it is not paid; null: it is, or was not approved.
 */
export async function decideDebt(
  ctx: MutationCtx,
  intent: Doc<"intents">,
  decision: "approve" | "refuse",
): Promise<Failure | null> {
  const debt = await findDebt(ctx, intent);
  if (!debt?.awaitsApproval) return null;
  const { _id, key } = debt.invoice;
  if (decision === "refuse") {
    await dropChallenge(ctx, key);
    return null;
  }
  const challenge = await findChallenge(ctx, key);
  if (challenge) await ctx.db.patch("challenges", challenge._id, { approved: true });
  return await payOpenInvoice(ctx, await ensureCurrentCustomerById(ctx, intent.customer), _id);
}

/** The first open invoice; one that waits for approval comes first. */
async function findDebt(ctx: QueryCtx, { kind, state, customer }: Doc<"intents">) {
  if (kind !== "setup" || state !== "settled") return null;
  const open = await openInvoices(ctx, customer);
  for (const invoice of open) {
    if (await findChallenge(ctx, invoice.key)) return { invoice, awaitsApproval: true };
  }
  const [invoice] = open;
  return invoice ? { invoice, awaitsApproval: false } : null;
}
