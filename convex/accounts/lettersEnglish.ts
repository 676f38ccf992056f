import type { AccountTexts } from "./letterWords";

const about = (username: string) => `This mail is about the account @${username}.`;

export const ENGLISH: AccountTexts = {
  confirmEmail: (username) => ({
    subject: "Confirm your e-mail address",
    paragraphs: [
      `The account @${username} on Spotlight wants to use this address.`,
      "If that is you, confirm it within 24 hours.",
    ],
    button: "Confirm address",
    footer: "If it is not you, do nothing: the address is not used.",
  }),
  resetPassword: (username) => ({
    subject: "Choose a new password",
    paragraphs: [
      `Someone, probably you, forgot the password of @${username} on Spotlight.`,
      "The link works once, and for one hour. You will be signed out everywhere.",
    ],
    button: "Choose a new password",
    footer: "If it was not you, do nothing: your password stays as it is.",
  }),
  newSignIn: (username, browser, time) => ({
    subject: "New sign-in to your account",
    paragraphs: [
      `Someone signed in as @${username} from a browser that had not signed in before: ${browser}, on ${time}.`,
      "If it was you, there is nothing to do. If not, sign that browser out and change your password now.",
    ],
    button: "See where you are signed in",
    footer: about(username),
  }),
  passwordChanged: (username, time) => ({
    subject: "Your password was changed",
    paragraphs: [
      `The password of @${username} was changed on ${time}. Other browsers have been signed out.`,
      "If it was not you, choose a new password now.",
    ],
    button: "I did not do this",
    footer: about(username),
  }),
  emailChanged: (username, time) => ({
    subject: "Your e-mail address was changed",
    paragraphs: [
      `@${username} no longer uses this address, since ${time}.`,
      "If it was not you, sign in, change your password and set the address again.",
    ],
    button: "Check your settings",
    footer: about(username),
  }),
  twoStepOn: (username, time) => ({
    subject: "Two-step sign-in is on",
    paragraphs: [
      `Two-step sign-in of @${username} was turned on on ${time}.`,
      "If it was not you, change your password now.",
    ],
    button: "Check your settings",
    footer: about(username),
  }),
  twoStepOff: (username, time) => ({
    subject: "Two-step sign-in is off",
    paragraphs: [
      `Two-step sign-in of @${username} was turned off on ${time}.`,
      "If it was not you, change your password now.",
    ],
    button: "Check your settings",
    footer: about(username),
  }),
  unknownBrowser: "an unknown browser",
  onSystem: (browser, system) => `${browser} on ${system}`,
};
