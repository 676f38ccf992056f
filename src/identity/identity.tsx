import { createContext, use, useMemo } from "react";
import type { ReactNode } from "react";
import type { CurrentIdentity, IdentityAdapter } from "./adapter";

const AdapterContext = createContext<IdentityAdapter | null>(null);
const IdentityContext = createContext<CurrentIdentity | null>(null);

export interface IdentityProviderProps {
  adapter: IdentityAdapter;
  children: ReactNode;
}

/** Around the whole site, once: everything below can ask who is there. */
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

/** Who is there, and how they leave. */
export function useIdentity(): CurrentIdentity {
  return provided(use(IdentityContext));
}

/** What the site does about a session that has ended; null where the provider does it itself. */
export function useSignInAgain(): { end: () => void; Form: () => ReactNode } | null {
  const { end, SignInAgain } = provided(use(AdapterContext));
  return useMemo(
    () => (end && SignInAgain ? { end, Form: SignInAgain } : null),
    [end, SignInAgain],
  );
}

/** The form for those who have an account. */
export function SignIn() {
  const adapter = provided(use(AdapterContext));
  return <adapter.SignIn />;
}

/** The form for those who have none. */
export function SignUp() {
  const adapter = provided(use(AdapterContext));
  return <adapter.SignUp />;
}

/** The form for those who want another password. */
export function ChangePassword() {
  const adapter = provided(use(AdapterContext));
  return <adapter.ChangePassword />;
}

function provided<T>(value: T | null): T {
  if (value === null) throw new Error("Put IdentityProvider around the site");
  return value;
}
