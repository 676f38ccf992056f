import { env } from "../_generated/server";

/** Whether this deployment sends mails. */
export function hasMailServer(): boolean {
  return env.SMTP_URL !== undefined && env.SMTP_URL !== "";
}

/** Whether queued mails are shown at `/dev/mail`: in the sandbox, which sends none. */
export function showsMails(): boolean {
  return env.BILLING_MODE === "sandbox" && !hasMailServer();
}

/** Whether queued mails reach their recipients. If not, no mail is queued. */
export function canMail(): boolean {
  return hasMailServer() || showsMails();
}

/** The URL of a path on the site. */
export function siteUrl(path: string): string {
  const origin = env.SITE_ORIGIN;
  if (!origin) throw new Error("SITE_ORIGIN is not set: links in mails lead nowhere");
  return new URL(path, origin).href;
}
