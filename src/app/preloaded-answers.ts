import { getFunctionName } from "convex/server";
import type { BillingProviderProps } from "../../packages/billing/src/react";

/** The queries that the server ran for a visitor while it rendered the page. */
export interface PreloadedAnswers {
  /** By query and arguments. */
  queries: Record<string, unknown>;
  /** The products for sale, on the page that shows them. */
  products?: BillingProviderProps["visitorProducts"];
}

type AnyQuery = Parameters<typeof getFunctionName>[0];

/**
 * A query and its arguments as text, without pagination ids, because they do not change the query.
 */
export function questionOf(query: AnyQuery, args: object = {}): string {
  return JSON.stringify([getFunctionName(query), args], (name, value: object) =>
    name === "paginationOpts" ? { ...value, id: undefined } : value,
  );
}

/** The data of a server-rendered page. */
export function readPreloadedAnswers(): PreloadedAnswers {
  const text = document.querySelector("#first-answers")?.textContent;
  // Only the site's own server writes this: see src/server/draw-page.tsx.
  return text ? (JSON.parse(text) as PreloadedAnswers) : { queries: {} };
}
