/** One way out of the page, prepared while the click that asked for it still counts. */
export interface Departure {
  /** Goes there. False: the address was refused, and nothing opened. */
  go: (url: string) => boolean;
  /** There is nowhere to go after all: closes the empty tab, if there is one. */
  cancel: () => void;
}

/** The window, as flows see it. */
export interface Navigator {
  prepare: (target: "same_tab" | "new_tab") => Departure;
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
    prepare: (target) => {
      const tab = target === "new_tab" ? openEmptyTab(page) : null;
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
