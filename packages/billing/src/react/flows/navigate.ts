import type { BillingError, BillingErrorCode, Result } from "../../contract/errors";

/** A navigation that was prepared during the click, because browsers allow new tabs only then. */
export interface Departure {
  /** Navigates. False: the URL was refused, and nothing opened. */
  go: (url: string) => boolean;
  /** Cancels the navigation and closes the empty tab, if there is one. */
  cancel: () => void;
}

/** The navigation ports of the flows. */
export interface Navigator {
  prepare: (inNewTab: boolean | undefined) => Departure;
}

/** The policy for URLs. */
export interface UrlPolicy {
  /** The page's own origin; undefined without a page. */
  origin: string | undefined;
  /** Origins that the host trusts with any scheme, such as its own backend on localhost. */
  trustedOrigins?: readonly string[] | undefined;
}

/**
 * Decides whether a page may navigate to a URL from a server.
 *
 * It must be absolute, without credentials, and either `https:`, or of the page's
 * own origin, or of a trusted one. Origins are compared whole.
 *
 * @param url - A URL from any source.
 * @param policy - The page's origin and the trusted ones.
 * @returns The URL as the browser reads it; null when it is refused.
 */
export function safeUrl(url: string, { origin, trustedOrigins = [] }: UrlPolicy): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || parsed.username !== "" || parsed.password !== "") return null;
  // The scheme is checked first: `data:` URLs have the origin "null", and a blob has its creator's.
  const secure = parsed.protocol === "https:";
  const isKnown = origin === parsed.origin || trustedOrigins.includes(parsed.origin);
  return secure || (parsed.protocol === "http:" && isKnown) ? parsed.href : null;
}

/** The parts of a window that navigation needs. */
export type NavigatedWindow = Pick<Window, "open"> & {
  location?: Pick<Location, "assign" | "origin">;
};

/**
 * The only code that leaves the page or opens a tab.
 *
 * @param page - The window. React Native has one without a location and without tabs.
 * @param openUrl - Opens a URL in place of the window.
 */
export function browserNavigator(
  page: NavigatedWindow,
  trustedOrigins: readonly string[],
  openUrl?: (url: string) => void,
): Navigator {
  return {
    prepare: (inNewTab) => {
      const tab = inNewTab && !openUrl ? openEmptyTab(page) : null;
      return {
        go: (url) => {
          const safe = safeUrl(url, { origin: page.location?.origin, trustedOrigins });
          if (safe === null) {
            tab?.close();
            return false;
          }
          // If the browser blocks the second tab, this tab navigates.
          if (tab) tab.location.replace(safe);
          else if (openUrl) openUrl(safe);
          else page.location?.assign(safe);
          return true;
        },
        cancel: () => tab?.close(),
      };
    },
  };
}

/** Opened during the click, or the browser blocks it; the new page must not have an opener. */
function openEmptyTab(page: NavigatedWindow): Window | null {
  const tab = page.open("about:blank", "_blank");
  if (tab) tab.opener = null;
  return tab;
}

/**
 * Navigates to the URL of a response.
 *
 * @returns The response; `unsafe_url` if the URL was refused, or `unknown_error` if the
 *   host's `openUrl` threw, because then the user is not on the page that the response
 *   expects.
 */
export function followUrl<T>(result: Result<T>, url: string, departure: Departure): Result<T> {
  const origin = url.split("/", 3).join("/");
  try {
    if (departure.go(url)) return result;
    return notOpened("unsafe_url", `${origin} is not in trustedOrigins of BillingProvider`);
  } catch (error) {
    // Addresses of hosted pages are secret.
    const why = String(error).replaceAll(url, origin);
    return notOpened("unknown_error", `openUrl of BillingProvider failed: ${why}`);
  }
}

function notOpened(code: BillingErrorCode, message: string): Result<never> {
  console.error(`[billing] ${message}`);
  return { data: null, error: { code, message } };
}

/** Opens a page in a new tab. @returns Why it was refused; null: it opened. */
export function openPage(navigator: Navigator, url: string): BillingError | null {
  return followUrl({ data: null, error: null }, url, navigator.prepare(true)).error;
}
