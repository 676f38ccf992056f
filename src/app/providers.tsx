import type { ConvexReactClient } from "convex/react";
import { Suspense, use, useEffect, useMemo, useRef } from "react";
import type { ReactNode } from "react";
import { api } from "../../convex/_generated/api";
import { CloseLabel } from "../../packages/ui/src/close-label";
import { BillingProvider } from "../../packages/billing/src/react";
import type { BillingEvent, ChosenProduct, ConvexClient } from "../../packages/billing/src/react";
import type { SiteEnv } from "../env";
import { IdentityProvider, chooseIdentity, useConfirmedSubject } from "../identity";
import type { IdentityAdapter } from "../identity";
import { announcePurchase } from "./announce-purchases";
import type { PreloadedAnswers } from "./preloaded-answers";
import { SiteClient } from "./site-client";
import { dismissToast } from "../shared/toasts";
import { billingLocale } from "../language/format";
import { t } from "../language/text";
import { shownLanguage, shownTranslation, useTranslation } from "../language/translation";
import { navigate } from "wouter/use-browser-location";
import { pathOfChoice } from "../community/pricing/choice-path";
import { withNextPath } from "../shared/next-path";

/** One deployment: the Convex connection and the identity adapter. */
export interface Deployment {
  convex: ConvexReactClient;
  /** A promise if its code has to load first. */
  identity: IdentityAdapter | Promise<IdentityAdapter>;
  httpUrl: string;
  /** The data of the server-rendered page. */
  products: PreloadedAnswers["products"];
}

export function connectDeployment(env: SiteEnv, first: PreloadedAnswers): Deployment {
  const convex = new SiteClient(env.convexUrl, first);
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

/** Provides data, identity and billing to all screens. */
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
  const translation = useTranslation();
  const client = useMemo(() => inShownLanguage(convex), [convex]);
  const visitorProducts = useMemo(
    () => products && translated(products, translation),
    [products, translation],
  );
  return (
    <BillingProvider
      convex={client}
      api={api.billing}
      // Responses in one language are not shown in another.
      backendUrl={`${httpUrl}#${shownLanguage()}`}
      identityKey={identityKey}
      locale={billingLocale()}
      language={translation?.billing}
      trustedOrigins={[new URL(httpUrl).origin]}
      visitorProducts={visitorProducts}
      alwaysConfirm
      onEvent={hearBilling}
      onSignIn={openSignIn}
    >
      <CloseLabel value={t("Close")}>{children}</CloseLabel>
    </BillingProvider>
  );
}

/** Billing responds in English. The catalogue is the site's, so the site translates it. */
function inShownLanguage(convex: ConvexReactClient): ConvexClient {
  return {
    action: async (...call) => translated<unknown>(await convex.action(...call)),
    watchQuery: (...query) => convex.watchQuery(...query),
  };
}

function translated<Answer>(answer: Answer, translation = shownTranslation()): Answer {
  return translation?.billingAnswer(answer) ?? answer;
}

function hearBilling(event: BillingEvent): void {
  announcePurchase(event);
  openReceipt(event);
}

/** The user as the deployment knows them. One user's toasts are not shown to the next user. */
function useIdentityKey(): string | null | undefined {
  const key = useConfirmedSubject();
  const lastKey = useRef(key);
  useEffect(() => {
    if (typeof lastKey.current === "string" && lastKey.current !== key) dismissToast();
    lastKey.current = key;
  }, [key]);
  return key;
}

/** A payment with a saved card ends on the same page as one on the card page. */
function openReceipt(event: BillingEvent): void {
  if (event.type === "checkout_confirmed" && event.paidUrl !== undefined) navigate(event.paidUrl);
}

/**
 * Sends a visitor who chose a plan to sign-up and back to the plan, any other
 * visitor to sign-in and back.
 */
export function openSignIn(chosen: ChosenProduct | null): void {
  const { pathname, search } = location;
  navigate(
    chosen
      ? withNextPath("/sign-up", pathOfChoice(chosen.productId))
      : withNextPath("/sign-in", `${pathname}${search}`),
  );
}
