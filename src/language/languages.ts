import { LANGUAGES, languageOf } from "../../convex/contract/languages";
import type { Language } from "../../convex/contract/languages";

export { LANGUAGES, languageOf };
export type { Language };

/** Holds the language that was chosen on this device. Also read in src/server/web-server.ts. */
const COOKIE = "language";
const YEAR_SECONDS = 31_536_000;

/** The language that was chosen, or the first of the visitor's languages that the site has. */
export function pickLanguage(cookies: string, preferred: readonly string[]): Language {
  const chosen = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(cookies)?.[1] ?? "";
  return [chosen, ...preferred].map(languageOf).find((language) => language !== null) ?? "en";
}

/** The language of this browser. The site's server picks the same: src/server/web-server.ts. */
export function browserLanguage(): Language {
  return pickLanguage(document.cookie, navigator.languages);
}

/** A cookie, because the server draws a visitor's first page. */
export function rememberLanguage(language: Language): void {
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}
