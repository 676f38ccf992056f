import { getFunctionName } from "convex/server";
import type { BillingProviderProps } from "../../packages/billing/src/react";

/** What the site's server asked for a stranger while it drew their page. */
export interface PreloadedAnswers {
  /** By question. */
  queries: Record<string, unknown>;
  /** What is on sale, on the page that shows it. */
  products?: BillingProviderProps["visitorProducts"];
}

type AnyQuery = Parameters<typeof getFunctionName>[0];

/** A query and its arguments as text. Lists number themselves, which makes no other question. */
export function questionOf(query: AnyQuery, args: object = {}): string {
  return JSON.stringify([getFunctionName(query), args], (name, value: object) =>
    name === "paginationOpts" ? { ...value, id: undefined } : value,
  );
}

/** What came with a page that the server has drawn. */
export function readPreloadedAnswers(): PreloadedAnswers {
  const text = document.querySelector("#first-answers")?.textContent;
  // Only the site's own server writes there: what src/server/draw-page.tsx brought.
  return text ? (JSON.parse(text) as PreloadedAnswers) : { queries: {} };
}
