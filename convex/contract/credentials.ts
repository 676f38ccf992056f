/**
 * One rule about a text that a person types.
 *
 * @see Spec §5
 */
export interface TextRule {
  /** The exact text of the specification. */
  message: string;
  holds: (text: string) => boolean;
}

/**
 * The password rules. All five are shown from the start and tick as they hold.
 *
 * Letters of any alphabet count; a symbol is one of `! @ # $ % ^ & * ( ) , . ? " :
 * { } | < >`.
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
 * The username rules. Whether a name is taken is not a rule: only the server
 * knows.
 *
 * Letters are the 52 of ASCII, so that no two names look alike.
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

/** The longest password that is hashed: it bounds the work that one request can cause. */
export const PASSWORD_MAX_LENGTH = 200;

/** Why an account call is refused. Branch on the code, never on the message. */
export type AccountErrorCode =
  | "account_suspended"
  | "accounts_disabled"
  | "invalid_credentials"
  | "invalid_password"
  | "invalid_username"
  | "session_ended"
  | "too_many_attempts"
  | "unauthenticated"
  | "username_taken";

/**
 * Finds the first rule that a text breaks.
 *
 * @param rules - In the order in which they are shown.
 * @param text - As typed; nothing is trimmed.
 * @returns The rule's message, or null when all hold.
 * @see Spec §5
 */
export function firstBroken(rules: readonly TextRule[], text: string): string | null {
  return rules.find((rule) => !rule.holds(text))?.message ?? null;
}

/**
 * Folds a username to the key that must be unique: `Ada` and `ada` are one artist.
 *
 * @param username - One that the rules let through, so ASCII.
 * @returns The username in lower case.
 */
export function usernameKeyOf(username: string): string {
  return username.toLowerCase();
}

/** In characters as people count them: an emoji is one. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}
