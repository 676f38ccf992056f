import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Refusal } from "../../rules/model";

/** Counts beyond this are "or more". */
const MAX_COUNTED = 1_000;

/** In all of these statuses something is charged, or was paid, in the catalogue's currency. */
const HELD = ["active", "past_due", "scheduled"] as const;

/**
 * Why the catalogue's currency may not change; null: it may, or it stays. Credit,
 * paid periods and pending lines are amounts of the catalogue's currency: $20
 * would become ¥2,000.
 */
export async function refuseCurrency(ctx: QueryCtx, currency: string): Promise<Refusal | null> {
  const state = await ctx.db.query("catalogueState").first();
  if (!state || state.currency === currency) return null;
  const withCredit = await creditHolders(ctx);
  const all = new Set([...withCredit, ...(await debtors(ctx)), ...(await subscribers(ctx))]);
  if (all.size === 0) return null;
  const change = `The currency can't change from ${state.currency} to ${currency}`;
  const why = `${count(all.size)} credit, open invoices or renewals in ${state.currency}`;
  const message = `${change}: ${why} (${count(withCredit.length)} credit)`;
  return { code: "invalid_request", message };
}

async function creditHolders(ctx: QueryCtx): Promise<Id<"customers">[]> {
  const rows = await ctx.db
    .query("customers")
    .withIndex("by_credit_minor", (q) => q.gt("credit_minor", 0))
    .take(MAX_COUNTED);
  return rows.map(({ _id }) => _id);
}

async function debtors(ctx: QueryCtx): Promise<Id<"customers">[]> {
  const rows = await ctx.db
    .query("invoices")
    .withIndex("by_status", (q) => q.eq("status", "open"))
    .take(MAX_COUNTED);
  return rows.map(({ customer }) => customer);
}

/** Customers with a subscription that is charged again, trials included. */
async function subscribers(ctx: QueryCtx): Promise<Id<"customers">[]> {
  const rows = await Promise.all(
    HELD.map((status) =>
      ctx.db
        .query("subscriptions")
        .withIndex("by_status_and_renews_at", (q) => q.eq("status", status).gt("renews_at", 0))
        .take(MAX_COUNTED),
    ),
  );
  return rows.flat().map(({ customer }) => customer);
}

function count(customers: number): string {
  if (customers >= MAX_COUNTED) return `${MAX_COUNTED} or more customers have`;
  return customers === 1 ? "1 customer has" : `${customers} customers have`;
}
