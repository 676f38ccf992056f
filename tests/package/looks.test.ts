import { mkdirSync } from "node:fs";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findTestBrowser } from "../../scripts/browser";
import { buildPage } from "./looks/build-page";
import type { BuiltPage } from "./looks/build-page";
import { differences, looksOf, showView } from "./looks/compare";
import type { Look } from "./looks/compare";
import { hostPages, SHADCN, SHADCN_TOKENS, VITE_7_WIDTH } from "./looks/hosts";
import type { Host } from "./looks/hosts";
import type { View } from "./looks/page";

const VIEWS: readonly View[] = ["pricing", "portal", "checkout", "paywall"];
const WIDE = { width: 1280, height: 900 };
/** Billing uses the page's font, unless the page sets another for it. */
const FONTS = ":root { --billing-sans: sans-serif; --billing-name: serif }";
/** A container of a fixed size, whatever the page has around it. */
const FRAME = "flex: none; inline-size: 1100px";
/** A folder for screenshots of the site and of each host, in both themes and two widths. */
const PICTURES = process.env["LOOKS_PICTURES"];

let built: BuiltPage;
let browser: Browser;
let page: Page;
let hosts: Record<string, Host>;
const errors: string[] = [];

beforeAll(async () => {
  built = await buildPage();
  hosts = await hostPages(built.published);
  const { executablePath, env } = findTestBrowser(process.env);
  browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: "reduce" });
  page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
});

afterAll(() => browser.close());

/** Opens a page of that host. Its root element may have attributes and a font size. */
async function open(css: string, attributes: Readonly<Record<string, string>> = {}) {
  const html = Object.entries({ lang: "en", ...attributes }).map(
    ([name, value]) => `${name}="${value}"`,
  );
  await page.setContent(
    `<!doctype html><html ${html.join(" ")}><head><style>${css}</style></head>
    <body><div id="root" class="app"><div id="frame" style="${FRAME}"></div></div></body></html>`,
  );
  await page.addScriptTag({ content: built.script });
}

async function looks(): Promise<Record<string, Look>> {
  const all: Record<string, Look> = {};
  for (const view of VIEWS) Object.assign(all, await looksOf(page, view));
  return all;
}

const references = new Map<string, Record<string, Look>>();

/** The style of the site, in a theme and with a root font size, which `rem` refers to. */
async function reference(theme: "light" | "dark", fontSize: string) {
  const key = `${theme} ${fontSize}`;
  const known = references.get(key);
  if (known) return known;
  await open(built.ofTheSite + FONTS, { "data-theme": theme, style: `font-size: ${fontSize}` });
  const found = await looks();
  references.set(key, found);
  return found;
}

/** The computed value of a property of the first such element. */
const styleOf = (selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

async function differencesFromSite(theme: "light" | "dark", css: string, attributes = {}) {
  await open(css + FONTS, attributes);
  const fontSize = await styleOf(":root", "font-size");
  const actual = await looks();
  const expected = await reference(theme, fontSize);
  return Object.entries(expected).flatMap(([name, look]) =>
    differences(look, actual[name] ?? []).map((one) => `${name}: ${one}`),
  );
}

describe("the published styles look as on the site", () => {
  it.each([
    "Tailwind, after billing",
    "Tailwind, before billing",
    "Tailwind, billing among the components",
    "shadcn",
    "Vite's template",
    "Vite's template of version 7",
    "Bootstrap",
    "Bootstrap, after billing",
    "nested rules of the page",
  ])("%s", async (name) => {
    const host = hosts[name];
    if (!host) throw new Error(`There is no page of ${name}`);
    expect(await differencesFromSite("light", host.css)).toEqual([]);
    if (host.dark) expect(await differencesFromSite("dark", host.css, host.dark)).toEqual([]);
  });
});

describe("the README's tokens for shadcn", () => {
  it("name tokens that billing and shadcn have", () => {
    const names = (pattern: RegExp) =>
      [...SHADCN_TOKENS.matchAll(pattern)].map(([, name]) => name ?? "");
    expect(
      names(/^ {2}(--[\w-]+):/gm).filter((name) => !built.published.includes(`${name}:`)),
    ).toEqual([]);
    expect(names(/var\((--[\w-]+)/g).filter((name) => !SHADCN.includes(` ${name}:`))).toEqual([]);
  });

  it.each(["light", "dark"] as const)("give every text enough contrast, %s", async (theme) => {
    const host = hosts["shadcn, with its tokens"];
    await open(host?.css ?? "", theme === "dark" ? host?.dark : {});
    for (const view of ["pricing", "paywall"] as const) {
      await showView(page, view);
      const { violations } = await new AxeBuilder({ page }).withRules(["color-contrast"]).analyze();
      expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
    }
    const radius = await styleOf(".billing-dialog-footer .billing-button", "border-radius");
    expect(radius).toBe("8px");
  });
});

it.each([1280, 360])(
  "the README's rule for Vite 7 gives the portal all of a page of %s px, less its padding",
  async (width) => {
    await page.setViewportSize({ width, height: 900 });
    const css = hosts["Vite's template of version 7"]?.css ?? "";
    await open(`${css} #frame { inline-size: auto !important } ${VITE_7_WIDTH}`);
    await showView(page, "portal");
    expect(await styleOf(".billing-portal", "width")).toBe(`${width - 64}px`);
    await page.setViewportSize(WIDE);
  },
);

describe("a host's own rules", () => {
  it("win with two classes, also under the mouse, in a file before billing's", async () => {
    const own = `:root .billing-button { text-transform: uppercase; background: teal }`;
    await open(own + built.published);
    await showView(page, "pricing");
    const upgrade = ".billing-plan[data-state=lit] .billing-button";
    await page.hover(upgrade);
    expect(await styleOf(upgrade, "text-transform")).toBe("uppercase");
    expect(await styleOf(upgrade, "background-color")).toBe("rgb(0, 128, 128)");
  });

  it("set tokens on :root, in a file before billing's", async () => {
    await open(`:root { --billing-radius-pill: 3px }${built.published}`);
    await showView(page, "pricing");
    expect(await styleOf(".billing-plan .billing-button", "border-radius")).toBe("3px");
  });

  it("are the only ones for its own elements, even if it names them as billing does", async () => {
    await open(`.billing-page { padding: 7px } .billing-page p { margin: 9px }${built.published}`);
    await showView(page, "pricing");
    await page.evaluate(() => {
      document
        .querySelector("#root")
        ?.insertAdjacentHTML(
          "beforeend",
          '<div class="billing-page"><p id="text">Text</p><ul id="list"><li>One</li></ul></div>',
        );
    });
    expect(await styleOf("#root > .billing-page", "padding")).toBe("7px");
    expect(await styleOf("#text", "margin")).toBe("9px");
    expect(await styleOf("#list", "list-style-type")).toBe("disc");
  });

  it("choose the theme with a property, where the page names its themes otherwise", async () => {
    await open(`.night { --billing-scheme: dark }${built.published}`, { class: "night" });
    await showView(page, "portal");
    expect(await styleOf(".billing-portal", "color-scheme")).toBe("dark");
  });

  it("give the nearest theme, the page's own color-scheme included", async () => {
    await open(`:root { color-scheme: dark }${built.published}`);
    await showView(page, "portal");
    expect(await styleOf(".billing-portal", "color-scheme")).toBe("dark");
    await page.evaluate(() => document.querySelector("#frame")?.classList.add("light"));
    expect(await styleOf(".billing-portal", "color-scheme")).toBe("light");
  });
});

it("React reports no error on any of these pages", () => {
  expect(errors).toEqual([]);
});

describe.runIf(PICTURES)("pictures", () => {
  it("of the site and of each host", { timeout: 600_000 }, async () => {
    mkdirSync(PICTURES ?? "", { recursive: true });
    const site: Host = { css: built.ofTheSite, dark: { "data-theme": "dark" } };
    for (const [name, host] of Object.entries({ "the site": site, ...hosts })) {
      for (const theme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: theme });
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          await open(host.css, theme === "dark" ? host.dark : {});
          await page.addStyleTag({ content: "#frame { inline-size: auto !important }" });
          for (const view of VIEWS) {
            await showView(page, view);
            const file = `${name.replaceAll(/\W+/g, "-")}-${view}-${width}-${theme}.png`;
            await page.screenshot({ path: join(PICTURES ?? "", file), fullPage: true });
          }
        }
      }
    }
  });
});
