import { v } from "convex/values";
import {
  nullable,
  ok,
  vCustomer,
  vFailedPaymentList,
  vFoundCustomers,
  vGrantableProducts,
  vInvoiceList,
  vOpenDisputeList,
  vResult,
  vStuckJobList,
  vTimelinePage,
} from "../../../packages/billing/src/contract";
import { findByEmail } from "../../accounts/email";
import { standingOf, suspensionOf, tokenIdentifierOf } from "../../accounts/standing";
import { emailKeyOf } from "../../contract/credentials";
import { query } from "../../_generated/server";
import type { QueryCtx } from "../../_generated/server";
import { billing } from "../../billing";
import { findByToken, findProfile } from "../profiles/model";
import { operatorQuery, readOperator } from "./guard";

const PAGE_SIZE = 25;
/** `next_cursor` of the previous page; null for the first one. */
const vCursor = { cursor: nullable(v.string()) };
const pageAt = (cursor: string | null) => ({
  limit: PAGE_SIZE,
  ...(cursor !== null && { cursor }),
});

/** The caller's operator role; null if they have none, or their session has ended. */
export const mine = query({
  args: {},
  returns: nullable(v.object({ name: v.string() })),
  handler: async (ctx) => {
    const { state } = await standingOf(ctx, Date.now());
    const operator = await readOperator(ctx);
    return state === "live" && !("error" in operator) ? operator : null;
  },
});

export const failedPayments = operatorQuery({
  args: vCursor,
  returns: vResult(vFailedPaymentList),
  handler: async (ctx, { cursor }) => await billing.operators.failedPayments(ctx, pageAt(cursor)),
});

export const openDisputes = operatorQuery({
  args: vCursor,
  returns: vResult(vOpenDisputeList),
  handler: async (ctx, { cursor }) => await billing.operators.openDisputes(ctx, pageAt(cursor)),
});

export const stuckJobs = operatorQuery({
  args: vCursor,
  returns: vResult(vStuckJobList),
  handler: async (ctx, { cursor }) => await billing.operators.stuckJobs(ctx, pageAt(cursor)),
});

/** Mails that failed permanently, newest first. */
export const failedMails = operatorQuery({
  args: vCursor,
  returns: vResult(
    v.object({
      list: v.array(
        v.object({
          id: v.id("mails"),
          to: v.string(),
          subject: v.string(),
          error: nullable(v.string()),
          at: v.number(),
        }),
      ),
      next_cursor: nullable(v.string()),
    }),
  ),
  handler: async (ctx, { cursor }) => {
    const rows = await ctx.db
      .query("mails")
      .withIndex("by_state_and_dueAt", (q) => q.eq("state", "failed"))
      .order("desc")
      .paginate({ cursor, numItems: PAGE_SIZE });
    const list = rows.page.map(({ _id: id, to, subject, error = null, dueAt: at }) => {
      return { id, to, subject, error, at };
    });
    return ok({ list, next_cursor: rows.isDone ? null : rows.continueCursor });
  },
});

/**
 * The customers that match a text.
 *
 * @param args - `text`: a username, with or without `@`; a whole e-mail address; or a customer id.
 */
export const find = operatorQuery({
  args: { text: v.string() },
  returns: vResult(vFoundCustomers),
  handler: async (ctx, { text }) => {
    const said = text.trim();
    const members = [await findProfile(ctx, said.replace(/^@/, "")), await memberAt(ctx, said)];
    const found = await billing.operators.find(ctx, said);
    for (const member of members) {
      const who = member && (await billing.other(ctx, member.tokenIdentifier));
      if (who) found.push(...(await billing.operators.find(ctx, who.customerId)));
    }
    return ok([...new Map(found.map((row) => [row.customer_id, row])).values()]);
  },
});

/** The member whose account here has this confirmed address. */
async function memberAt(ctx: QueryCtx, address: string) {
  const account = await findByEmail(ctx, emailKeyOf(address));
  return account && (await findByToken(ctx, tokenIdentifierOf(account)));
}

/**
 * A customer, and the member who signs in as it. No member: the customer belongs to a studio, or to
 * another server.
 */
export const customer = operatorQuery({
  args: { customerId: v.string() },
  returns: vResult(
    v.object({
      customer: vCustomer,
      member: nullable(v.object({ username: v.string(), suspendedFor: nullable(v.string()) })),
    }),
  ),
  handler: async (ctx, { customerId }) => {
    const found = await billing.operators.customer(ctx, customerId);
    if (!found.data) return found;
    const tokenIdentifier = await billing.tokenOf(ctx, customerId);
    const profile = tokenIdentifier === null ? null : await findByToken(ctx, tokenIdentifier);
    const member = profile && {
      username: profile.username,
      suspendedFor: await suspensionOf(ctx, profile.tokenIdentifier),
    };
    return ok({ customer: found.data, member });
  },
});

export const invoices = operatorQuery({
  args: { customerId: v.string(), ...vCursor },
  returns: vResult(vInvoiceList),
  handler: async (ctx, { customerId, cursor }) =>
    await billing.operators.invoices(ctx, customerId, pageAt(cursor)),
});

/** A customer's history, newest first. */
export const timeline = operatorQuery({
  args: { customerId: v.string(), ...vCursor },
  returns: vResult(vTimelinePage),
  handler: async (ctx, { customerId, cursor }) =>
    await billing.operators.timeline(ctx, customerId, pageAt(cursor)),
});

/** The products that an operator can grant. */
export const grantable = operatorQuery({
  args: {},
  returns: vResult(vGrantableProducts),
  handler: async (ctx) => ok(await billing.operators.grantable(ctx)),
});
