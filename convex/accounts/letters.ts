import type { Doc } from "../_generated/dataModel";
import type { Language } from "../contract/languages";
import { LOCALES, languageOfAccount } from "../mail/language";
import { composeLetter } from "../mail/letter";
import type { Letter } from "../mail/letter";
import { siteUrl } from "../mail/settings";
import type { Client } from "./client";
import type { AccountTexts, AccountWords } from "./letterWords";
import { ENGLISH } from "./lettersEnglish";
import { GERMAN } from "./lettersGerman";

type Addressed = Pick<Doc<"accounts">, "username" | "language">;

const TEXTS: Record<Language, AccountTexts> = { en: ENGLISH, de: GERMAN };
const SECURITY = "/settings/security";

/** Asks the reader to confirm that the address is theirs. */
export function confirmEmailLetter(account: Addressed, token: string): Letter {
  const words = textsFor(account).confirmEmail(account.username);
  // After "#", so that no server and no log sees the token.
  return write(account, words, `/confirm-email#${token}`);
}

export function resetPasswordLetter(account: Addressed, token: string): Letter {
  const words = textsFor(account).resetPassword(account.username);
  return write(account, words, `/reset-password#${token}`);
}

export function newSignInLetter(account: Addressed, client: Client, at: number): Letter {
  const texts = textsFor(account);
  const browser = describeClient(client, texts);
  return write(account, texts.newSignIn(account.username, browser, timeFor(account, at)), SECURITY);
}

export function passwordChangedLetter(account: Addressed, at: number): Letter {
  const words = textsFor(account).passwordChanged(account.username, timeFor(account, at));
  return write(account, words, "/forgot-password");
}

/**
 * A mail to the previous address. It does not name the new one, because the reader may not be the
 * member.
 */
export function emailChangedLetter(account: Addressed, at: number): Letter {
  const words = textsFor(account).emailChanged(account.username, timeFor(account, at));
  return write(account, words, SECURITY);
}

export function twoStepLetter(account: Addressed, isOn: boolean, at: number): Letter {
  const { twoStepOn, twoStepOff } = textsFor(account);
  const describe = isOn ? twoStepOn : twoStepOff;
  return write(account, describe(account.username, timeFor(account, at)), SECURITY);
}

const textsFor = (account: Addressed) => TEXTS[languageOfAccount(account)];

function write(account: Addressed, { button, ...said }: AccountWords, path: string): Letter {
  const action = { label: button, url: siteUrl(path) };
  return composeLetter({ ...said, language: languageOfAccount(account), action });
}

function describeClient({ browser, system }: Client, texts: AccountTexts): string {
  const name = browser ?? texts.unknownBrowser;
  return system === undefined ? name : texts.onSystem(name, system);
}

/** In UTC: the reader's time zone is unknown. */
function timeFor(account: Addressed, at: number): string {
  const time = new Intl.DateTimeFormat(LOCALES[languageOfAccount(account)], {
    ...{ dateStyle: "long", timeStyle: "short", timeZone: "UTC" },
  });
  return `${time.format(at)} UTC`;
}
