import type { Result } from "../../contract/errors";
/** A navigation that was prepared during the click, because browsers allow new tabs only then. */
export interface Departure {
  /** Navigates. False: the URL was refused, and nothing opened. */
  go: (url: string) => boolean;
  /** No navigation after all: closes the empty tab, if there is one. */
  cancel: () => void;
}

/** The navigation ports of the flows. */
export interface Navigator {
  prepare: (inNewTab: boolean | undefined) => Departure;
}

/** The policy for URLs. */
export interface UrlPolicy {
  /** The page's own origin. */
  origin: string;
  /** Origins that the host trusts with any scheme: its own backend, on localhost too. */
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
  const known = parsed.protocol === "http:" && [origin, ...trustedOrigins].includes(parsed.origin);
  return secure || known ? parsed.href : null;
}

/** The parts of a window that navigation needs. */
export type NavigatedWindow = Pick<Window, "open"> & {
  location: Pick<Location, "assign" | "origin">;
};

/** The only code that leaves the page or opens a tab. */
export function browserNavigator(
  page: NavigatedWindow,
  trustedOrigins: readonly string[],
): Navigator {
  const policy = () => ({ origin: page.location.origin, trustedOrigins });
  return {
    prepare: (inNewTab) => {
      const tab = inNewTab ? openEmptyTab(page) : null;
      return {
        go: (url) => {
          const safe = safeUrl(url, policy());
          if (safe === null) {
            tab?.close();
            return false;
          }
          // If the browser blocks the second tab, this tab navigates.
          if (tab) tab.location.replace(safe);
          else page.location.assign(safe);
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
 * Navigates to the URL of an answer.
 *
 * @returns The answer; or `unsafe_url` when the URL was refused, because then the
 *   user is not where the answer says.
 */
export function followUrl<T>(result: Result<T>, url: string, departure: Departure): Result<T> {
  if (departure.go(url)) return result;
  const message = "The provider answered with an address that is not safe to open";
  return { data: null, error: { code: "unsafe_url", message } };
}
