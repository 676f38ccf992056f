import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { Response } from "../../contract/operations";
import { BillingContext } from "../context";
import type { BillingContextValue } from "../context";
import { browserNavigator } from "../flows/navigate";
import type { Navigator } from "../flows/navigate";
import type { Language } from "../messages/language";
import type { BillingFunctions, ConvexClient } from "../ports";
import type { HttpOptions } from "../transports/http-options";
import type { Transport } from "../transports/transport";
import { useDialogs, DialogOutlet } from "./use-dialogs";
import { useHostCallbacks } from "./use-host-callbacks";
import type { HostCallbacks } from "./use-host-callbacks";
import { useLiveRevision } from "./use-live-revision";
import { useRefresh } from "./use-refresh";
import { useTransport } from "./use-transport";
import "../../../../ui/src/tokens.css";
import "../../../../ui/src/reset.css";

/**
 * Props of {@link BillingProvider}. Give `convex` and `api`, or `backendUrl` alone:
 * then everything goes over plain HTTP, as {@link HttpOptions} say.
 */
export interface BillingProviderProps extends HostCallbacks, HttpOptions {
  children: ReactNode;
  /** The Convex client that the host signs in and out. */
  convex?: ConvexClient | undefined;
  /** `api.billing`. Read once. */
  api?: BillingFunctions | undefined;
  /** Another way to the backend; then nothing is live. Keep its identity. */
  transport?: Transport | undefined;
  /** The backend's HTTP address; `/`: the page's own. Part of every cache key. */
  backendUrl?: string | undefined;
  /**
   * Who is signed in; null: nobody; undefined: not known yet, and nothing is asked.
   * Set it once the client is authenticated: loading the customer is not retried.
   * When it changes, what was loaded is forgotten.
   */
  identityKey: string | null | undefined;
  /** Origins besides `https:` ones and the page's own that hosted pages may have. */
  trustedOrigins?: readonly string[] | undefined;
  /** BCP 47. Default: money in en-US, dates in the browser's own. */
  locale?: string | undefined;
  /** What dialogs and tables say. Default English; give a `locale` that fits it. */
  language?: Language | undefined;
  /**
   * What `listProducts` answered a visitor, where a server draws the page: its pricing table starts
   * with them. They are asked for again in the browser.
   */
  visitorProducts?: Response<"listProducts"> | undefined;
  /** A checkout with a dialog always opens it, even when there is only an address. Default false. */
  alwaysConfirm?: boolean | undefined;
}

/**
 * Connects everything below it to billing, and draws the dialogs that checks,
 * checkouts and attaches open.
 *
 * @throws {Error} Without a client and without a backend.
 * @see Spec §5, "The provider needs a backend URL"
 */
export function BillingProvider(props: BillingProviderProps) {
  const { children, identityKey, backendUrl = "", alwaysConfirm = false } = props;
  const { locale, language, visitorProducts } = props;
  // A generated api is a new object at every access.
  const [api] = useState(() => props.api);
  const { convex } = props;
  const transport = useTransport({ transport: props.transport, convex, api, backendUrl }, props);
  const navigator = useNavigator(props.trustedOrigins ?? []);
  const callbacks = useHostCallbacks(props);
  const { slots, controls } = useDialogs({ identityKey, ...callbacks });
  const { answers, refresh, refreshAfter } = useRefresh({ backendUrl, identityKey });
  const { expectChange, isLive } = useLiveRevision({
    convex,
    api,
    identityKey,
    refresh,
    refreshAfter,
  });

  const value = useMemo<BillingContextValue>(
    () => ({
      transport,
      navigator,
      ...controls,
      ...callbacks,
      identityKey,
      backendUrl,
      locale,
      language,
      visitorProducts,
      alwaysConfirm,
      isLive,
      answers,
      expectChange,
      refresh,
      refreshAfter,
    }),
    [
      transport,
      navigator,
      controls,
      callbacks,
      identityKey,
      backendUrl,
      locale,
      language,
      visitorProducts,
      alwaysConfirm,
      isLive,
      answers,
      expectChange,
      refresh,
      refreshAfter,
    ],
  );
  return (
    <BillingContext.Provider value={value}>
      {children}
      <DialogOutlet slot={slots.paywall} identityKey={identityKey} />
      <DialogOutlet slot={slots.checkout} identityKey={identityKey} />
      <DialogOutlet slot={slots.planChange} identityKey={identityKey} />
    </BillingContext.Provider>
  );
}

/** Origins hold no spaces, so an inline array costs nothing. */
function useNavigator(trustedOrigins: readonly string[]): Navigator {
  const origins = trustedOrigins.join(" ");
  // A server that draws the page has no window, and nobody leaves the page there.
  return useMemo(() => browserNavigator(globalThis.window, origins.split(" ")), [origins]);
}
