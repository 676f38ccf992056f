import type { Failure } from "../../../packages/billing/src/contract";
import { refusals } from "../errors";

const NAME_MAX_LENGTH = 60;
const BIO_MAX_LENGTH = 500;
const LINK_MAX_LENGTH = 200;
const MAX_LINKS = 5;

/** What someone wrote about themselves, if it can't stand like that; else null. */
export function refuseProfile(texts: {
  name: string;
  bio: string;
  links: string[];
}): Failure | null {
  const { name, bio, links } = texts;
  if (name.trim() === "" || name.length > NAME_MAX_LENGTH) return refusals.badText(NAME_MAX_LENGTH);
  if (bio.length > BIO_MAX_LENGTH) return refusals.tooLong(BIO_MAX_LENGTH);
  if (links.length > MAX_LINKS) return refusals.tooMany(`A profile has at most ${MAX_LINKS} links`);
  return links.every(isLink) ? null : refusals.badLink();
}

/** An address elsewhere that carries no password and runs nothing. */
function isLink(text: string): boolean {
  if (text.length > LINK_MAX_LENGTH || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}
