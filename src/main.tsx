import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { readEnv } from "./env";
import { addAnalyticsTag } from "./app/analytics";
import { App } from "./app/app";
import { afterLoad } from "./app/deferred";
import { readPreloadedAnswers } from "./app/preloaded-answers";
import type { PreloadedAnswers } from "./app/preloaded-answers";
import { connectDeployment } from "./app/providers";
import { routeOf } from "./app/routes";
import { HYDRATED } from "./hydrated";
import { browserLanguage } from "./language/languages";
import { showLanguage } from "./language/translation";
import { RenderedWidth } from "../packages/ui/src/use-min-width";
import "../packages/ui/src/base.css";
import "./app/tokens.css";
// Small styles of first pages, because a separate request would delay the first pictures.
import "../packages/ui/src/chip.css";
import "../packages/ui/src/skeleton.css";

function connect(first: PreloadedAnswers) {
  const env = readEnv();
  if (env.analyticsId !== undefined) addAnalyticsTag(env.analyticsId);
  return connectDeployment(env, first);
}

function draw(first: PreloadedAnswers, renderedPx = 0) {
  return (
    <StrictMode>
      <RenderedWidth value={renderedPx}>
        <App connect={() => connect(first)} />
      </RenderedWidth>
    </StrictMode>
  );
}

/** Hydrates the server-rendered page, once the code of its screen has loaded. */
async function hydrate(root: HTMLElement): Promise<void> {
  const route = routeOf(location.pathname);
  // A screen itself reports code that it can't load.
  await route?.prepare?.().catch(() => undefined);
  hydrateRoot(root, draw(readPreloadedAnswers(), Number(root.dataset.renderedPx ?? 0)));
  root.dispatchEvent(new Event(HYDRATED));
}

/**
 * From the next visit on, opens the site without a network. If this fails, the site works anyway.
 */
function keepOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
}

afterLoad(keepOffline);

// A page in English is better than none.
await showLanguage(browserLanguage()).catch(console.error);

const root = document.querySelector<HTMLElement>("#root");
if (!root) throw new Error("index.html has no #root");
if (root.hasChildNodes()) void hydrate(root);
else createRoot(root).render(draw({ queries: {} }));
