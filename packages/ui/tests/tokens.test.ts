import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sources } from "../../../tests/texts";
import { DIALOG_CLEAR_MS } from "../../billing/src/react/hooks/use-dialog-slot";

const TOKENS = "packages/ui/src/tokens.css";
const tokens = readFileSync(TOKENS, "utf8");

type Theme = "light" | "dark";

/** The declared value of a token in one theme. */
function read(token: string, theme: Theme): string {
  const value = new RegExp(`--billing-${token}: ([^;]+);`).exec(tokens)?.[1] ?? "";
  const pair = /^light-dark\((.+\)), (.+\))\)$/.exec(value);
  return (pair ? pair[theme === "light" ? 1 : 2] : value) ?? "";
}

/** WCAG relative luminance of an oklch colour. */
function luminance(oklch: string): number {
  const [l = 0, c = 0, h = 0] = (/oklch\((.+)\)/.exec(oklch)?.[1] ?? "").split(" ").map(Number);
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z;
  const green = -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z;
  const blue = -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(over: string, under: string, theme: Theme): number {
  const [dark = 0, light = 0] = [over, under]
    .map((token) => luminance(read(token, theme)))
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe("Colours", () => {
  const text = [
    ...["background", "sheet", "raised", "well", "accent-soft", "danger-soft"].map((g) => [
      "ink",
      g,
    ]),
    ...["background", "sheet", "raised", "well", "accent-soft"].map((g) => ["ink-2", g]),
    ...["background", "sheet", "raised", "well"].map((g) => ["ink-3", g]),
    ...["background", "sheet", "raised", "danger-soft"].map((g) => ["danger", g]),
    ...["sheet", "success-soft"].map((g) => ["success", g]),
    ...["sheet", "info-soft"].map((g) => ["info", g]),
    ["on-accent", "accent"],
    ["on-background-black", "background-black"],
  ].map(([over = "", under = ""]) => ({ over, under, least: 4.5 }));
  const borders = ["background", "sheet", "well"].map((under) => ({
    over: "edge",
    under,
    least: 3,
  }));

  it.each([...text, ...borders])(
    "keep $over on $under readable in both themes",
    ({ over, under, least }) => {
      expect(contrast(over, under, "light")).toBeGreaterThanOrEqual(least);
      expect(contrast(over, under, "dark")).toBeGreaterThanOrEqual(least);
    },
  );

  it("are measured as WCAG does", () => {
    expect(contrast("ink", "background", "light")).toBeCloseTo(16.6, 0);
    expect(contrast("danger", "danger-soft", "dark")).toBeCloseTo(6, 0);
  });

  it("have raw values in two files only: billing's tokens and the site's", () => {
    const raw = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/i;
    const withRaw = sources(/\.css$/).filter(([, text]) => raw.test(text));
    expect(withRaw.map(([path]) => path)).toEqual(["src/app/tokens.css", TOKENS]);
  });
});

describe("Motion", () => {
  it("is over before a closed dialog's content is cleared", () => {
    const dialogMs = Number(/--billing-dialog-ms: (\d+)ms/.exec(tokens)?.[1]);
    expect(dialogMs).toBe(150);
    expect(dialogMs).toBeLessThan(DIALOG_CLEAR_MS);
  });
});
