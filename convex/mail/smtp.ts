"use node";

import { createTransport } from "nodemailer";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { env, internalAction } from "../_generated/server";
import { openContent } from "./content";

const TIMEOUT_MS = 30_000;
const ON_THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[?::1\]?)$/;

/** Sends one mail: one attempt. The mail server's response decides the next step. */
export const send = internalAction({
  args: { mailId: v.id("mails") },
  returns: v.null(),
  handler: async (ctx, { mailId }): Promise<null> => {
    const { claim, settle } = internal.mail.delivery;
    const url = env.SMTP_URL;
    if (url === undefined || url === "") return null;
    const mail = await ctx.runMutation(claim, { mailId });
    if (!mail) return null;
    const { attempt, to, subject } = mail;
    const from = env.MAIL_FROM ?? "";
    const error = await failureOf(async () => {
      if (from === "") throw new Error("MAIL_FROM is not set");
      const { unsubscribeUrl, ...bodies } = await openContent(mail);
      await transportTo(url).sendMail({
        ...{ to, subject, ...bodies, from, disableFileAccess: true, disableUrlAccess: true },
        // The same at each attempt, so that mail clients show a repeated mail once.
        messageId: `<${mailId}@${from.replace(/^.*@|>.*$/g, "")}>`,
        headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(unsubscribeUrl) },
      });
    });
    await ctx.runMutation(settle, { mailId, attempt, error });
    return null;
  },
});

/** TLS is required, except for a server on the same machine. */
function transportTo(url: string) {
  const requireTLS = !ON_THIS_MACHINE.test(new URL(url).hostname);
  const timeouts = { connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  return createTransport({ url, requireTLS, ...timeouts });
}

/** @see RFC 8058 */
function unsubscribeHeaders(url?: string): Record<string, string> {
  return url === undefined
    ? {}
    : { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** Responses of 500 and above are final; all others may be temporary. */
async function failureOf(attempt: () => Promise<void>) {
  try {
    await attempt();
    return null;
  } catch (error) {
    const code = (error as { responseCode?: number }).responseCode ?? 0;
    const message = error instanceof Error ? error.message : String(error);
    return { message, final: code >= 500 };
  }
}
