import { t } from "../language/text";
import {
  ClerkProvider,
  SignIn,
  SignUp,
  useAuth as useClerkAuth,
  useUser,
} from "@clerk/clerk-react";
import { ConvexProviderWithAuth } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { ReactNode } from "react";
import type { CurrentIdentity, Identity, IdentityAdapter } from "./adapter";

/** Clerk's accounts. Uses only features that both of Clerk's React packages have. */
export function clerkIdentity(client: ConvexReactClient, publishableKey: string): IdentityAdapter {
  function Provider({ children }: { children: ReactNode }) {
    return (
      <ClerkProvider publishableKey={publishableKey}>
        <ConvexProviderWithAuth client={client} useAuth={useConvexToken}>
          {children}
        </ConvexProviderWithAuth>
      </ClerkProvider>
    );
  }

  return {
    kind: "clerk",
    Provider,
    useIdentity: useClerkIdentity,
    SignIn: () => <SignIn routing="hash" />,
    SignUp: () => <SignUp routing="hash" />,
    ChangePassword: () => <p>{t("Your password is managed by Clerk, where you sign in.")}</p>,
  };
}

/**
 * Clerk's session token if its audience is Convex, or else the token of the Convex template.
 * Decided at the call, because the claims of an earlier render may be outdated.
 */
function useConvexToken() {
  const auth = useClerkAuth();
  const latest = useRef(auth);
  useEffect(() => {
    latest.current = auth;
  });

  const { isLoaded, isSignedIn, sessionId } = auth;
  const fetchAccessToken = useCallback(
    async ({ forceRefreshToken }: { forceRefreshToken: boolean }) => {
      const { getToken, sessionClaims, sessionId: current } = latest.current;
      // Convex requests a token again for each session, so an earlier one needs none.
      if (current !== sessionId) return null;
      const template = sessionClaims?.aud === "convex" ? {} : { template: "convex" };
      try {
        return await getToken({ ...template, skipCache: forceRefreshToken });
      } catch {
        // Offline: Clerk's cached token may still be valid.
        return await getToken(template).catch(() => null);
      }
    },
    [sessionId],
  );
  return { isLoading: !isLoaded, isAuthenticated: isSignedIn ?? false, fetchAccessToken };
}

function useClerkIdentity(): CurrentIdentity {
  const { signOut } = useClerkAuth();
  const { isLoaded, user } = useUser();
  return useMemo(() => {
    const onBlur = async () => await signOut();
    if (!isLoaded) return { status: "loading", signOut: onBlur };
    return { ...(user ? identityOf(user) : { status: "signedOut" as const }), signOut: onBlur };
  }, [isLoaded, user, signOut]);
}

type ClerkUser = NonNullable<ReturnType<typeof useUser>["user"]>;

/** A Clerk instance may have no usernames; then the id is shown. */
function identityOf(user: ClerkUser): Identity {
  const email = user.primaryEmailAddress?.emailAddress;
  return {
    status: "signedIn",
    subject: user.id,
    username: user.username ?? user.id,
    ...(user.fullName === null ? {} : { name: user.fullName }),
    ...(email === undefined ? {} : { email }),
    imageUrl: user.imageUrl,
  };
}
