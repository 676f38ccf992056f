/**
 * One rule about a text that a person types.
 *
 * @see Spec §5
 */
export interface TextRule {
  /** The exact text from the specification. */
  message: string;
  holds: (text: string) => boolean;
}

/**
 * The password rules. The form shows all five from the start and ticks each that the password
 * meets.
 *
 * Letters of any alphabet count; a symbol is one of `! @ # $ % ^ & * ( ) , . ? " : { } | < >`.
 *
 * @see Spec §5, "Password"
 */
export const PASSWORD_RULES: readonly TextRule[] = [
  {
    message: "Password must be at least 8 characters",
    holds: (password) => lengthOf(password) >= 8,
  },
  { message: "Use a number", holds: (password) => /[0-9]/.test(password) },
  {
    message: "Use a special character (symbol)",
    holds: (password) => /[!@#$%^&*(),.?":{}|<>]/.test(password),
  },
  { message: "Use an uppercase letter", holds: (password) => /\p{Lu}/u.test(password) },
  { message: "Use a lowercase letter", holds: (password) => /\p{Ll}/u.test(password) },
];

/**
 * Checks the form of a username. Only the server knows whether the name is taken.
 *
 * Only ASCII letters are allowed, so that no two names look alike.
 *
 * @see Spec §5, "Username"
 */
export const USERNAME_RULES: readonly TextRule[] = [
  {
    message: "Username must be between 3 and 20 characters",
    holds: (username) => lengthOf(username) >= 3 && lengthOf(username) <= 20,
  },
  {
    message:
      "Username can only contain letters, numbers, dots, underscores, and hyphens. No spaces or special symbols are allowed.",
    holds: (username) => /^[A-Za-z0-9._-]+$/.test(username),
  },
];

/** The format that browsers accept in `<input type="email">`, with a dot in the domain. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;
/** @see RFC 5321, 4.5.3.1 */
const EMAIL_MAX_LENGTH = 254;

/**
 * The rule for an e-mail address. Checks only the form. The confirmation mail proves that the
 * address exists.
 */
export const EMAIL_RULES: readonly TextRule[] = [
  {
    message: "Enter an e-mail address such as ines@art.example",
    holds: (email) => email.length <= EMAIL_MAX_LENGTH && EMAIL.test(email),
  },
];

/** The longest password that is hashed, so that one request causes limited work. */
export const PASSWORD_MAX_LENGTH = 200;

/** Why an account call is refused. Branch on the code, never on the message. */
export type AccountErrorCode =
  | "account_suspended"
  | "accounts_disabled"
  | "code_needed"
  | "email_taken"
  | "invalid_code"
  | "invalid_credentials"
  | "invalid_email"
  | "invalid_link"
  | "invalid_password"
  | "invalid_username"
  | "mail_off"
  | "session_ended"
  | "sign_in_expired"
  | "too_many_attempts"
  | "two_step_off"
  | "two_step_on"
  | "unauthenticated"
  | "username_taken";

/**
 * Finds the first rule that a text breaks.
 *
 * @param rules - In the order in which they are shown.
 * @param text - As typed, without trimming.
 * @returns The rule's message, or null if the text meets all rules.
 * @see Spec §5
 */
export function firstBroken(rules: readonly TextRule[], text: string): string | null {
  return rules.find((rule) => !rule.holds(text))?.message ?? null;
}

/**
 * Folds a username to the key that must be unique: `Ada` and `ada` are one artist.
 *
 * @param username - A username that meets the rules, so it is ASCII.
 * @returns The username in lower case.
 */
export function usernameKeyOf(username: string): string {
  return username.toLowerCase();
}

/** Folds an e-mail address to the key that must be unique. */
export function emailKeyOf(email: string): string {
  return email.toLowerCase();
}

/**
 * Folds an e-mail address to its likely mailbox: many servers ignore dots, and everything after a
 * plus. Don't use it to distinguish members.
 */
export function mailboxOf(email: string): string {
  const [name = "", domain = ""] = emailKeyOf(email).split("@");
  return `${name.replace(/\+.*$/, "").replaceAll(".", "")}@${domain}`;
}

/** In characters as users count them: an emoji is one. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
