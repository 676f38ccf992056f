import { ConvexHttpClient } from "convex/browser";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";
import { api } from "../../convex/_generated/api";
import { RenderedWidth } from "../../packages/ui/src/use-min-width";
import { App } from "../app/app";
import type { PreloadedAnswers } from "../app/preloaded-answers";
import { routeOf } from "../app/routes";
import { askAll, RecordingClient } from "./recording-client";
import type { Questions } from "./recording-client";
import { anonymousIdentity } from "./anonymous";
import { describePage as describe } from "./describe-page";
import type { Translation } from "../language/catalogue";
import type { Language } from "../language/languages";
import { loadTranslation, showTranslation } from "../language/translation";

/** Which page of the site an address leads to, in a language. */
export async function describePage(path: string, search: string, language: Language) {
  const translation = await loadTranslation(language);
  // Nothing else runs between the two, so no other request is shown this language.
  showTranslation(translation);
  return describe(path, search);
}

/** The address of a page, and its deployment. */
export interface PageRequest {
  path: string;
  search: string;
  language: Language;
  convexUrl: string;
  convexSiteUrl: string;
  /** After this time, the browser is faster without the server. */
  patienceMs: number;
}

/** The HTML of the page before any script has run. */
export interface DrawnPage {
  html: string;
  /** The data of the page, for hydration. */
  answers: PreloadedAnswers;
  /** The module of the page's own styles; null: the site's styles are enough. */
  module: string | null;
  /** The page for wide windows; null: the same for all. */
  wide: WidePage | null;
}

interface WidePage {
  html: string;
  /** The smallest width of the window, in pixels. */
  fromPx: number;
}

/** The pages where visitors arrive, by route. */
const DRAWN: Record<string, { module: string | null; wideFromPx: number | null }> = {
  "/": { module: null, wideFromPx: null },
  "/explore": { module: "src/community/explore/explore-screen.tsx", wideFromPx: null },
  "/help": { module: "src/community/site-pages/help-screen.tsx", wideFromPx: null },
  "/rules": { module: "src/community/site-pages/rules-screen.tsx", wideFromPx: null },
  "/terms": { module: "src/community/site-pages/terms-screen.tsx", wideFromPx: null },
  "/privacy": { module: "src/community/site-pages/privacy-screen.tsx", wideFromPx: null },
  "/a/:id": { module: "src/community/artwork/artwork-screen.tsx", wideFromPx: null },
  "/pricing": { module: "src/community/pricing/pricing-screen.tsx", wideFromPx: 1024 },
};

type Queries = PreloadedAnswers["queries"];

/** React's marker for a part that could not be rendered. */
const UNDRAWN = "<!--$!-->";

/**
 * Renders a page for a visitor, with the deployment's public data.
 *
 * @returns Null for other pages, and when the deployment does not answer in time.
 */
export async function drawPage(request: PageRequest): Promise<DrawnPage | null> {
  const { path, convexUrl, patienceMs } = request;
  const route = routeOf(path);
  const page = DRAWN[route?.path ?? ""];
  // Another identity provider first asks its own server for the user.
  if (!page || import.meta.env.VITE_CLERK_PUBLISHABLE_KEY) return null;
  await route?.prepare?.();
  const translation = await loadTranslation(request.language);
  const signal = AbortSignal.timeout(patienceMs);
  const http = new ConvexHttpClient(convexUrl, {
    logger: false,
    fetch: (input, init) => fetch(input, { ...init, signal }),
  });
  const find = (queries: Queries) => {
    const { watched } = render(request, translation, { queries });
    return new Map([...watched].filter(([question]) => !(question in queries)));
  };
  const answers = await Promise.all([
    askInTurn(http, find),
    route?.path === "/pricing" ? http.action(api.billing.listProducts, {}) : null,
  ]).then(
    ([queries, products]) => ({ queries, ...(products?.data && { products: products.data }) }),
    () => null,
  );
  if (!answers) return null;
  const { html } = render(request, translation, answers);
  if (html.includes(UNDRAWN)) return null;
  const { module, wideFromPx: fromPx } = page;
  const wide =
    fromPx === null ? null : { html: render(request, translation, answers, fromPx).html, fromPx };
  return { html, wide, answers, module };
}

/**
 * A render without answers finds the queries that the page needs; with them, it finds
 * those of the parts that wait for an answer.
 */
async function askInTurn(
  http: ConvexHttpClient,
  find: (queries: Queries) => Questions,
): Promise<Queries> {
  let queries: Queries = {};
  for (let missing = find(queries); missing.size > 0; missing = find(queries)) {
    queries = { ...queries, ...(await askAll(http, missing)) };
  }
  return queries;
}

function render(
  { path, search, convexUrl, convexSiteUrl }: PageRequest,
  translation: Translation | null,
  answers: PreloadedAnswers,
  widthPx = 0,
) {
  const client = new RecordingClient(convexUrl, answers);
  const connect = () => ({
    convex: client,
    identity: anonymousIdentity(client),
    httpUrl: convexSiteUrl,
    products: answers.products,
  });
  showTranslation(translation);
  const html = renderToString(
    <StrictMode>
      <Router ssrPath={path} ssrSearch={search}>
        <RenderedWidth value={widthPx}>
          <App connect={connect} />
        </RenderedWidth>
      </Router>
    </StrictMode>,
  );
  return { html, watched: client.watched };
}
