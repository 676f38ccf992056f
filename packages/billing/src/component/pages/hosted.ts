import { api, internal } from "../_generated/api";
import { httpAction } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import type { BillingError } from "../../contract/errors";
import { countCall } from "../platform/rateLimits";
import type { CheckoutPage } from "./checkoutPage";
import { EXPIRY_UNREAD, readCardForm, readRevision } from "./form";
import { NO_PAGE, readFields, respond, tokenOf } from "./respond";
import type { Screen } from "./respond";
import { screenOf } from "./screens";

/** The hosted checkout: the purchase, and one card form. */
export const show = httpAction(async (ctx: ActionCtx, request) => {
  const page = await readPage(ctx, tokenOf(request));
  return respond(page ? screenOf(page, null) : NO_PAGE);
});

/** The page's forms, posted to its own address. */
export const submit = httpAction(async (ctx: ActionCtx, request) => {
  const read = await readFields(request);
  if ("refusal" in read) return respond(read.refusal);
  return respond(await submitted(ctx, tokenOf(request), read.fields));
});

/** Why a form was refused, if it was. */
interface Outcome {
  error: BillingError | null;
  statusCode?: number;
}

async function submitted(ctx: ActionCtx, token: string, fields: URLSearchParams): Promise<Screen> {
  const before = await readPage(ctx, token);
  if (!before) return NO_PAGE;
  if (before.state !== "open" && !before.debt?.awaits_approval) return screenOf(before, null);
  const { error, statusCode = 400 } = await takeForm(ctx, token, fields);
  const after = await readPage(ctx, token);
  if (!after) return NO_PAGE;
  const { typed } = readCardForm(fields);
  const about = fields.get("do") === "revise" ? ("order" as const) : ("card" as const);
  return screenOf(after, error && { status: statusCode, message: error.message, typed, about });
}

async function takeForm(ctx: ActionCtx, token: string, fields: URLSearchParams): Promise<Outcome> {
  const tooMany = await countCall(ctx, "cardForms", token);
  if (tooMany) return tooMany;
  const { checkout } = internal.pages;
  const what = fields.get("do");
  if (what === "approve" || what === "refuse") {
    return await ctx.runMutation(checkout.decide, { token, decision: what });
  }
  if (what === "revise") {
    return await ctx.runMutation(checkout.revise, { token, ...readRevision(fields) });
  }
  const { card } = readCardForm(fields);
  if (!card) return { error: { code: "invalid_inputs", message: EXPIRY_UNREAD }, statusCode: 400 };
  return await ctx.runMutation(api.pages.checkout.submitCard, { token, card });
}

async function readPage(ctx: ActionCtx, token: string): Promise<CheckoutPage | null> {
  const { data } = await ctx.runQuery(internal.pages.checkout.readPage, {
    token,
    now: Date.now(),
  });
  return data;
}
