import type { Result } from "../../contract/errors";
/** One way out of the page, prepared while the click that asked for it still counts. */
export interface Departure {
  /** Goes there. False: the address was refused, and nothing opened. */
  go: (url: string) => boolean;
  /** There is nowhere to go after all: closes the empty tab, if there is one. */
  cancel: () => void;
}

/** The window, as flows see it. */
export interface Navigator {
  prepare: (inNewTab: boolean | undefined) => Departure;
}

/** Where an address may lead. */
export interface UrlPolicy {
  /** The page's own origin. */
  origin: string;
  /** Origins that the host vouches for, whatever their scheme: its own backend, on loopback too. */
  trustedOrigins?: readonly string[] | undefined;
}

/**
 * Decides whether a page may go to an address that came from a server.
 *
 * It must be absolute, without credentials, and either `https:`, or of the
 * page's own origin, or of a trusted one. Origins are compared whole.
 *
 * @param url - The address, from whoever made it.
 * @param policy - The page's origin and those that the host trusts.
 * @returns The address as the browser will read it; null when it is refused.
 */
export function safeUrl(url: string, { origin, trustedOrigins = [] }: UrlPolicy): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || parsed.username !== "" || parsed.password !== "") return null;
  // The scheme decides first: `data:` and the like share the origin "null", a blob has its maker's.
  const secure = parsed.protocol === "https:";
  const known = parsed.protocol === "http:" && [origin, ...trustedOrigins].includes(parsed.origin);
  return secure || known ? parsed.href : null;
}

/** What navigation needs of a window. */
export type NavigatedWindow = Pick<Window, "open"> & {
  location: Pick<Location, "assign" | "origin">;
};

/** The one place that leaves the page or opens a tab. */
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
          // A blocked second tab leaves this one.
          if (tab) tab.location.replace(safe);
          else page.location.assign(safe);
          return true;
        },
        cancel: () => tab?.close(),
      };
    },
  };
}

/** Opened at the click, or the browser blocks it; the page that comes must not reach back. */
function openEmptyTab(page: NavigatedWindow): Window | null {
  const tab = page.open("about:blank", "_blank");
  if (tab) tab.opener = null;
  return tab;
}

/**
 * Goes where an answer points.
 *
 * @returns The answer; or `unsafe_url` when its address was refused, because
 *   then the person is not where the answer says.
 */
export function followUrl<T>(result: Result<T>, url: string, departure: Departure): Result<T> {
  if (departure.go(url)) return result;
  const message = "The provider answered with an address that is not safe to open";
  return { data: null, error: { code: "unsafe_url", message } };
}
