import { createHash } from "node:crypto";
import { isIP } from "node:net";
import type { MiddlewareHandler } from "hono";

/** The origins to which a page connects. */
interface Sources {
  /** The deployment's URL, and the URL of its HTTP actions. */
  url: string;
  siteUrl: string;
  /** Inline scripts, with their exact text. */
  inlineScripts: readonly string[];
  /** `VITE_CLERK_PUBLISHABLE_KEY`, which contains Clerk's host. */
  clerkKey?: string | undefined;
  /** `VITE_ANALYTICS_ID`: if set, the analytics script may load. */
  analyticsId?: string | undefined;
}

/** Browser features that no page of the site uses. */
const UNUSED = ["camera", "microphone", "geolocation", "payment", "usb", "midi", "browsing-topics"];
const TAG_SERVICE = "https://www.googletagmanager.com";
const CLERK_IMAGES = "https://img.clerk.com";
const CLERK_CHALLENGES = "https://challenges.cloudflare.com";

/**
 * The security headers of the site's pages.
 *
 * Inline styles are allowed, because the server renders widths. Inline scripts are not, except
 * those with a listed hash.
 *
 * @see docs/adr/0041, docs/deploy.md for a static host
 */
export function headersFor(sources: Sources): Record<string, string> {
  return {
    "Content-Security-Policy": policyFor(sources),
    "Permissions-Policy": UNUSED.map((feature) => `${feature}=()`).join(", "),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
  };
}

function policyFor({ url, siteUrl, inlineScripts, clerkKey, analyticsId }: Sources): string {
  const deployment = [...new Set([new URL(url).origin, new URL(siteUrl).origin])];
  const socket = new URL(url).origin.replace(/^http/, "ws");
  const clerk = clerkKey ? [`https://${clerkHostOf(clerkKey)}`] : [];
  const challenges = clerkKey ? [CLERK_CHALLENGES] : [];
  const tag = analyticsId ? [TAG_SERVICE] : [];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    // HEIC pictures are decoded by WebAssembly.
    "script-src": ["'self'", "'wasm-unsafe-eval'", ...inlineScripts.map(hashOf), ...clerk]
      .concat(challenges)
      .concat(tag),
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": [
      "'self'",
      "data:",
      "blob:",
      ...deployment,
      ...(clerkKey ? [CLERK_IMAGES] : []),
      ...tag,
    ],
    "media-src": ["'self'", "blob:", ...deployment],
    "font-src": ["'self'"],
    "connect-src": ["'self'", "blob:", ...deployment, socket, ...clerk, ...tag],
    "worker-src": ["'self'", "blob:"],
    "frame-src": clerkKey ? challenges : ["'none'"],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(" "))
    .join("; ");
}

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** A publishable key is `pk_test_` or `pk_live_`, then the host with a `$` in base64. */
function clerkHostOf(key: string): string {
  return Buffer.from(key.split("_").at(-1) ?? "", "base64")
    .toString()
    .replace(/\$$/, "");
}

/** Adds headers to every response. */
export function withHeaders(headers: Readonly<Record<string, string>>): MiddlewareHandler {
  return async ({ header }, next) => {
    for (const [name, value] of Object.entries(headers)) header(name, value);
    await next();
  };
}

/**
 * Responds only to the site's host names: a foreign name that resolves to this machine would give
 * that name's pages access. IP addresses are allowed.
 *
 * @param names - Besides `localhost`.
 */
export function onlyUnder(names: readonly string[]): MiddlewareHandler {
  return async ({ req, text }, next) => {
    const { hostname } = new URL(req.url);
    const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
    const isOurs = isAddress || hostname === "localhost" || names.includes(hostname);
    if (!isOurs) return text("This site has another name. ALLOWED_HOSTS lists its names.\n", 421);
    await next();
    return undefined;
  };
}
