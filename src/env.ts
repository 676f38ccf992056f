/** The settings of this site. @see Spec §9 */
export const ENVIRONMENT = "release";

/**
 * The deployment of this page.
 *
 * The server of `index.html` sets it at run time, so that one build works at any address: it writes
 * `encodeURIComponent(JSON.stringify({ VITE_CONVEX_URL: "http://…", … }))` into the `content` of
 * `<meta name="spotlight-env" content="" />`. A variable that is missing or empty there comes from
 * the build (`import.meta.env`), as on static hosting.
 */
export interface SiteEnv {
  /** `VITE_CONVEX_URL` */
  convexUrl: string;
  /** `VITE_CONVEX_SITE_URL`: the address of its HTTP actions. Derived for Convex's own cloud. */
  convexSiteUrl: string;
  /** `VITE_CLERK_PUBLISHABLE_KEY`. Without it: local accounts. */
  clerkPublishableKey: string | undefined;
  /** `VITE_ANALYTICS_ID`. Without it: no analytics tag. */
  analyticsId: string | undefined;
}

/**
 * @param named - The `content` of the page's meta tag; empty if no server filled it in.
 * @param built - The variables of the build.
 * @throws {Error} Without the URLs of a deployment.
 */
export function parseEnv(named: string, built: Readonly<Record<string, unknown>>): SiteEnv {
  const atRunTime = parseNamed(named);
  const read = (name: string) => nonEmpty(atRunTime[name]) ?? nonEmpty(built[name]);
  const convexUrl = demand("VITE_CONVEX_URL", read("VITE_CONVEX_URL"));
  return {
    convexUrl,
    convexSiteUrl: demand(
      "VITE_CONVEX_SITE_URL",
      read("VITE_CONVEX_SITE_URL") ?? cloudSiteUrl(convexUrl),
    ),
    clerkPublishableKey: read("VITE_CLERK_PUBLISHABLE_KEY"),
    analyticsId: read("VITE_ANALYTICS_ID"),
  };
}

/** The environment of this page. */
export function readEnv(): SiteEnv {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=spotlight-env]");
  return parseEnv(meta?.content ?? "", import.meta.env);
}

function parseNamed(named: string): Record<string, unknown> {
  if (named === "") return {};
  const parsed: unknown = JSON.parse(decodeURIComponent(named));
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function demand(name: string, value: string | undefined): string {
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

/** A deployment on Convex's cloud serves HTTP on the same name under `.convex.site`. */
function cloudSiteUrl(convexUrl: string): string | undefined {
  return convexUrl.endsWith(".convex.cloud")
    ? convexUrl.replace(/\.convex\.cloud$/, ".convex.site")
    : undefined;
}
