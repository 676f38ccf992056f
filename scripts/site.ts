import { createServer as createDevServer } from "vite";
import { loadDrawing } from "../src/server/drawn-page";
import { builtSite, listen } from "../src/server/web-server";
import type { Addresses } from "../src/server/web-server";
import { buildSite, DIST, isSiteBuilt, SERVER_DIR } from "./build";
import { readHosts } from "./settings";
import type { Settings } from "./settings";

/**
 * Serves the site: built for `start`, with hot reload for `dev`. Returns a
 * function that stops it.
 */
export async function serveSite(
  { mode, host, port }: Settings,
  addresses: Addresses,
): Promise<() => Promise<void>> {
  if (mode === "dev") {
    process.env["VITE_CONVEX_URL"] = addresses.url;
    process.env["VITE_CONVEX_SITE_URL"] = addresses.siteUrl;
    const server = await createDevServer({
      logLevel: "warn",
      server: { host, port, strictPort: true, open: false },
    });
    await server.listen();
    return () => server.close();
  }
  if (!isSiteBuilt()) {
    console.log("Building the site.");
    await buildSite();
  }
  const { VITE_CLERK_PUBLISHABLE_KEY: clerkKey, VITE_ANALYTICS_ID: analyticsId } = process.env;
  const site = builtSite(addresses, DIST, await loadDrawing(DIST, SERVER_DIR), {
    hosts: readHosts(process.env),
    clerkKey,
    analyticsId,
  });
  return await listen(site, host, port);
}
