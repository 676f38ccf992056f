import { internal } from "../../_generated/api";
import { httpAction } from "../../_generated/server";
import type { ActionCtx } from "../../_generated/server";
import { createToken } from "./capability";
import type { CheckoutPage } from "./checkout";
import { readForm } from "./form";
import { html } from "./html";
import { LOOK } from "./look";
import { refusalScreen, screenOf } from "./screens";
import type { Screen } from "./screens";

const MAX_BODY_CHARS = 4096;
const FORM_TYPE = "application/x-www-form-urlencoded";
const EXPIRY_UNREAD = "Write the expiry date as month and year, such as 12 / 30.";

/** The hosted page: what is bought, and one card form. */
export const show = httpAction(async (ctx: ActionCtx, request) => {
  const page = await readPage(ctx, tokenOf(request));
  return respond(page ? screenOf(page, null) : NO_PAGE);
});

/** The page's form, sent back to its own address. */
export const submit = httpAction(async (ctx: ActionCtx, request) => {
  const refusal = refuseForeign(request);
  if (refusal) return respond(refusal);
  const body = await request.text();
  if (body.length > MAX_BODY_CHARS) return respond(TOO_LARGE);
  return respond(await submitted(ctx, tokenOf(request), body));
});

const NO_PAGE = refusalScreen(404, "There is no such page");
const FOREIGN = refusalScreen(403, "This form was sent from another site");
const NO_FORM = refusalScreen(415, "This page takes its own form only");
const TOO_LARGE = refusalScreen(413, "This form is too large");

async function submitted(ctx: ActionCtx, token: string, body: string): Promise<Screen> {
  const before = await readPage(ctx, token);
  if (!before) return NO_PAGE;
  if (before.state !== "open") return screenOf(before, null);
  const { card, typed } = readForm(body);
  if (!card) return screenOf(before, { status: 400, message: EXPIRY_UNREAD, typed });
  const { error, statusCode } = await ctx.runMutation(
    internal.payments.sandbox.checkout.submitCard,
    { token, card },
  );
  const after = await readPage(ctx, token);
  if (!after) return NO_PAGE;
  return screenOf(after, error && { status: statusCode ?? 400, message: error.message, typed });
}

async function readPage(ctx: ActionCtx, token: string): Promise<CheckoutPage | null> {
  const { data } = await ctx.runQuery(internal.payments.sandbox.checkout.readPage, {
    token,
    now: Date.now(),
  });
  return data;
}

function tokenOf(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.slice(pathname.lastIndexOf("/") + 1);
}

/**
 * The address itself is the secret that a forger lacks; this is the second lock.
 * A page without a referrer sends "null" as its origin, so browsers that say
 * where a request comes from are asked that first.
 */
function refuseForeign(request: Request): Screen | null {
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  const isOwn =
    site !== null
      ? site === "same-origin"
      : origin === null || origin === "null" || isSameHost(origin, request.url);
  if (!isOwn) return FOREIGN;
  const type = request.headers.get("Content-Type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== FORM_TYPE) return NO_FORM;
  return Number(request.headers.get("Content-Length")) > MAX_BODY_CHARS ? TOO_LARGE : null;
}

/** A proxy may end TLS, so the scheme is not compared. */
function isSameHost(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}

function respond({ status, title, body }: Screen): Response {
  const nonce = createToken();
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Sandbox checkout</title>
        <style nonce="${nonce}">
          ${LOOK}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
  return new Response(page.markup, { status, headers: headersFor(nonce) });
}

function headersFor(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
  };
}
