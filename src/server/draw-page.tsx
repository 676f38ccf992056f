import { ConvexHttpClient } from "convex/browser";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";
import { api } from "../../convex/_generated/api";
import { RenderedWidth } from "../../packages/ui/src/use-min-width";
import { App } from "../app/app";
import type { PreloadedAnswers } from "../app/preloaded-answers";
import { routeOf } from "../app/routes";
import type { SiteRoute } from "../app/routes";
import { LastQuestions } from "./last-questions";
import { askAll, RecordingClient } from "./recording-client";
import type { Questions } from "./recording-client";
import { anonymousIdentity } from "./anonymous";
import { describePage as describe } from "./describe-page";
import type { Translation } from "../language/catalogue";
import type { Language } from "../language/languages";
import { loadTranslation, showTranslation } from "../language/translation";

/** The page of a URL, in a language. */
export async function describePage(path: string, search: string, language: Language) {
  const translation = await loadTranslation(language);
  // No other code runs between these two calls, so no other request gets this language.
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
  /** The module with the page's own styles; null if the site's styles are enough. */
  module: string | null;
  /** The page for wide windows; null if it is the same. */
  wide: WidePage | null;
}

interface WidePage {
  html: string;
  /** The smallest width of the window, in pixels. */
  fromPx: number;
}

/** React's marker for a part that could not be rendered. */
const UNDRAWN = "<!--$!-->";

const lastQuestions = new LastQuestions();

/**
 * Renders a page for a visitor, with the deployment's public data.
 *
 * @returns Null for other pages, and if the deployment does not respond in time.
 */
export async function drawPage(request: PageRequest): Promise<DrawnPage | null> {
  const route = routeOf(request.path);
  // Another identity provider first asks its own server for the user.
  if (!route?.serverRendered || import.meta.env.VITE_CLERK_PUBLISHABLE_KEY) return null;
  await route.prepare?.();
  const translation = await loadTranslation(request.language);
  const rendered = await renderAnswered(request, translation, askerFor(request, route));
  if (!rendered || rendered.html.includes(UNDRAWN)) return null;
  const { html, answers } = rendered;
  const { module, wideFromPx: fromPx } = route.serverRendered;
  const wide =
    fromPx === undefined
      ? null
      : { html: render(request, translation, answers, fromPx).html, fromPx };
  return { html, wide, answers, module };
}

/** Returns the known answers and new ones; null if the deployment does not answer in time. */
type Ask = (questions: Questions, known: PreloadedAnswers) => Promise<PreloadedAnswers | null>;

function askerFor({ convexUrl, patienceMs }: PageRequest, { path }: SiteRoute): Ask {
  const signal = AbortSignal.timeout(patienceMs);
  const http = new ConvexHttpClient(convexUrl, {
    logger: false,
    fetch: (input, init) => fetch(input, { ...init, signal }),
  });
  const listed = path === "/pricing" ? http.action(api.billing.listProducts, {}) : null;
  return async (questions, { queries }) => {
    try {
      const [more, products] = await Promise.all([askAll(http, questions), listed]);
      const data = products?.data;
      return { queries: { ...queries, ...more }, ...(data && { products: data }) };
    } catch {
      return null;
    }
  };
}

/**
 * Renders with the answers to the questions of the last render of this address, and again while
 * the page has unanswered questions: some parts ask only after an earlier answer.
 */
async function renderAnswered(request: PageRequest, translation: Translation | null, ask: Ask) {
  const { path, search, language } = request;
  const address = `${language} ${path}${search}`;
  let questions: Questions = lastQuestions.find(address) ?? new Map();
  let known: PreloadedAnswers = { queries: {} };
  for (;;) {
    const answers = await ask(questions, known);
    if (!answers) {
      lastQuestions.forget(address);
      return null;
    }
    const { html, watched } = render(request, translation, answers);
    const open = [...watched].filter(([question]) => !(question in answers.queries));
    if (open.length === 0) {
      lastQuestions.keep(address, watched);
      return { html, answers: { ...answers, queries: pick(answers.queries, watched) } };
    }
    questions = new Map(open);
    known = answers;
  }
}

/** The answers that the page shows: an earlier render may have asked for more. */
function pick(queries: PreloadedAnswers["queries"], watched: Questions) {
  return Object.fromEntries([...watched.keys()].map((question) => [question, queries[question]]));
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
