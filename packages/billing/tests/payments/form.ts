import type { Engine } from "../engine/harness";

export const GOOD_CARD = { number: "4242424242424242", expiry: "12 / 30", cvc: "123" };

export const pathOf = (url: unknown) => new URL(String(url)).pathname;

/** Sends a page's form as a browser does. */
export function send(t: Engine, path: string, fields: Record<string, string>, headers = {}) {
  return t.fetch(path, {
    method: "POST",
    redirect: "manual",
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

/** The visible text of a page. */
export async function textOf(response: Response) {
  const markup = await response.text();
  const body = markup.slice(markup.indexOf("<body"));
  return body
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
