import { ConvexHttpClient } from "convex/browser";
import type { ConvexReactClient } from "convex/react";
import { api } from "../../convex/_generated/api";
import type { BillingError } from "../../packages/billing/src/contract";
import type { SessionPorts, Tokens } from "./session";

export interface Credentials {
  username: string;
  password: string;
}

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

export interface Availability {
  available: boolean;
  suggestions: string[];
}

/** What the forms ask of the server. An expected failure is data. */
export interface AccountCalls {
  signUp: (credentials: Credentials) => Promise<Tokens | BillingError>;
  signIn: (credentials: Credentials) => Promise<Tokens | BillingError>;
  changePassword: (change: PasswordChange) => Promise<BillingError | null>;
  checkUsername: (username: string) => Promise<Availability>;
}

/**
 * The calls of local accounts. They go over HTTP, because the socket stands
 * still while Convex waits for the very token that they fetch.
 *
 * @param device - The secret that this browser is known by at its next sign-in.
 */
export function accountCalls(
  client: ConvexReactClient,
  device: () => string,
): AccountCalls & Pick<SessionPorts, "refresh" | "end"> {
  const http = new ConvexHttpClient(client.url);
  const { credentials, sessions, usernames } = api.accounts;

  return {
    signUp: async (typed) => {
      const { data, error } = await http.action(credentials.signUp, { ...typed, device: device() });
      return data ?? requireError(error);
    },
    signIn: async (typed) => {
      const { data, error } = await http.action(credentials.signIn, { ...typed, device: device() });
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
      // The session goes on: it asked too often.
      if (error?.retryAfterMs !== undefined) throw new Error(error.message);
      return data;
    },
    end: async (refreshToken) => {
      await http.mutation(sessions.signOut, { refreshToken });
    },
  };
}

/** A result holds data or an error, which its validator cannot say. */
function requireError(error: BillingError | null): BillingError {
  if (!error) throw new Error("The server answered with neither data nor an error");
  return error;
}
