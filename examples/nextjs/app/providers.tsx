"use client";

import { BillingProvider } from "@spotlight/billing/react";
import type { BillingProviderProps } from "@spotlight/billing/react";
import { ConvexProviderWithAuth, ConvexReactClient, useConvexAuth } from "convex/react";
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import { api } from "../convex/_generated/api";
import type { Session } from "./session";
import { SignIn } from "./sign-in";

const convex = new ConvexReactClient(process.env.NEXT_PUBLIC_CONVEX_URL ?? "");
/** The address of hosted payment pages. Deployments in the cloud have `https:` and need none. */
const pages = [process.env.NEXT_PUBLIC_CONVEX_SITE_URL ?? ""];

interface ProvidersProps extends Pick<BillingProviderProps, "visitorProducts"> {
  session: Session | null;
  children: ReactNode;
}

export function Providers(props: ProvidersProps) {
  const { session } = props;
  const auth = useMemo(() => {
    const fetchAccessToken = () => Promise.resolve(session && session.token);
    return { isLoading: false, isAuthenticated: session !== null, fetchAccessToken };
  }, [session]);
  return (
    <ConvexProviderWithAuth client={convex} useAuth={() => auth}>
      <WithBilling {...props} />
    </ConvexProviderWithAuth>
  );
}

function WithBilling({ session, visitorProducts, children }: ProvidersProps) {
  const { isAuthenticated } = useConvexAuth();
  const [isSigningIn, setIsSigningIn] = useState(false);
  const who = isAuthenticated ? session?.name : undefined;
  return (
    <BillingProvider
      convex={convex}
      api={api.billing}
      // A visitor is known immediately, a user once Convex has checked the token.
      identityKey={session === null ? null : who}
      onSignIn={() => setIsSigningIn(true)}
      trustedOrigins={pages}
      visitorProducts={visitorProducts}
    >
      {isSigningIn ? <SignIn convex={convex} /> : children}
    </BillingProvider>
  );
}
