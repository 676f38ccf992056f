import { html } from "hono/html";
import { languageOf } from "./contract/languages";
import type { Language } from "./contract/languages";
import { internal } from "./_generated/api";
import { httpAction } from "./_generated/server";
import type { ActionCtx } from "./_generated/server";

const STYLE =
  "body{max-width:32rem;margin:4rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}" +
  "button{padding:.75rem 1.5rem;border:0;border-radius:1.5rem;background:#1c1a17;color:#fff;font:inherit}";

type Stopped = "stopped" | "unknown" | "too_many";

interface Texts {
  ask: string;
  button: string;
  /** The result: a title, and a sentence. */
  done: Record<Stopped, readonly [title: string, sentence: string]>;
}

const TEXTS: Record<Language, Texts> = {
  en: {
    ask: "Stop mails about notifications?",
    button: "Stop these mails",
    done: {
      stopped: ["No more mails about notifications", "They stay on the site."],
      unknown: ["This link is not good", "Change your mails in your settings."],
      too_many: ["Too many requests", "Try again in a minute."],
    },
  },
  de: {
    ask: "Mails über Mitteilungen beenden?",
    button: "Diese Mails beenden",
    done: {
      stopped: ["Keine Mails mehr über Mitteilungen", "Auf der Seite bleiben sie."],
      unknown: ["Dieser Link gilt nicht", "Ändere deine Mails in deinen Einstellungen."],
      too_many: ["Zu viele Anfragen", "Versuch es in einer Minute wieder."],
    },
  },
};
const STATUS: Record<Stopped, number> = { stopped: 200, unknown: 404, too_many: 429 };

/**
 * `GET /mail/unsubscribe?token=…`: a page with a button. It changes nothing, because programs that
 * read mails open links on their own.
 */
export const ask = httpAction(async (_ctx, request) => {
  const language = languageOfRequest(request);
  const { ask: title, button } = TEXTS[language];
  const form = html`<form method="post"><button>${button}</button></form>`;
  return await respond(200, language, title, form);
});

/**
 * `POST` to the same address: by that button, or by a mail client with one click.
 *
 * @see RFC 8058
 */
export const stop = httpAction(async (ctx: ActionCtx, request) => {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const { stopMails } = internal.community.notifications.settings;
  const stopped: Stopped = await ctx.runMutation(stopMails, { token });
  const language = languageOfRequest(request);
  return await respond(STATUS[stopped], language, ...TEXTS[language].done[stopped]);
});

/** The first of the browser's languages that the site supports. */
function languageOfRequest({ headers }: Request): Language {
  const tags = (headers.get("Accept-Language") ?? "").split(",");
  const known = tags.map((tag) => languageOf(tag.split(";", 1)[0]?.trim() ?? ""));
  return known.find((language) => language !== null) ?? "en";
}

async function respond(
  status: number,
  language: Language,
  title: string,
  content: unknown,
): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="${language}">
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
