import { html } from "hono/html";
import { internal } from "./_generated/api";
import { httpAction } from "./_generated/server";
import type { ActionCtx } from "./_generated/server";

const STYLE =
  "body{max-width:32rem;margin:4rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}" +
  "button{padding:.75rem 1.5rem;border:0;border-radius:1.5rem;background:#1c1a17;color:#fff;font:inherit}";

/**
 * `GET /mail/unsubscribe?token=…`: a page with a button. It changes nothing,
 * because programs that read mails open links on their own.
 */
export const ask = httpAction(async () => {
  return await respond(
    200,
    "Stop mails about notifications?",
    html`<form method="post"><button>Stop these mails</button></form>`,
  );
});

type Stopped = "stopped" | "unknown" | "too_many";

/**
 * `POST` to the same address: by that button, or by a mail client with one click.
 *
 * @see RFC 8058
 */
export const stop = httpAction(async (ctx: ActionCtx, request) => {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const { stopMails } = internal.community.notifications.settings;
  const stopped: Stopped = await ctx.runMutation(stopMails, { token });
  switch (stopped) {
    case "stopped":
      return await respond(200, "No more mails about notifications", "They stay on the site.");
    case "unknown":
      return await respond(404, "This link is not good", "Change your mails in your settings.");
    case "too_many":
      return await respond(429, "Too many requests", "Try again in a minute.");
  }
});

async function respond(status: number, title: string, content: unknown): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Spotlight</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        <div>${content}</div>
      </body>
    </html>`;
  return new Response(page.toString(), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
