import { readBody } from "../platform/boundedBody";
import { createToken } from "../payments/pageToken";
import { html } from "./html";
import type { Html } from "./html";
import { STYLES } from "./styles";

/** One response of a hosted page. */
export interface Screen {
  status: number;
  title: string;
  body: Html;
  /** The owner of the page. Absent: the sandbox. */
  of?: string;
}

const MAX_BODY_BYTES = 4096;
const FORM_TYPE = "application/x-www-form-urlencoded";

export function refusalScreen(status: number, title: string): Screen {
  return { status, title, body: html`<h1>${title}</h1>` };
}

export const NO_PAGE = refusalScreen(404, "There is no such page");
const FOREIGN = refusalScreen(403, "This form was sent from another site");
const NO_FORM = refusalScreen(415, "This page takes its own form only");
const TOO_LARGE = refusalScreen(413, "This form is too large");

/** The last part of a page's address: its token. */
export function tokenOf(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.slice(pathname.lastIndexOf("/") + 1);
}

/** The fields of a page's own form, or why it is refused. */
export async function readFields(
  request: Request,
): Promise<{ fields: URLSearchParams } | { refusal: Screen }> {
  const refusal = refuseForeign(request);
  if (refusal) return { refusal };
  const body = await readBody(request, MAX_BODY_BYTES);
  if (!body) return { refusal: TOO_LARGE };
  return { fields: new URLSearchParams(new TextDecoder().decode(body)) };
}

export function respond({ status, title, body, of = "Sandbox checkout" }: Screen): Response {
  const nonce = createToken();
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title} · ${of}</title>
        <style nonce="${nonce}">
          ${STYLES}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;
  return new Response(page.markup, { status, headers: headersFor(nonce) });
}

/**
 * After a form that changed something, the browser loads the page again: reloading
 * repeats nothing.
 */
export function seeAgain(request: Request): Response {
  const { pathname } = new URL(request.url);
  const headers = { Location: pathname, "Cache-Control": "no-store" };
  return new Response(null, { status: 303, headers: { ...headers, ...PRIVATE } });
}

/**
 * The page after a form that leads to another site. It navigates automatically, because
 * browsers check redirects of forms against `form-action`.
 */
export function continueAt(url: string): Response {
  const body = html`<h1>One moment</h1>
    <p><a href="${url}">Go on to the card page</a></p>`;
  const response = respond({ status: 200, title: "One moment", body, of: "Billing" });
  response.headers.set("Refresh", `0; url=${url}`);
  return response;
}

const PRIVATE = { "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff" };

function headersFor(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "font-src 'self'",
    // The empty icon: without one, browsers request an address that does not exist.
    "img-src data:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "Cache-Control": "no-store",
    "X-Frame-Options": "DENY",
    ...PRIVATE,
  };
}

/**
 * The address itself is the secret that a forger lacks; this is the second lock. A
 * page without a referrer sends "null" as its origin, so Sec-Fetch-Site is checked
 * first.
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
  return type.split(";")[0]?.trim().toLowerCase() === FORM_TYPE ? null : NO_FORM;
}

/** A proxy may end TLS, so the scheme is not compared. */
function isSameHost(origin: string, url: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}
