import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { readEnv } from "./env";
import { addAnalyticsTag } from "./app/analytics";
import { App } from "./app/app";
import { readFirstAnswers } from "./app/preloaded-answers";
import type { FirstAnswers } from "./app/preloaded-answers";
import { connectDeployment } from "./app/providers";
import { ROUTES } from "./app/routes";
import { TAKEN_OVER } from "./hydrated";
import "../packages/ui/src/base.css";
import "./app/tokens.css";

function connect(first: FirstAnswers) {
  const env = readEnv();
  if (env.analyticsId !== undefined) addAnalyticsTag(env.analyticsId);
  return connectDeployment(env, first);
}

function draw(first: FirstAnswers) {
  return (
    <StrictMode>
      <App connect={() => connect(first)} />
    </StrictMode>
  );
}

/** Takes over the page that the server has drawn, once all that it shows can be drawn here. */
async function takeOver(root: Element): Promise<void> {
  const route = ROUTES.find(({ path }) => path === location.pathname);
  // What can't be fetched is told by the screen itself.
  await route?.prepare?.().catch(() => undefined);
  hydrateRoot(root, draw(readFirstAnswers()));
  root.dispatchEvent(new Event(TAKEN_OVER));
}

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");
if (root.hasChildNodes()) void takeOver(root);
else createRoot(root).render(draw({ queries: {} }));
