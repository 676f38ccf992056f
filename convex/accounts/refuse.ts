import type { AccountErrorCode } from "../contract/credentials";
import { tryAgainIn } from "../../packages/billing/src/contract";
import type { Failure } from "../../packages/billing/src/contract";

function refuse(code: AccountErrorCode, message: string, statusCode: number): Failure {
  return { data: null, error: { code, message }, statusCode };
}

export const refusals = {
  /** The same response for an unknown name and a wrong password. */
  wrongCredentials: () =>
    refuse("invalid_credentials", "That username and password do not match", 401),
  wrongPassword: () => refuse("invalid_credentials", "That is not your current password", 401),
  badUsername: (message: string) => refuse("invalid_username", message, 400),
  badPassword: (message: string) => refuse("invalid_password", message, 400),
  taken: () => refuse("username_taken", "That username is taken", 409),
  tooMany: (retryAfterMs: number): Failure => {
    const message = `Too many attempts. ${tryAgainIn(retryAfterMs)}`;
    const { error, ...refusal } = refuse("too_many_attempts", message, 429);
    return { ...refusal, error: { ...error, retryAfterMs } };
  },
  ended: () => refuse("session_ended", "Sign in again", 401),
  /** For a token whose session has ended. */
  signInAgain: () => refuse("unauthenticated", "Sign in again", 401),
  deleted: () => refuse("unauthenticated", "This account was deleted", 401),
  suspended: (reason: string) =>
    refuse("account_suspended", `Your account is suspended: ${reason}`, 403),
  badEmail: (message: string) => refuse("invalid_email", message, 400),
  emailTaken: () => refuse("email_taken", "Another account has this address", 409),
  emailReserved: () => refuse("email_taken", "This address can't be used here", 409),
  badLink: () => refuse("invalid_link", "This link was used, or has expired", 410),
  mailOff: () => refuse("mail_off", "This site sends no mail", 503),
  wrongCode: () => refuse("invalid_code", "That code is not right, or was used already", 401),
  codeNeeded: () => refuse("code_needed", "Also enter a code from your authenticator app", 401),
  signInExpired: () => refuse("sign_in_expired", "That took too long. Sign in again", 401),
  twoStepOn: () => refuse("two_step_on", "Two-step sign-in is on already", 409),
  twoStepOff: () => refuse("two_step_off", "Two-step sign-in is off", 409),
  disabled: () => refuse("accounts_disabled", "Accounts of this site are switched off", 403),
};
