import { composeLetter } from "../mail/letter";
import type { Letter } from "../mail/letter";
import { siteUrl } from "../mail/settings";
import type { Client } from "./client";

interface Addressed {
  username: string;
}

const forAccount = ({ username }: Addressed) => `This mail is about the account @${username}.`;

/** Asks the reader whether the address is theirs. */
export function confirmEmailLetter(account: Addressed, token: string): Letter {
  return composeLetter({
    subject: "Confirm your e-mail address",
    paragraphs: [
      `The account @${account.username} on Spotlight wants to use this address.`,
      "If that is you, confirm it within 24 hours.",
    ],
    // Behind "#", so that no server and no log sees it.
    action: { label: "Confirm address", url: siteUrl(`/confirm-email#${token}`) },
    footer: "If it is not you, do nothing: the address is not used.",
  });
}

export function resetPasswordLetter(account: Addressed, token: string): Letter {
  return composeLetter({
    subject: "Choose a new password",
    paragraphs: [
      `Someone, probably you, forgot the password of @${account.username} on Spotlight.`,
      "The link works once, and for one hour. You will be signed out everywhere.",
    ],
    action: { label: "Choose a new password", url: siteUrl(`/reset-password#${token}`) },
    footer: "If it was not you, do nothing: your password stays as it is.",
  });
}

export function newSignInLetter(account: Addressed, client: Client, at: number): Letter {
  return composeLetter({
    subject: "New sign-in to your account",
    paragraphs: [
      `Someone signed in as @${account.username} from a browser that had not signed in before: ${describeClient(client)}, on ${describeTime(at)}.`,
      "If it was you, there is nothing to do. If not, sign that browser out and change your password now.",
    ],
    action: { label: "See where you are signed in", url: siteUrl("/settings/security") },
    footer: forAccount(account),
  });
}

export function passwordChangedLetter(account: Addressed, at: number): Letter {
  return composeLetter({
    subject: "Your password was changed",
    paragraphs: [
      `The password of @${account.username} was changed on ${describeTime(at)}. Other browsers have been signed out.`,
      "If it was not you, choose a new password now.",
    ],
    action: { label: "I did not do this", url: siteUrl("/forgot-password") },
    footer: forAccount(account),
  });
}

/** To the address before. It does not name the new one: its reader may not be the member. */
export function emailChangedLetter(account: Addressed, at: number): Letter {
  return composeLetter({
    subject: "Your e-mail address was changed",
    paragraphs: [
      `@${account.username} no longer uses this address, since ${describeTime(at)}.`,
      "If it was not you, sign in, change your password and set the address again.",
    ],
    action: { label: "Check your settings", url: siteUrl("/settings/security") },
    footer: forAccount(account),
  });
}

export function twoStepLetter(account: Addressed, isOn: boolean, at: number): Letter {
  const turned = isOn ? "on" : "off";
  return composeLetter({
    subject: `Two-step sign-in is ${turned}`,
    paragraphs: [
      `Two-step sign-in of @${account.username} was turned ${turned} on ${describeTime(at)}.`,
      "If it was not you, change your password now.",
    ],
    action: { label: "Check your settings", url: siteUrl("/settings/security") },
    footer: forAccount(account),
  });
}

function describeClient({ browser, system }: Client): string {
  if (browser === undefined && system === undefined) return "an unknown browser";
  return [browser ?? "an unknown browser", system].filter(Boolean).join(" on ");
}

/** In UTC: the reader's time zone is unknown. */
function describeTime(at: number): string {
  return new Date(at).toUTCString().replace(/:\d\d GMT$/, " UTC");
}
