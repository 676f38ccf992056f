import { ConvexHttpClient } from "convex/browser";
import type { ConvexReactClient } from "convex/react";
import { api } from "../../convex/_generated/api";
import type { BillingError } from "../../packages/billing/src/contract";
import { shownLanguage } from "../language/translation";
import type { OwnProof } from "./own-proof";
import type { SessionPorts, Tokens } from "./session";

export interface Credentials {
  username: string;
  password: string;
}

export interface PasswordChange extends OwnProof {
  newPassword: string;
}

/** The password was right, but a code of the authenticator app is also required. */
export interface Ticket {
  ticket: string;
}

/** The second step of a sign-in. */
export interface CodeEntry extends Ticket {
  code: string;
}

export interface Availability {
  available: boolean;
  suggestions: string[];
}

/** The calls of the forms. An expected failure is data. */
export interface AccountCalls {
  signUp: (credentials: Credentials) => Promise<Tokens | BillingError>;
  signIn: (credentials: Credentials) => Promise<Tokens | Ticket | BillingError>;
  enterCode: (entry: CodeEntry) => Promise<Tokens | BillingError>;
  changePassword: (change: PasswordChange) => Promise<BillingError | null>;
  checkUsername: (username: string) => Promise<Availability>;
}

/**
 * The calls of local accounts. They use HTTP, because the socket pauses while
 * Convex waits for the token that they fetch.
 *
 * @param device - The secret that identifies this browser at its next sign-in.
 */
export function accountCalls(
  client: ConvexReactClient,
  device: () => string,
): AccountCalls & Pick<SessionPorts, "refresh" | "end"> {
  const http = new ConvexHttpClient(client.url);
  const { credentials, secondStep, sessions, usernames } = api.accounts;

  return {
    signUp: async (typed) => {
      const account = { ...typed, device: device(), language: shownLanguage() };
      const { data, error } = await http.action(credentials.signUp, account);
      return data ?? requireError(error);
    },
    signIn: async (typed) => {
      const { data, error } = await http.action(credentials.signIn, { ...typed, device: device() });
      return data ?? requireError(error);
    },
    enterCode: async (entry) => {
      const { data, error } = await http.action(secondStep.signInWithCode, { ...entry });
      return data ?? requireError(error);
    },
    changePassword: async (change) => {
      const known = { ...change, device: device() };
      const { error } = await client.action(credentials.changePassword, known);
      return error;
    },
    checkUsername: async (username) => await http.query(usernames.available, { username }),
    refresh: async (refreshToken) => {
      const { data, error } = await http.action(sessions.refresh, { refreshToken });
      // The session continues, because the request was only rate limited.
      if (error?.retryAfterMs !== undefined) throw new Error(error.message);
      return data;
    },
    end: async (refreshToken) => {
      await http.mutation(sessions.signOut, { refreshToken });
    },
  };
}

/** A result holds data or an error; its validator cannot express that. */
function requireError(error: BillingError | null): BillingError {
  if (!error) throw new Error("The server answered with neither data nor an error");
  return error;
}
