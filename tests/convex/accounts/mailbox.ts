import { api } from "../../../convex/_generated/api";
import { openContent } from "../../../convex/mail/content";
import type { deploy } from "./deployment";
import { ADA } from "./deployment";

type Deployment = Awaited<ReturnType<typeof deploy>>;

/** The mails in the outbox, the oldest first, decrypted. */
export async function mailsIn({ t }: Pick<Deployment, "t">) {
  const rows = await t.run((ctx) => ctx.db.query("mails").take(50));
  return await Promise.all(rows.map(async (row) => ({ ...row, ...(await openContent(row)) })));
}

/** A summary of the mails: recipient and subject. */
export async function sentIn(site: Deployment): Promise<string[]> {
  return (await mailsIn(site)).map(({ to, subject }) => `${to}: ${subject}`);
}

/** The token of the link in the newest mail to an address. */
export async function tokenTo(site: Deployment, to: string): Promise<string> {
  const mail = (await mailsIn(site)).findLast((one) => one.to === to && one.text.includes("#"));
  const [, token] = /#([\w-]{43})\n/.exec(mail?.text ?? "") ?? [];
  if (token === undefined) throw new Error(`No link was sent to ${to}`);
  return token;
}

/** Gives an account an address, and confirms it. */
export async function confirmAddress(site: Deployment, accessToken: string, email: string) {
  const me = await site.as(accessToken);
  await me.action(api.accounts.email.set, { email, currentPassword: ADA.password });
  const token = await tokenTo(site, email);
  return await site.t.mutation(api.accounts.email.confirm, { token });
}
