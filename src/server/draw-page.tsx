import { ConvexHttpClient } from "convex/browser";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";
import { api } from "../../convex/_generated/api";
import { App } from "../app/app";
import type { PreloadedAnswers } from "../app/preloaded-answers";
import { ROUTES } from "../app/routes";
import { askAll, recordingClient } from "./recording-client";
import { anonymousIdentity } from "./anonymous";

/** Where a page is, and the deployment that it belongs to. */
export interface PageRequest {
  path: string;
  search: string;
  convexUrl: string;
  convexSiteUrl: string;
  /** Later than this, browsers are faster alone. */
  patienceMs: number;
}

/** What stands in the page before any script has run. */
export interface DrawnPage {
  html: string;
  /** Data that the page shows, for the browser to go on with. */
  answers: PreloadedAnswers;
  /** The module of the page's own styles; null: they are the site's. */
  module: string | null;
  /** From this width on the page looks otherwise: the browser begins anew. */
  narrowerThanPx: number | null;
}

/** The pages that strangers come to first. */
const DRAWN: Record<string, Pick<DrawnPage, "module" | "narrowerThanPx">> = {
  "/": { module: null, narrowerThanPx: null },
  "/explore": { module: "src/community/explore/explore-screen.tsx", narrowerThanPx: null },
  "/pricing": { module: "src/community/pricing/pricing-screen.tsx", narrowerThanPx: 1024 },
};

/** React's mark of a part that could not be drawn. */
const UNDRAWN = "<!--$!-->";

/**
 * Draws a page as a stranger sees it, with what the deployment answers to a stranger.
 *
 * @returns Null for other pages, and where the deployment does not answer in time.
 */
export async function drawPage(request: PageRequest): Promise<DrawnPage | null> {
  const { path, convexUrl, patienceMs } = request;
  const page = DRAWN[path];
  // Another identity provider asks its own server first whether somebody is there.
  if (!page || import.meta.env.VITE_CLERK_PUBLISHABLE_KEY) return null;
  await ROUTES.find((route) => route.path === path)?.prepare?.();
  const signal = AbortSignal.timeout(patienceMs);
  const http = new ConvexHttpClient(convexUrl, {
    logger: false,
    fetch: (input, init) => fetch(input, { ...init, signal }),
  });
  // Drawing it without answers tells which are needed.
  const { recorded } = render(request, { queries: {} });
  const answers = await Promise.all([
    askAll(http, recorded),
    path === "/pricing" ? http.action(api.billing.listProducts, {}) : null,
  ]).then(
    ([queries, products]) => ({ queries, ...(products?.data && { products: products.data }) }),
    () => null,
  );
  if (!answers) return null;
  const { html } = render(request, answers);
  return html.includes(UNDRAWN) ? null : { html, answers, ...page };
}

function render(
  { path, search, convexUrl, convexSiteUrl }: PageRequest,
  answers: PreloadedAnswers,
) {
  const { client, recorded } = recordingClient(convexUrl, answers);
  const connect = () => ({
    convex: client,
    identity: anonymousIdentity(client),
    httpUrl: convexSiteUrl,
    products: answers.products,
  });
  const html = renderToString(
    <StrictMode>
      <Router ssrPath={path} ssrSearch={search}>
        <App connect={connect} />
      </Router>
    </StrictMode>,
  );
  return { html, recorded };
}
