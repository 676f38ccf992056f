import { describe, expect, it } from "vitest";
import { pickLanguage } from "../../src/language/languages";

describe("pickLanguage", () => {
  it.each([
    ["what was chosen", "theme=1; language=de", ["en-US"], "de"],
    ["what was chosen, in English", "language=en", ["de"], "en"],
    ["the browser's first language that the site has", "", ["fr-FR", "de-AT", "en"], "de"],
    ["English without one", "", ["fr", "ja"], "en"],
    ["the browser's for a language that the site does not have", "language=fr", ["de"], "de"],
    ["no other cookie's", "slanguage=de", [], "en"],
  ])("takes %s", (_, cookies, preferred, language) => {
    expect(pickLanguage(cookies, preferred)).toBe(language);
  });
});
