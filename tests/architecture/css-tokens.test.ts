import { describe, expect, it } from "vitest";
import { sources } from "../texts";

/** Properties of libraries: Radix sets some, and the toaster reads the others. */
const OF_LIBRARIES = /^--(?:radix-.*|lift)$/;
const SPACED =
  /(?:^|[\s{;])((?:margin|padding|inset|gap|row-gap|column-gap|scroll-padding)[a-z-]*):([^;{}]*)/g;

const sheets = sources(/\.css$/);
const scripts = sources(/\.tsx?$/).map(([, text]) => text);
const styles = sheets.map(([, text]) => text);

const all = (texts: readonly string[], pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
const inScripts = all(scripts, /["'`](--[a-z][\w-]*)/g);
const defined = new Set([...all(styles, /(--[\w-]+)\s*:/g), ...inScripts]);
const used = new Set([...all([...styles, ...scripts], /var\((--[\w-]+)/g), ...inScripts]);
const lacking = (names: ReadonlySet<string>, among: ReadonlySet<string>) =>
  [...names].filter((name) => !among.has(name) && !OF_LIBRARIES.test(name));

/** The lengths of the spacing tokens, in pixels. */
const scale = new Set(all(styles, /--(?:billing-)?space-\d+: (\d+)px/g).map(Number));

/** The declarations with a raw length that the scale has. */
function rawSpaces(text: string): string[] {
  return [...text.matchAll(SPACED)].flatMap(([, property = "", value = ""]) =>
    all([value], /(?<![\w.])(\d+)px\b/g)
      .filter((px) => scale.has(Number(px)))
      .map((px) => `${property}: ${px}px`),
  );
}

describe("custom properties", () => {
  it("are defined where they are used", () => {
    expect(used.size).toBeGreaterThan(80);
    expect(lacking(used, defined)).toEqual([]);
  });

  it("are used where they are defined", () => {
    expect(lacking(defined, used)).toEqual([]);
  });
});

describe("distances", () => {
  it("are multiples of 4 px", () => {
    expect(scale.size).toBeGreaterThan(10);
    expect([...scale].filter((px) => px % 4 !== 0)).toEqual([]);
  });

  it("are tokens where the scale has them", () => {
    const sample = ".a { margin: 3px 16px; padding-inline: var(--space-2) }";
    expect(rawSpaces(sample)).toEqual(["margin: 16px"]);
    expect(sheets.flatMap(([path, text]) => rawSpaces(text).map((raw) => [path, raw]))).toEqual([]);
  });
});

describe("a theme that one element sets", () => {
  it("reaches billing too, which follows the page's theme otherwise", () => {
    // Billing knows `[data-theme]`, and `light dark` does not choose a theme.
    const blocks = sheets
      .filter(([path]) => path.startsWith("src/"))
      .flatMap(([, text]) => [...text.matchAll(/([^{}]*)\{([^{}]*\bcolor-scheme: \w+;[^{}]*)\}/g)])
      .filter(([, selector = ""]) => !selector.includes("[data-theme="));
    expect(blocks.length).toBeGreaterThan(1);
    expect(blocks.filter(([, , block]) => !block?.includes("--billing-scheme: "))).toEqual([]);
  });
});
