import { ConvexProviderWithAuth } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { accountCalls } from "./account-calls";
import type { Credentials } from "./account-calls";
import type { IdentityAdapter } from "./adapter";
import { browserPorts, deviceSecret, followOtherTabs } from "./browser-ports";
import { ChangePasswordForm } from "./change-password-form";
import { Session } from "./session";
import type { Tokens } from "./session";
import { SignInAgain } from "./sign-in-again";
import { SignInForm } from "./sign-in-form";
import { SignUpForm } from "./sign-up-form";
import type { BillingError } from "../../packages/billing/src/contract";

/**
 * Convex requests a token before the current one expires. This makes it request
 * one now, without a sign-out in between.
 */
function renewerOf(client: ConvexReactClient): () => void {
  const [setAuth, clearAuth] = [client.setAuth.bind(client), client.clearAuth.bind(client)];
  let last: Parameters<typeof setAuth> | null = null;
  client.setAuth = (...auth) => {
    last = auth;
    setAuth(...auth);
  };
  client.clearAuth = () => {
    last = null;
    clearAuth();
  };
  return () => {
    if (last) setAuth(...last);
  };
}

/** Local accounts: a username and a password, stored by this site. */
export function embeddedIdentity(client: ConvexReactClient): IdentityAdapter {
  const calls = accountCalls(client, deviceSecret);
  const resumed = renewerOf(client);
  const session = new Session({ ...browserPorts, refresh: calls.refresh, end: calls.end, resumed });
  followOtherTabs(session);
  void session.follow();

  const useCurrent = () =>
    useSyncExternalStore(session.subscribe, session.identity, session.identity);

  function useAuth() {
    const { status } = useCurrent();
    return {
      isLoading: status === "loading",
      isAuthenticated: status === "signedIn",
      fetchAccessToken: session.fetchAccessToken,
    };
  }

  function Provider({ children }: { children: ReactNode }) {
    return (
      <ConvexProviderWithAuth client={client} useAuth={useAuth}>
        {children}
      </ConvexProviderWithAuth>
    );
  }

  /** Signs in with the answer of a call; a refusal is returned to the form. */
  function entering(call: (credentials: Credentials) => Promise<Tokens | BillingError>) {
    return async (credentials: Credentials) => {
      const answer = await call(credentials);
      if ("code" in answer) return answer;
      session.adopt(answer);
      return null;
    };
  }
  const signIn = entering(calls.signIn);
  const signUp = entering(calls.signUp);

  return {
    kind: "embedded",
    Provider,
    useIdentity: () => ({ ...useCurrent(), signOut: session.signOut }),
    SignIn: () => <SignInForm signIn={signIn} />,
    SignUp: () => <SignUpForm signUp={signUp} checkUsername={calls.checkUsername} />,
    SignInAgain: () => <SignInAgain current={useCurrent()} signIn={signIn} />,
    end: session.end,
    ChangePassword: () => <ChangePasswordForm changePassword={calls.changePassword} />,
  };
}
