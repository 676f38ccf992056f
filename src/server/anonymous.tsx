import { ConvexProviderWithAuth } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import type { IdentityAdapter } from "../identity";

const NOBODY = {
  isLoading: false,
  isAuthenticated: false,
  fetchAccessToken: () => Promise.resolve(null),
};

/** Whoever asks the server for a page is a stranger to it: only browsers know who is there. */
export function anonymousIdentity(client: ConvexReactClient): IdentityAdapter {
  return {
    kind: "embedded",
    Provider: ({ children }) => (
      <ConvexProviderWithAuth client={client} useAuth={() => NOBODY}>
        {children}
      </ConvexProviderWithAuth>
    ),
    useIdentity: () => ({ status: "signedOut", signOut: () => Promise.resolve() }),
    SignIn: () => null,
    SignUp: () => null,
    ChangePassword: () => null,
  };
}
