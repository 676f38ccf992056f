import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { httpAction, internalMutation } from "../../_generated/server";
import { sha256Hex } from "../../platform/digest";
import { openHolder } from "../../operations/customers/customers";
import { findPage, pageState, sellAgain } from "../../operations/purchases/page";
import { currentProcessor } from "../current";
import { addCharge, latestTry } from "./requests";

const vSession = v.object({
  request: v.object({
    key: v.string(),
    customerId: v.string(),
    minor: v.number(),
    currency: v.string(),
  }),
  returnUrl: v.union(v.string(), v.null()),
});

/** Redirects the customer to the processor's own page for one of our payment links. */
export const redirectToSession = httpAction(async (ctx, request) => {
  const processor = currentProcessor();
  const { pathname } = new URL(request.url);
  const token = pathname.slice(pathname.lastIndexOf("/") + 1);
  const session =
    processor?.kind === "remote"
      ? await ctx.runMutation(internal.payments.remote.session.note, { token })
      : null;
  if (processor?.kind !== "remote" || !session) return new Response(null, { status: 404 });
  const Location = await processor.openSession(session.request, session.returnUrl);
  return new Response(null, {
    status: 303,
    headers: { Location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" },
  });
});

/** Stores that a page's amount was requested; opened twice, it is the same request. */
export const note = internalMutation({
  args: { token: v.string() },
  returns: v.union(vSession, v.null()),
  handler: async (ctx, { token }): Promise<typeof vSession.type | null> => {
    const intent = await findPage(ctx, await sha256Hex(token));
    if (!intent || pageState(intent, Date.now()) !== "open") return null;
    const { _id: key, customer, product_id, total_minor, currency, success_url } = intent;
    const customerState = await openHolder(ctx, customer, intent.entity_id);
    // A customer is never sent to pay for a purchase that no longer fits.
    if (product_id !== null && "error" in (await sellAgain(ctx, customerState, intent)))
      return null;
    const { customer: holder } = customerState;
    const minor = Math.max(0, total_minor - holder.credit_minor);
    const asked = await latestTry(ctx, key);
    if (!asked) await addCharge(ctx, { key, customer, minor, currency }, "page");
    return {
      request: { key, customerId: holder.customer_id, minor: asked?.minor ?? minor, currency },
      returnUrl: success_url,
    };
  },
});
