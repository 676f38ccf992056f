import { html } from "hono/html";

/** Markup whose values are escaped: the five characters that Hono escapes are those of XML. */
export const xml = html;
export type Xml = ReturnType<typeof html>;

/** Characters that XML documents may not contain, even escaped. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** A text without the characters that would make a document unreadable. */
export function xmlText(text: string): string {
  return text.replace(NOT_IN_XML, "");
}

/** @param seconds - How long caches may keep it. */
export async function xmlResponse(
  markup: Xml,
  { type, seconds }: { type: string; seconds: number },
): Promise<Response> {
  return new Response(`<?xml version="1.0" encoding="utf-8"?>\n${String(await markup)}\n`, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Cache-Control": `public, max-age=${seconds}`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** A time as XML formats write it. */
export function xmlTime(at: number): string {
  return new Date(at).toISOString();
}

/** For an unknown URL. */
export function nothingThere(): Response {
  return new Response("Nothing is here.\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff" },
  });
}
