import { useConvexAuth } from "convex/react";
import { createContext, use, useMemo } from "react";
import type { ReactNode } from "react";
import type { CurrentIdentity, IdentityAdapter } from "./adapter";

const AdapterContext = createContext<IdentityAdapter | null>(null);
const IdentityContext = createContext<CurrentIdentity | null>(null);

export interface IdentityProviderProps {
  adapter: IdentityAdapter;
  children: ReactNode;
}

/** Wraps the whole site once, so that everything inside can read the identity. */
export function IdentityProvider({ adapter, children }: IdentityProviderProps) {
  return (
    <AdapterContext value={adapter}>
      <adapter.Provider>
        <CurrentProvider adapter={adapter}>{children}</CurrentProvider>
      </adapter.Provider>
    </AdapterContext>
  );
}

function CurrentProvider({ adapter, children }: IdentityProviderProps) {
  const identity = adapter.useIdentity();
  return <IdentityContext value={identity}>{children}</IdentityContext>;
}

/** The identity, and how to sign out. */
export function useIdentity(): CurrentIdentity {
  return provided(use(IdentityContext));
}

/**
 * The signed-in user's subject once the deployment has accepted their token; null for visitors.
 * Undefined while either is loading, because a request before that would be anonymous.
 */
export function useConfirmedSubject(): string | null | undefined {
  const identity = useIdentity();
  const { isLoading, isAuthenticated } = useConvexAuth();
  if (identity.status === "loading" || isLoading) return undefined;
  return isAuthenticated && identity.status === "signedIn" ? identity.subject : null;
}

/** Whether this site stores the user's password, instead of another identity provider. */
export function useHasLocalAccount(): boolean {
  return provided(use(AdapterContext)).kind === "embedded";
}

/** How the site handles an ended session; null if the provider does it itself. */
export function useSignInAgain(): { end: () => void; Form: () => ReactNode } | null {
  const { end, SignInAgain } = provided(use(AdapterContext));
  return useMemo(
    () => (end && SignInAgain ? { end, Form: SignInAgain } : null),
    [end, SignInAgain],
  );
}

/** The sign-in form. */
export function SignIn() {
  const adapter = provided(use(AdapterContext));
  return <adapter.SignIn />;
}

/** The sign-up form. */
export function SignUp() {
  const adapter = provided(use(AdapterContext));
  return <adapter.SignUp />;
}

/** The form for a new password. */
export function ChangePassword() {
  const adapter = provided(use(AdapterContext));
  return <adapter.ChangePassword />;
}

function provided<T>(value: T | null): T {
  if (value === null) throw new Error("Put IdentityProvider around the site");
  return value;
}
