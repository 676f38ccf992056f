import type { Result } from "../../contract/errors";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { httpAction } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import { countCall } from "../platform/rateLimits";
import { settleCharge } from "../payments/charges/sendCharge";
import type { InvoicePage } from "./invoice";
import { invoiceScreen } from "./invoiceScreen";
import { NO_PAGE, readFields, respond, seeAgain, tokenOf } from "./respond";

export const show = httpAction(async (ctx: ActionCtx, request) => {
  const number = new URL(request.url).searchParams.get("pdf");
  if (number !== null) return await showPdf(ctx, tokenOf(request), number);
  const page = await readPage(ctx, tokenOf(request));
  return respond(page ? invoiceScreen(page, null) : NO_PAGE);
});

async function showPdf(ctx: ActionCtx, token: string, number: string): Promise<Response> {
  const args = { token, number, now: Date.now() };
  const { data } = await ctx.runQuery(internal.pages.invoice.readDocument, args);
  if (!data) return respond(NO_PAGE);
  const pdf = await ctx.runAction(internal.documents.invoicePdf.render, { document: data });
  return new Response(pdf, {
    headers: {
      "Content-Type": "application/pdf",
      // A number has letters, digits and hyphens only.
      "Content-Disposition": `inline; filename="${data.number}.pdf"`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

export const submit = httpAction(async (ctx: ActionCtx, request) => {
  const read = await readFields(request);
  if ("refusal" in read) return respond(read.refusal);
  const token = tokenOf(request);
  const { data: charge, error, statusCode = 400 } = await takeForm(ctx, token, read.fields);
  if (charge) await settleCharge(ctx, charge);
  if (!error) return seeAgain(request);
  const page = await readPage(ctx, token);
  if (!page) return respond(NO_PAGE);
  const problem = { status: statusCode, message: error.message, about: "card" as const };
  return respond(invoiceScreen(page, { ...problem, typed: { expiry: "" } }));
});

async function takeForm(
  ctx: ActionCtx,
  token: string,
  fields: URLSearchParams,
): Promise<Result<Id<"charges"> | null>> {
  const what = fields.get("do");
  const tooMany = await countCall(ctx, "cardForms", token);
  if (tooMany) return tooMany;
  const { payInvoice, refusePayment } = internal.pages.invoice;
  if (what === "refuse") return await ctx.runMutation(refusePayment, { token });
  return await ctx.runMutation(payInvoice, { token, approve: what === "approve" });
}

async function readPage(ctx: ActionCtx, token: string): Promise<InvoicePage | null> {
  const { readInvoice } = internal.pages.invoice;
  return (await ctx.runQuery(readInvoice, { token, now: Date.now() })).data;
}
