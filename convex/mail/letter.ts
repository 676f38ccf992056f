import { html } from "hono/html";
import type { Language } from "../contract/languages";

/** A mail's content, as plain text. It is escaped where it becomes HTML. */
export interface LetterContent {
  subject: string;
  language: Language;
  /** The lines of the mail, one paragraph each. */
  paragraphs: readonly string[];
  /** A list between the paragraphs and the button. */
  items?: readonly string[];
  /** The button. The text also contains its URL. */
  action?: { label: string; url: string };
  /** Small print: why the mail was sent, and what to do if the recipient did not request it. */
  footer: string;
  unsubscribeUrl?: string;
}

/** A mail that is ready to be queued. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl?: string;
}

const MOST_IN_A_NAME = 60;
/** Control characters, line breaks, and marks that change the direction of a text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/**
 * Prepares a member's text for a line of a mail: one line without invisible characters, shortened.
 */
export function quoted(text: string): string {
  const line = text.replace(UNPRINTABLE, " ").replace(/\s+/g, " ").trim();
  const characters = Array.from(line);
  return characters.length <= MOST_IN_A_NAME
    ? line
    : `${characters.slice(0, MOST_IN_A_NAME - 1).join("")}…`;
}

/** Writes a mail as text and as HTML. */
export function composeLetter(content: LetterContent): Letter {
  const { unsubscribeUrl } = content;
  const page = pageOf(content);
  if (page instanceof Promise) throw new Error("A mail has only values that are there");
  return {
    subject: content.subject.replace(UNPRINTABLE, " "),
    text: textOf(content),
    html: page.toString(),
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
  };
}

/** The texts of every mail. */
const FRAME: Record<Language, { stop: string; noButton: string }> = {
  en: {
    stop: "No more mails like this one",
    noButton: "If the button does not work, open this address:",
  },
  de: {
    stop: "Keine Mails wie diese mehr",
    noButton: "Wenn der Knopf nicht geht, öffne diese Adresse:",
  },
};

function textOf(content: LetterContent): string {
  const { language, paragraphs, items = [], action, footer, unsubscribeUrl } = content;
  const list = items.map((item) => `- ${item}`).join("\n");
  const link = action && `${action.label}:\n${action.url}`;
  const stop = unsubscribeUrl && `${FRAME[language].stop}:\n${unsubscribeUrl}`;
  const parts = [...paragraphs, list, link, `-- \n${footer}`, stop];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BODY = `margin:0;padding:32px 16px;background:#f4f2ee;color:#1c1a17;${FONT};font-size:16px;line-height:24px`;
const CARD =
  "max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e4e0d8;border-radius:12px";
const BUTTON =
  "display:inline-block;padding:12px 24px;border-radius:24px;background:#1c1a17;color:#ffffff;font-weight:600;text-decoration:none";
const SMALL = "margin:0 0 8px;color:#6b655b;font-size:13px;line-height:20px";

/** Mail clients know tables, inline styles and little else. */
function pageOf(content: LetterContent) {
  const { language, subject, paragraphs, items = [], action, footer } = content;
  const { unsubscribeUrl } = content;
  const frame = FRAME[language];
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${subject}</title>
      </head>
      <body style="${BODY}">
        <div style="${CARD}">
          <p style="margin:0 0 24px;font-size:18px;font-weight:700">Spotlight</p>
          ${paragraphs.map((line) => html`<p style="margin:0 0 16px">${line}</p>`)}
          ${items.length === 0 ? "" : listOf(items)}
          ${action === undefined ? "" : buttonOf(action, frame.noButton)}
          <div style="margin-top:32px;padding-top:16px;border-top:1px solid #e4e0d8">
            <p style="${SMALL}">${footer}</p>
            ${unsubscribeUrl === undefined ? "" : stopOf(unsubscribeUrl, frame.stop)}
          </div>
        </div>
      </body>
    </html>`;
}

function listOf(items: readonly string[]) {
  const rows = items.map((item) => html`<li style="margin:0 0 8px">${item}</li>`);
  return html`<ul style="margin:0 0 16px;padding-left:20px">
    ${rows}
  </ul>`;
}

function buttonOf({ label, url }: { label: string; url: string }, noButton: string) {
  return html`<p style="margin:24px 0"><a href="${url}" style="${BUTTON}">${label}</a></p>
    <p style="${SMALL}">${noButton}<br />${url}</p>`;
}

function stopOf(url: string, label: string) {
  return html`<p style="${SMALL}">
    <a href="${url}" style="color:#6b655b">${label}</a>
  </p>`;
}
