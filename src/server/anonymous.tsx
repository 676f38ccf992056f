import { ConvexProviderWithAuth } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import type { IdentityAdapter } from "../identity";

const SIGNED_OUT = {
  isLoading: false,
  isAuthenticated: false,
  fetchAccessToken: () => Promise.resolve(null),
};

/** The server renders only for visitors, because only browsers know who is signed in. */
export function anonymousIdentity(client: ConvexReactClient): IdentityAdapter {
  return {
    kind: "embedded",
    Provider: ({ children }) => (
      <ConvexProviderWithAuth client={client} useAuth={() => SIGNED_OUT}>
        {children}
      </ConvexProviderWithAuth>
    ),
    useIdentity: () => ({ status: "signedOut", signOut: () => Promise.resolve() }),
    SignIn: () => null,
    SignUp: () => null,
    ChangePassword: () => null,
  };
}
