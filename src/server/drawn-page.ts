import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Renderer from "./draw-page";
import type { DrawnPage, PageRequest } from "./draw-page";
import type { DescribePage } from "./page-head";
import { readManifest } from "./manifest";
import type { Manifest } from "./manifest";

/** After this time, a phone would have loaded the data itself. */
const PATIENCE_MS = 1000;

/** Renders the visitor's view into a page, before its scripts have run. */
export interface DrawPage {
  (page: string, request: Omit<PageRequest, "patienceMs">): Promise<string>;
  /** The script inside a rendered page. */
  script?: string;
  /** Finds the page of a URL. Without it, each URL gets the same head. */
  describe?: DescribePage;
}

/** The renderer of the site that is built in `root`; `serverDir` has the parts of the server. */
export async function loadDrawing(root: string, serverDir: string): Promise<DrawPage> {
  const address = pathToFileURL(resolve(serverDir, "draw-page.js")).href;
  // The compiled draw-page.tsx.
  const { drawPage, describePage: describe } = (await import(address)) as typeof Renderer;
  const script = readFileSync(join(serverDir, "pre-hydration.js"), "utf8");
  const manifest = readManifest(root);
  const draw = async (page: string, request: Omit<PageRequest, "patienceMs">) => {
    const drawn = await drawPage({ ...request, patienceMs: PATIENCE_MS });
    return drawn ? injectServerHtml(page, drawn, stylesOf(manifest, drawn.module), script) : page;
  };
  return Object.assign(draw, { script, describe });
}

/** The site's own scripts, which the page's last script loads later. */
const SCRIPTS = /<script type="module".*?<\/script>|<link rel="modulepreload".*?>/g;

/** Adds only the parts that the page does not contain. */
export function injectServerHtml(
  page: string,
  { html, wide, answers }: Omit<DrawnPage, "module">,
  styles: readonly string[],
  script: string,
): string {
  const links = styles
    .filter((href) => !page.includes(`href="${href}"`))
    .map((href) => `<link rel="stylesheet" crossorigin href="${href}" />`);
  // A title may contain text that would end the element.
  const data = JSON.stringify(answers).replaceAll("<", "\\u003c");
  const body = [
    // The pre-hydration script shows this page or the wide one.
    `<div id="root" hidden>${html}</div>`,
    wide ? `<template id="wide" data-from="${wide.fromPx}">${wide.html}</template>` : "",
    `<template id="scripts">${(page.match(SCRIPTS) ?? []).join("")}</template>`,
    `<script>${script}</script>`,
    `<script type="application/json" id="first-answers">${data}</script>`,
  ];
  return page
    .replaceAll(SCRIPTS, "")
    .replace("</head>", () => `${links.join("")}</head>`)
    .replace('<div id="root"></div>', () => body.join(""));
}

/** The style sheets of a module, and of everything that it imports. */
function stylesOf(manifest: Manifest, module: string | null, seen = new Set<string>()): string[] {
  const built = module === null || seen.has(module) ? undefined : manifest[module];
  if (!built || module === null) return [];
  seen.add(module);
  const { css = [], imports = [] } = built;
  return [
    ...imports.flatMap((imported) => stylesOf(manifest, imported, seen)),
    ...css.map((file) => `/${file}`),
  ];
}
