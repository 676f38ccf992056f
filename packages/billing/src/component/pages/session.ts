import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { httpAction, internalMutation, internalQuery } from "../_generated/server";
import { sha256Hex } from "../platform/digest";
import { siteUrl } from "../platform/siteUrl";
import { countCall } from "../platform/rateLimits";
import { ensureCurrentCustomerById } from "../operations/customers/customers";
import { findPage, pageState, revalidateIntent } from "../operations/purchases/page";
import { nullable } from "../../contract/wire";
import { currentProcessor } from "../payments/current";
import { respond } from "./respond";
import { addCharge, latestTry } from "../payments/charges/requests";
import { returnScreen } from "./returnScreen";
import { settleCharge, withAccount } from "../payments/charges/sendCharge";

const HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

/** Redirects the customer to the processor's own page for one of our payment links. */
export const redirectToSession = httpAction(async (ctx, request) => {
  const processor = currentProcessor();
  if (processor?.kind !== "remote") return new Response(null, { status: 404 });
  const charge = await ctx.runMutation(internal.pages.session.ensurePageCharge, {
    token: lastPart(request),
  });
  const loaded =
    charge && (await ctx.runQuery(internal.payments.charges.sendCharge.load, { charge }));
  if (!charge || !loaded) return new Response(null, { status: 404 });
  const asked = await withAccount(ctx, processor, charge, loaded);
  if (!asked) return new Response(null, { status: 404 });
  const { url: Location, reference } = await processor.openSession(asked);
  await ctx.runMutation(internal.pages.session.link, { charge, reference });
  return new Response(null, { status: 303, headers: { Location, ...HEADERS } });
});

/** Where the processor's page leads back to: the answer is fetched, whether a report has come or not. */
export const handleReturn = httpAction(async (ctx, request) => {
  const name = lastPart(request);
  const found = await ctx.runQuery(internal.pages.session.ofReturn, { name });
  if (!found) return new Response(null, { status: 404 });
  if (!(await countCall(ctx, "cardForms", name))) await settleCharge(ctx, found.charge);
  const now = await ctx.runQuery(internal.pages.session.ofReturn, { name });
  if (found.to === null) return respond(returnScreen(now?.returned ?? "open"));
  return new Response(null, { status: 303, headers: { Location: found.to, ...HEADERS } });
});

/** The page where the customer's bank asks whether it is them; past it, the way back. */
export const approve = httpAction(async (ctx, request) => {
  const name = lastPart(request);
  const found = await ctx.runQuery(internal.pages.session.ofReturn, { name });
  if (!found) return new Response(null, { status: 404 });
  const Location = found.approval ?? `${siteUrl()}/payments/return/${name}`;
  return new Response(null, { status: 303, headers: { Location, ...HEADERS } });
});

function lastPart(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.slice(pathname.lastIndexOf("/") + 1);
}

/** Stores that a page's amount was requested; opened twice, it is the same request. */
export const ensurePageCharge = internalMutation({
  args: { token: v.string() },
  returns: nullable(v.id("charges")),
  handler: async (ctx, { token }): Promise<Id<"charges"> | null> => {
    const intent = await findPage(ctx, await sha256Hex(token));
    if (!intent || pageState(intent, Date.now()) !== "open") return null;
    const { _id: id, customer, product_id, total_minor, currency } = intent;
    const customerState = await ensureCurrentCustomerById(ctx, customer, intent.entity_id);
    // A customer is never sent to pay for a purchase that no longer fits.
    if (product_id !== null && "error" in (await revalidateIntent(ctx, customerState, intent)))
      return null;
    const asked = await latestTry(ctx, id);
    if (asked) return asked._id;
    const { customer: holder, catalogue } = customerState;
    const minor = Math.max(0, total_minor - holder.credit_minor);
    const sold = [product_id, ...(intent.more_product_ids ?? [])];
    const names = sold.map((id) => (id === null ? undefined : catalogue.products.get(id)?.name));
    const description = names.filter((name) => name !== undefined).join(", ") || "Payment";
    const key = { kind: "intent" as const, id };
    return await addCharge(ctx, { key, customer, minor, currency, description }, "page");
  },
});

export const link = internalMutation({
  args: { charge: v.id("charges"), reference: v.string() },
  returns: v.null(),
  handler: async (ctx, { charge: id, reference }): Promise<null> => {
    const charge = await ctx.db.get("charges", id);
    if (charge?.state === "open") await ctx.db.patch("charges", id, { reference });
    return null;
  },
});

const vReturn = v.object({
  charge: v.id("charges"),
  returned: v.union(v.literal("paid"), v.literal("other"), v.literal("open")),
  /** The bank's page; null: nothing waits for approval. */
  approval: nullable(v.string()),
  /** The address of the host's that the purchase began with. */
  to: nullable(v.string()),
});

export const ofReturn = internalQuery({
  args: { name: v.string() },
  returns: nullable(vReturn),
  handler: async (ctx, { name }): Promise<typeof vReturn.type | null> => {
    const id = ctx.db.normalizeId("charges", name);
    const charge = id && (await ctx.db.get("charges", id));
    if (!charge) return null;
    const { key } = charge;
    const intent = key.kind === "intent" ? await ctx.db.get("intents", key.id) : null;
    const { _id, state, mismatch, url: approval } = charge;
    const unpaid = mismatch === undefined ? "open" : "other";
    const returned = state === "paid" ? "paid" : unpaid;
    return { charge: _id, returned, approval, to: intent?.success_url ?? null };
  },
});
