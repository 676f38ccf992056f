import { MINUTE_MS } from "../../packages/billing/src/contract";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** How long a ticket between password and code is valid. */
const TICKET_MS = 5 * MINUTE_MS;
const TICKETS_PER_ACCOUNT = 10;
const DELETED_AT_ONCE = 10;

/**
 * Stores a ticket after a correct password. Above the maximum, the oldest ticket is deleted.
 *
 * @param ticket - `device`: the browser that it is for.
 */
export async function openTicket(
  ctx: MutationCtx,
  account: Doc<"accounts">,
  ticket: { ticketHash: string; device: string | null },
): Promise<void> {
  const now = Date.now();
  await deleteExpired(ctx, now);
  const open = await ticketsOf(ctx, account);
  for (const { _id } of open.slice(0, Math.max(0, open.length + 1 - TICKETS_PER_ACCOUNT))) {
    await ctx.db.delete("signInTickets", _id);
  }
  const expiresAt = now + TICKET_MS;
  const row = { accountId: account._id, ...ticket, guesses: 0, expiresAt };
  await ctx.db.insert("signInTickets", row);
}

/** A ticket that is still valid. */
export async function findTicket(
  ctx: QueryCtx,
  ticketHash: string,
): Promise<Doc<"signInTickets"> | null> {
  const ticket = await ctx.db
    .query("signInTickets")
    .withIndex("by_ticketHash", (q) => q.eq("ticketHash", ticketHash))
    .unique();
  return ticket && ticket.expiresAt > Date.now() ? ticket : null;
}

/** Ends all sign-ins of an account that wait for a code. */
export async function deleteTickets(ctx: MutationCtx, account: Doc<"accounts">): Promise<void> {
  for (const { _id } of await ticketsOf(ctx, account)) await ctx.db.delete("signInTickets", _id);
}

async function ticketsOf(ctx: QueryCtx, account: Doc<"accounts">) {
  return await ctx.db
    .query("signInTickets")
    .withIndex("by_accountId", (q) => q.eq("accountId", account._id))
    .take(TICKETS_PER_ACCOUNT);
}

async function deleteExpired(ctx: MutationCtx, now: number): Promise<void> {
  const expired = await ctx.db
    .query("signInTickets")
    .withIndex("by_expiresAt", (q) => q.lt("expiresAt", now))
    .take(DELETED_AT_ONCE);
  for (const { _id } of expired) await ctx.db.delete("signInTickets", _id);
}
