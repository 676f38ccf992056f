import { ConvexProviderWithAuth } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { accountCalls } from "./account-calls";
import type { Credentials } from "./account-calls";
import type { IdentityAdapter } from "./adapter";
import { browserPorts, followOtherTabs } from "./browser-ports";
import { ChangePasswordForm } from "./change-password-form";
import { Session } from "./session";
import type { Tokens } from "./session";
import { SignInForm } from "./sign-in-form";
import { SignUpForm } from "./sign-up-form";
import type { BillingError } from "../../convex/contract/errors";

/** Local accounts: a username and a password, kept by this site itself. */
export function embeddedIdentity(client: ConvexReactClient): IdentityAdapter {
  const calls = accountCalls(client);
  const session = new Session({ ...browserPorts, refresh: calls.refresh, end: calls.end });
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

  /** Signs in with what a call answers; its refusal goes back to the form. */
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
    ChangePassword: () => <ChangePasswordForm changePassword={calls.changePassword} />,
  };
}
