import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { compile } from "tailwindcss";

const require = createRequire(import.meta.url);
const read = (path: string) => readFileSync(require.resolve(path), "utf8");
const BILLING = "@spotlight/billing/styles.css";

/** The styles and the root element's class of an app that adds billing to its page. */
export interface Host {
  css: string;
  /** How the page turns dark, if the page itself decides. */
  dark?: Readonly<Record<string, string>>;
}

/** Like a build with Tailwind: imports are resolved, and layers applied. */
async function tailwind(css: string, billing: string): Promise<string> {
  const loadStylesheet = (id: string, base: string) =>
    Promise.resolve({
      path: id,
      base,
      content: id === BILLING ? billing : read("tailwindcss/index.css"),
    });
  const compiler = await compile(css, { base: "/", loadStylesheet });
  return compiler.build(["p-6", "text-center", "bg-background", "text-foreground"]);
}

/**
 * The output of `shadcn init` in an app with Tailwind, with only those tokens that billing may use.
 */
export const SHADCN = `@import "tailwindcss";
@custom-variant dark (&:is(.dark *));
@theme inline {
  --color-background: var(--background);
  --color-foreground: var(--foreground);
  --color-border: var(--border);
  --color-ring: var(--ring);
}
:root {
  --radius: 0.625rem;
  --background: oklch(1 0 0);
  --foreground: oklch(0.145 0 0);
  --card: oklch(1 0 0);
  --card-foreground: oklch(0.145 0 0);
  --popover: oklch(1 0 0);
  --popover-foreground: oklch(0.145 0 0);
  --primary: oklch(0.205 0 0);
  --primary-foreground: oklch(0.985 0 0);
  --secondary: oklch(0.97 0 0);
  --secondary-foreground: oklch(0.205 0 0);
  --muted: oklch(0.97 0 0);
  --muted-foreground: oklch(0.556 0 0);
  --accent: oklch(0.97 0 0);
  --accent-foreground: oklch(0.205 0 0);
  --destructive: oklch(0.577 0.245 27.325);
  --border: oklch(0.922 0 0);
  --input: oklch(0.922 0 0);
  --ring: oklch(0.708 0 0);
}
.dark {
  --background: oklch(0.145 0 0);
  --foreground: oklch(0.985 0 0);
  --card: oklch(0.205 0 0);
  --card-foreground: oklch(0.985 0 0);
  --popover: oklch(0.205 0 0);
  --popover-foreground: oklch(0.985 0 0);
  --primary: oklch(0.922 0 0);
  --primary-foreground: oklch(0.205 0 0);
  --secondary: oklch(0.269 0 0);
  --secondary-foreground: oklch(0.985 0 0);
  --muted: oklch(0.269 0 0);
  --muted-foreground: oklch(0.708 0 0);
  --accent: oklch(0.269 0 0);
  --accent-foreground: oklch(0.985 0 0);
  --destructive: oklch(0.704 0.191 22.216);
  --border: oklch(1 0 0 / 10%);
  --input: oklch(1 0 0 / 15%);
  --ring: oklch(0.556 0 0);
}
@layer base {
  * { @apply border-border outline-ring/50; }
  body { @apply bg-background text-foreground; }
}`;

/** Rules of a page for its own elements, and a utility that resets them. */
const NESTED = `
body { font: 300 1.25rem/2 monospace; letter-spacing: 1px; text-transform: uppercase; color: teal }
.app p, .app li { margin: 2em 0; color: olive; text-align: right }
.app ul { padding-left: 3em; list-style: square }
.app :is(h1, h2, h3) { margin: 1em; font: 900 5em/1 serif }
.app a { color: red } a:hover, a:focus { color: lime; text-decoration: line-through }
button:hover, button:focus-visible { border: 9px dotted; outline: 9px dotted; background: pink }
.app table { border-collapse: separate } .app :is(td, th) { padding: 40px; text-align: center }
.app svg { display: block } input:focus, select:hover { background: yellow; border: 5px solid }
* { box-sizing: content-box; border: 3px solid; padding: 5px }`;

const README = readFileSync(
  join(import.meta.dirname, "../../../packages/billing/README.md"),
  "utf8",
);

/** The block of the README that maps shadcn's tokens to billing's. */
export const SHADCN_TOKENS = String(/^:root,\n\.dark \{\n.*?^\}$/ms.exec(README));

/** The README's rule for a page of Vite 7's template. */
export const VITE_7_WIDTH = String(/(?<=`)#root \{ width.*?\}/.exec(README));

/** The pages of hosts, each with its styles and those of billing as a build puts them together. */
export async function hostPages(billing: string): Promise<Record<string, Host>> {
  const dark = { class: "dark" };
  const bundled = `@import "tailwindcss";\n`;
  const vite = (templates: string) =>
    ["index", "App"].map((name) => read(`${templates}/template-react-ts/src/${name}.css`));
  return {
    "Tailwind, after billing": { css: billing + (await tailwind(bundled, billing)), dark },
    "Tailwind, before billing": { css: (await tailwind(bundled, billing)) + billing, dark },
    "Tailwind, billing among the components": {
      css: await tailwind(`${bundled}@import "${BILLING}" layer(components);`, billing),
      dark,
    },
    shadcn: { css: billing + (await tailwind(SHADCN, billing)), dark },
    "shadcn, with its tokens": {
      css: billing + (await tailwind(SHADCN, billing)) + SHADCN_TOKENS,
      dark,
    },
    "Vite's template": { css: billing + vite("create-vite").join("") },
    "Vite's template of version 7": { css: billing + vite("create-vite-7").join("") },
    Bootstrap: {
      css: read("bootstrap/dist/css/bootstrap.css") + billing,
      dark: { "data-bs-theme": "dark" },
    },
    "Bootstrap, after billing": { css: billing + read("bootstrap/dist/css/bootstrap.css") },
    "nested rules of the page": { css: billing + NESTED, dark: { "data-theme": "dark" } },
  };
}
