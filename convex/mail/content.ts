import type { Doc } from "../_generated/dataModel";
import { open, seal } from "../secrets";
import type { Place } from "../secrets";
import type { Letter } from "./letter";

/**
 * The parts of a mail with links. They are stored encrypted, because the links give access to
 * accounts.
 */
export type Content = Omit<Letter, "subject">;
type Addressed = Pick<Doc<"mails">, "accountId" | "to">;

/** Encrypts the content for one account and one recipient. */
export async function sealContent(mail: Addressed, content: Content): Promise<Content> {
  return await convert(mail, content, seal);
}

/**
 * Decrypts the content of a stored mail. @throws If the content belongs to another mail, or the key
 * does.
 */
export async function openContent(mail: Addressed & Content): Promise<Content> {
  return await convert(mail, mail, open);
}

async function convert(
  { accountId, to }: Addressed,
  { text, html, unsubscribeUrl }: Content,
  change: (place: Place, value: string) => Promise<string>,
): Promise<Content> {
  const changed = async (field: keyof Content, value: string) =>
    await change(["mails", field, accountId, to], value);
  return {
    text: await changed("text", text),
    html: await changed("html", html),
    ...(unsubscribeUrl !== undefined && {
      unsubscribeUrl: await changed("unsubscribeUrl", unsubscribeUrl),
    }),
  };
}
