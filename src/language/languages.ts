import { LANGUAGES, languageOf } from "../../convex/contract/languages";
import type { Language } from "../../convex/contract/languages";

export { LANGUAGES, languageOf };
export type { Language };

/** The cookie with the language chosen on this device. Also read in src/server/web-server.ts. */
const COOKIE = "language";
const YEAR_SECONDS = 31_536_000;

/** The chosen language, or the first of the visitor's languages that the site has. */
export function pickLanguage(cookies: string, preferred: readonly string[]): Language {
  const chosen = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(cookies)?.[1] ?? "";
  return [chosen, ...preferred].map(languageOf).find((language) => language !== null) ?? "en";
}

/** This browser's language. The server determines the same one: src/server/web-server.ts. */
export function browserLanguage(): Language {
  return pickLanguage(document.cookie, navigator.languages);
}

/** A cookie, because the server renders a visitor's first page. */
export function rememberLanguage(language: Language): void {
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}
