import { describe, expect, it } from "vitest";
import { GERMAN } from "../../src/language/de/german";
import { readFile, readSourceTexts } from "./source-texts";
import type { SourceTexts } from "./source-texts";

const LICENCES = ["BY", "BY-SA", "BY-NC", "BY-NC-SA", "BY-ND", "BY-NC-ND"];
const SIZE = "`${Math.round(width * scale)} × ${Math.round(height * scale)} cm`";

/** Names, formats and keys that look like texts. */
const NO_TEXTS = new Set(
  [
    ["src/app/use-page-arrival.ts", '"Spotlight"'],
    ["src/language/format.ts", '"UTC"'],
    ["src/shared/logo.tsx", "Spotlight"],
    ["src/shared/language-choice.tsx", '"English"', '"Deutsch"'],
    ["src/shared/toasts.ts", '"KeyT"', "`HTTP error! status ${status}`"],
    ["src/community/file-copy.ts", '"MOV"', '"MKV"'],
    ["src/community/work-copy.ts", ...LICENCES.map((licence) => `"CC ${licence} 4.0"`)],
    ["src/community/artwork/print-order.tsx", SIZE],
    ["src/community/artwork/use-viewer-background.ts", '"Charcoal"'],
    ["src/community/artwork/use-viewer-keys.ts", '"Arrow"'],
    ["src/community/artwork/viewer.tsx", "`viewer-disc viewer-${side}`"],
    ["src/community/collection/collection-screen.tsx", "`collection ${id}`"],
    ["src/community/grid/use-scroll-restoration.ts", '"Exhausted"'],
    ["src/community/insights/counted-days.ts", '"UTC"'],
    ["src/community/insights/viewed-works.tsx", '"Exhausted"'],
    ["src/community/profile/drafts-tab.tsx", "`own ${state}`"],
    ["src/community/profile/works-tab.tsx", "`by ${username}`"],
    ["src/community/site-pages/help-screen.tsx", "Esc"],
    ["src/community/studio/studio-screen.tsx", "`studio ${slug}`"],
    ["src/community/upload/send-file.ts", '"POST"'],
  ].flatMap(([path, ...texts]) => texts.map((text) => `${path} ${text}`)),
);
/** Punctuation around a text that is already translated. */
const PUNCTUATED = /^src\/\S+ `\$\{[^}]*\}\.`$/;
/** Files without texts. */
const PRE_HYDRATION = "src/pre-hydration.ts";
/** Headers and markup. Its two messages are for operators and programs. */
const WEB_SERVER = /^src\/server\/(drawn-page|forward|page-head|site-headers|web-server)\.ts:/;
const WORKS_OF_WEEK = "src/community/auth-layout/weekly-works.ts";

const read = readSourceTexts();
const placesOf = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, place]) => place).sort();

function readSource(text: string): SourceTexts {
  const found: SourceTexts = { translated: new Map(), bare: [] };
  readFile("src/planted.tsx", text, found);
  return found;
}

describe("the texts of the site", () => {
  it("all go through src/language", () => {
    const withoutLine = (found: string) => found.replace(/:\d+/, "");
    const bare = read.bare.filter(
      (found) =>
        ![PRE_HYDRATION, WORKS_OF_WEEK].some((path) => found.startsWith(path)) &&
        !WEB_SERVER.test(found) &&
        !NO_TEXTS.has(withoutLine(found)) &&
        !PUNCTUATED.test(withoutLine(found)),
    );
    expect(bare).toEqual([]);
  });

  it("are all in the German catalogue, which has no others", () => {
    const english = [...read.translated.keys()].sort();
    expect(Object.keys(GERMAN.texts).sort()).toEqual(english);
  });

  it.each([...read.translated])("have the same places in German: %s", (english, kind) => {
    const german = GERMAN.texts[english] ?? "";
    expect(typeof german).toBe(kind === "plural" ? "object" : "string");
    const forms = typeof german === "object" ? [german.other] : [german];
    for (const form of forms) expect(placesOf(form)).toEqual(placesOf(english));
    if (typeof german === "object") {
      expect(placesOf(english)).toEqual(expect.arrayContaining(placesOf(german.one)));
    }
  });
});

describe("readFile", () => {
  it.each([
    ["<p>Save</p>", "Save"],
    ['<p>{busy ? "Saving" : "Save"}</p>', '"Saving"'],
    ['<button aria-label="close" />', '"close"'],
    ["<button title={`Follow ${name}`} />", "`Follow ${name}`"],
    ['const LABELS = { label: "new" };', '"new"'],
    ['showToast("error", { title: "No answer came" });', '"No answer came"'],
  ])("finds the bare text of %s", (source, text) => {
    expect(readSource(source).bare[0]).toBe(`src/planted.tsx:1 ${text}`);
  });

  it.each([
    '<p className="Big letters">{t("Save")}</p>',
    'throw new Error("No such thing");',
    'if (code === "invalid_title") go();',
    'import x from "Some where";',
  ])("finds none in %s", (source) => {
    expect(readSource(source).bare).toEqual([]);
  });

  it("finds what is translated: both branches, plurals, texts with elements, marked texts", () => {
    const { translated } = readSource(`
      t(busy ? "Saving" : "Save");
      plural(count, "1 work", "{count} works");
      <T text="By {artist}" artist={<b />} />;
      const LABELS = { on: msg("On") };
    `);
    expect([...translated]).toEqual([
      ["Saving", "text"],
      ["Save", "text"],
      ["{count} works", "plural"],
      ["By {artist}", "text"],
      ["On", "text"],
    ]);
  });
});
