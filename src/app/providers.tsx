import { useConvexAuth } from "convex/react";
import type { ConvexReactClient } from "convex/react";
import { Suspense, use, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import { BillingProvider } from "../../packages/billing/src/react";
import type { BillingEvent, ChosenProduct } from "../../packages/billing/src/react";
import type { SiteEnv } from "../env";
import { IdentityProvider, chooseIdentity, useIdentity } from "../identity";
import type { Identity, IdentityAdapter } from "../identity";
import { announcePurchase, showBillingFailure } from "./announce-purchases";
import { preloadedClient } from "./preloaded-client";
import type { PreloadedAnswers } from "./preloaded-answers";
import { dismissToast } from "../shared/toasts";
import { navigate } from "wouter/use-browser-location";
import { pathOfChoice } from "../community/pricing/choice-path";
import { withNextPath } from "../shared/next-path";

/** One deployment: the connection to it, and who says who is signed in to it. */
export interface Deployment {
  convex: ConvexReactClient;
  /** A promise where its code is fetched first: a page that need not wait must not seem to. */
  identity: IdentityAdapter | Promise<IdentityAdapter>;
  httpUrl: string;
  /** What the page came with. */
  products: PreloadedAnswers["products"];
}

export function connectDeployment(env: SiteEnv, first: PreloadedAnswers): Deployment {
  const convex = preloadedClient(env.convexUrl, first);
  return {
    convex,
    identity: chooseIdentity(convex, env.clerkPublishableKey),
    httpUrl: env.convexSiteUrl,
    products: first.products,
  };
}

interface ProvidersProps {
  deployment: Deployment;
  children: ReactNode;
}

/** Everything that a screen may ask for: data, identity, billing. */
export function Providers({ deployment, children }: ProvidersProps) {
  return (
    <Suspense>
      <WithIdentity deployment={deployment}>
        <WithBilling deployment={deployment}>{children}</WithBilling>
      </WithIdentity>
    </Suspense>
  );
}

function WithIdentity({ deployment: { identity }, children }: ProvidersProps) {
  const adapter = identity instanceof Promise ? use(identity) : identity;
  return <IdentityProvider adapter={adapter}>{children}</IdentityProvider>;
}

function WithBilling({ deployment: { convex, httpUrl, products }, children }: ProvidersProps) {
  const identityKey = useIdentityKey();
  return (
    <BillingProvider
      convex={convex}
      api={api.billing}
      backendUrl={httpUrl}
      identityKey={identityKey}
      trustedOrigins={[new URL(httpUrl).origin]}
      visitorProducts={products}
      alwaysConfirm
      onError={showBillingFailure}
      onEvent={hearBilling}
      onSignIn={openSignIn}
    >
      {children}
    </BillingProvider>
  );
}

function hearBilling(event: BillingEvent): void {
  announcePurchase(event);
  openReceipt(event);
}

/** Who the deployment knows to be signed in. One person's news is not shown to the next. */
function useIdentityKey(): string | null | undefined {
  const key = identityKeyOf(useIdentity(), useConvexAuth());
  const lastKey = useRef(key);
  useEffect(() => {
    if (typeof lastKey.current === "string" && lastKey.current !== key) dismissToast();
    lastKey.current = key;
  }, [key]);
  return key;
}

/** Undefined while it is being found out: asking before that would be asking twice. */
function identityKeyOf(
  identity: Identity,
  { isLoading, isAuthenticated }: ReturnType<typeof useConvexAuth>,
): string | null | undefined {
  if (identity.status === "loading" || isLoading) return undefined;
  return isAuthenticated && identity.status === "signedIn" ? identity.subject : null;
}

/** A payment with a saved card ends on the same page as one on the card page. */
function openReceipt(event: BillingEvent): void {
  if (event.type === "checkout_confirmed" && event.paidUrl !== undefined) navigate(event.paidUrl);
}

/** Leads a visitor who chose a plan past sign-up and back to it, any other to sign-in and back. */
export function openSignIn(chosen: ChosenProduct | null): void {
  const { pathname, search } = location;
  navigate(
    chosen
      ? withNextPath("/sign-up", pathOfChoice(chosen.productId))
      : withNextPath("/sign-in", `${pathname}${search}`),
  );
}
