import type { Handler } from "hono";

/** How long feed readers and crawlers wait. */
const PATIENCE_MS = 10_000;
/** The headers that a response keeps; the others are the site's. */
const KEPT_HEADERS = ["Content-Type", "Cache-Control", "Location"];

/** Returns the deployment's response at the same path: feeds, the sitemap. */
export function forwardTo(siteUrl: string): Handler {
  return async ({ req, header, body, text }) => {
    const { pathname, search } = new URL(req.url);
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const address = new URL(`${pathname}${search}`, siteUrl);
      const answer = await fetch(address, { redirect: "manual", signal });
      for (const name of KEPT_HEADERS) {
        const value = answer.headers.get(name);
        if (value !== null) header(name, value);
      }
      // A status of the deployment, whatever it is.
      return body(await answer.arrayBuffer(), answer.status as 200);
    } catch (error) {
      console.error(error);
      return text("The deployment does not answer. Try again later.\n", 503);
    }
  };
}
