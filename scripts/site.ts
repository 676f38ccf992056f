import { readFileSync, statSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { createServer, preview, type Plugin } from "vite";
import { buildSite, isSiteBuilt } from "./build";
import type { Settings } from "./settings";

/** Where the page finds its deployment. */
export interface Addresses {
  url: string;
  siteUrl: string;
}

const DIST = "dist";

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The page of the site, as opposed to one of the files it loads. */
function asksForPage({ method, url = "/" }: IncomingMessage): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const path = new URL(url, "http://localhost").pathname;
  if (path === "/" || path === "/index.html") return true;
  return !path.startsWith("/assets/") && !isFile(join(DIST, path));
}

/** Fills in the tag that src/env.ts reads. */
export function nameDeployment(page: string, { url, siteUrl }: Addresses): string {
  const named = JSON.stringify({ VITE_CONVEX_URL: url, VITE_CONVEX_SITE_URL: siteUrl });
  return page.replace(
    /(<meta name="spotlight-env" content=)""/,
    (_, tag: string) => `${tag}"${encodeURIComponent(named)}"`,
  );
}

/** One build serves any deployment: the addresses are filled in on the way out. */
function addressesOnTheWayOut(addresses: Addresses): Plugin {
  return {
    name: "addresses-on-the-way-out",
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!asksForPage(request)) {
          next();
          return;
        }
        const page = readFileSync(join(DIST, "index.html"), "utf8");
        response.setHeader("Content-Type", "text/html; charset=utf-8");
        response.setHeader("Cache-Control", "no-cache");
        response.end(nameDeployment(page, addresses));
      });
    },
  };
}

/** Serves the site: built for `start`, with hot reload for `dev`. Returns how to stop. */
export async function serveSite(
  { mode, host, port }: Settings,
  addresses: Addresses,
): Promise<() => Promise<void>> {
  const listen = { host, port, strictPort: true, open: false };
  if (mode === "dev") {
    process.env["VITE_CONVEX_URL"] = addresses.url;
    process.env["VITE_CONVEX_SITE_URL"] = addresses.siteUrl;
    const server = await createServer({ logLevel: "warn", server: listen });
    await server.listen();
    return () => server.close();
  }
  if (!isSiteBuilt()) {
    console.log("Building the site.");
    await buildSite();
  }
  const server = await preview({
    logLevel: "error",
    preview: listen,
    plugins: [addressesOnTheWayOut(addresses)],
  });
  return () => server.close();
}
