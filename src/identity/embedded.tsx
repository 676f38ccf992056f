import { ConvexProviderWithAuth } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { accountCalls } from "./account-calls";
import type { IdentityAdapter } from "./adapter";
import { browserPorts, deviceSecret, followOtherTabs } from "./browser-ports";
import { lazyScreen } from "../shared/lazy-screen";
import { Session } from "./session";
import type { Tokens } from "./session";

/** Forms load when they are shown, because most visits need none. */
const SignInForm = lazyScreen(async () => (await import("./sign-in-form")).SignInForm);
const SignUpForm = lazyScreen(async () => (await import("./sign-up-form")).SignUpForm);
const SignInAgain = lazyScreen(async () => (await import("./sign-in-again")).SignInAgain);
const ChangePasswordForm = lazyScreen(
  async () => (await import("./change-password-form")).ChangePasswordForm,
);

/**
 * Convex requests a token only before the current one expires. This makes it request one now,
 * without signing out in between.
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

  /** Signs in with the tokens in a response; all other responses are returned to the form. */
  function entering<Typed, Other extends object>(
    call: (typed: Typed) => Promise<Tokens | Other>,
  ): (typed: Typed) => Promise<Other | null> {
    return async (typed) => {
      const answer = await call(typed);
      if (!("accessToken" in answer)) return answer;
      session.adopt(answer);
      return null;
    };
  }
  const steps = { signIn: entering(calls.signIn), enterCode: entering(calls.enterCode) };
  const signUp = entering(calls.signUp);

  return {
    kind: "embedded",
    Provider,
    useIdentity: () => ({ ...useCurrent(), signOut: session.signOut }),
    SignIn: () => <SignInForm {...steps} />,
    SignUp: () => <SignUpForm signUp={signUp} checkUsername={calls.checkUsername} />,
    SignInAgain: () => <SignInAgain current={useCurrent()} {...steps} />,
    end: session.end,
    ChangePassword: () => <ChangePasswordForm changePassword={calls.changePassword} />,
  };
}
