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

/**
 * Props of {@link BillingProvider}. Pass `convex` and `api`, or only `backendUrl`:
 * all calls then use HTTP with the {@link HttpOptions}.
 */
export interface BillingProviderProps extends HostCallbacks, HttpOptions {
  /** The part of the page that uses billing. */
  children: ReactNode;
  /** The Convex client that the host signs in and out. */
  convex?: ConvexClient | undefined;
  /** `api.billing`. The provider reads it once. */
  api?: BillingFunctions | undefined;
  /** A custom transport, without live updates. Keep its identity stable. */
  transport?: Transport | undefined;
  /** The backend's HTTP URL; `/` is the page's own. Part of every cache key. */
  backendUrl?: string | undefined;
  /**
   * The signed-in user; null: signed out; undefined: unknown, so nothing loads. Set it
   * once the client is authenticated, because loading the customer is not retried. When
   * it changes, loaded data is dropped.
   */
  identityKey: string | null | undefined;
  /** Origins of hosted pages besides `https:` ones and the page's own. */
  trustedOrigins?: readonly string[] | undefined;
  /**
   * Opens a hosted page where `window` does not exist, such as `Linking.openURL` of
   * React Native. The provider has checked the URL. Keep its identity stable.
   */
  openUrl?: ((url: string) => void) | undefined;
  /** BCP 47. Default: money in en-US, dates in the browser's own locale. */
  locale?: string | undefined;
  /** The language of dialogs and tables. Default English; pass a matching `locale`. */
  language?: Language | undefined;
  /**
   * The response of `listProducts` for a visitor, if a server renders the page. The
   * pricing table shows it first, and the browser loads it again.
   */
  visitorProducts?: Response<"listProducts"> | undefined;
  /**
   * A checkout with a dialog always opens it, even if the response has only a URL.
   * Default false.
   */
  alwaysConfirm?: boolean | undefined;
}

/**
 * Connects everything below it to billing, and renders the dialogs of checks,
 * checkouts and attaches.
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
  const navigator = useNavigator(props.trustedOrigins ?? [], props.openUrl);
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

  const fields: BillingContextValue = {
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
  };
  // Each field is a dependency, and their number and order never change.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a list of the same names would be longer.
  const value = useMemo(() => fields, Object.values(fields));
  return (
    <BillingContext.Provider value={value}>
      {children}
      <DialogOutlet slot={slots.paywall} identityKey={identityKey} />
      <DialogOutlet slot={slots.checkout} identityKey={identityKey} />
      <DialogOutlet slot={slots.planChange} identityKey={identityKey} />
    </BillingContext.Provider>
  );
}

/** Joined, because an inline array is a new object at each render. Origins contain no spaces. */
function useNavigator(
  trustedOrigins: readonly string[],
  openUrl: BillingProviderProps["openUrl"],
): Navigator {
  const origins = trustedOrigins.join(" ");
  return useMemo(
    // A server has no window, and so no navigation.
    () => browserNavigator(globalThis.window, origins.split(" "), openUrl),
    [origins, openUrl],
  );
}
