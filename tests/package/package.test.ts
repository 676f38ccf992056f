import { readFileSync, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { convexTest } from "convex-test";
import { defineSchema } from "convex/server";
import { publint } from "publint";
import { build, preview } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { components } from "../../convex/_generated/api";
import { startBackend } from "../../local/main";
import { filesUnder } from "../../packages/billing/scripts/files";
import type { register as registerBilling } from "../../packages/billing/src/test";
import { findTestBrowser } from "../../scripts/browser";
import { generate } from "../../scripts/codegen";
import { freePort, installExample, makeVariables, ROOT, run } from "./example-copy";
import type { StrangersApp } from "./example-copy";

const COMPILER = join(ROOT, "node_modules/typescript-native/bin/tsc");
const MAX_BYTES = 1_500_000;
const MAX_HOST_LINES = 25;
const BUILD_MS = 240_000;
/** A field that validators name, and nothing that a browser needs. */
const OF_A_VALIDATOR = "delete_in_stripe";

let app: StrangersApp;
let variables: Record<string, string>;
let files: readonly string[];
const installed = (path: string) => readFileSync(join(app.installed, path), "utf8");

beforeAll(async () => {
  app = await installExample();
  variables = await makeVariables(app.folder);
  files = filesUnder(app.installed, /\.\w+$/);
}, BUILD_MS);

afterAll(async () => {
  await app.remove();
});

describe("the npm package of billing", () => {
  it("has no findings of publint", async () => {
    const { messages } = await publint({ pkgDir: app.installed, pack: false, strict: true });
    expect(messages).toEqual([]);
  });

  it("is at most 1.5 MB unpacked", () => {
    const bytes = files.map((path) => statSync(join(app.installed, path)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
  });

  it("registers itself and its rate limiter with convex-test", async () => {
    const { register } = (await import(/* @vite-ignore */ join(app.installed, "dist/test.ts"))) as {
      register: typeof registerBilling;
    };
    const t = convexTest(defineSchema({}), { "./_generated/api.js": () => Promise.resolve({}) });
    register(t);
    const identity = { tokenIdentifier: "issuer|ana", subject: "ana", issuer: "issuer" };
    const call = { operation: "checkout", session: null } as const;
    const { identifyCaller } = components.billing.public;
    const who = await t.run((ctx) => ctx.runMutation(identifyCaller, { identity, call }));
    expect(who.error).toBeNull();
  });

  it("has a README that names every component and every hook", () => {
    const exported = installed("dist/react/index.js").match(/\b(?:use)?[A-Z][a-z]\w+(?=[,\s}])/g);
    const unnamed = exported?.filter((name) => !installed("README.md").includes(name));
    expect(unnamed).toEqual([]);
  });

  it("contains nothing of the site, and no path of the build machine", () => {
    const foreign = /community|accounts\/|\/app\//;
    expect(files.filter((path) => foreign.test(path))).toEqual([]);
    const texts = files.filter((path) => /\.(js|ts|css)$/.test(path));
    const named = /convex\/(?:community|accounts)|jsx-dev-runtime/;
    const wrong = texts.filter((path) => {
      const text = installed(path);
      return named.test(text) || text.includes(ROOT);
    });
    expect(wrong).toEqual([]);
  });
});

describe("an app of a new host", () => {
  it("is the README's code, in 25 lines of Convex", () => {
    const own = ["convex.config.ts", "billing.ts"].map((file) => `convex/${file}`);
    const texts = own.map((path) => readFileSync(join(app.folder, path), "utf8"));
    expect(texts.filter((text) => !installed("README.md").includes(text))).toEqual([]);
    expect(texts.join("").trimEnd().split("\n").length).toBeLessThanOrEqual(MAX_HOST_LINES);
  });

  it(
    "generates its code, and type-checks, but not with a misspelt feature",
    async () => {
      const misuse = `import { Billing, defineCatalog } from "@spotlight/billing";
import { components } from "../convex/_generated/api";
const prints = { name: "Prints", type: "single_use" } as const;
const catalogue = defineCatalog({ currency: "usd", features: { prints }, products: {} });
const billing = new Billing(components.billing, { catalogue });
// @ts-expect-error: there is no such feature.
export const wrong = (ctx: never) => billing.gate(ctx, null, { featureId: "print", key: "1" });
`;
      const generated = join(app.folder, "convex/_generated/api.d.ts");
      await rm(generated);
      await generate(app.folder, variables);
      expect(readFileSync(generated, "utf8")).toContain(
        "@spotlight/billing/_generated/component.js",
      );
      await writeFile(join(app.folder, "src/misuse.ts"), misuse);
      await run(process.execPath, [COMPILER, "-p", app.folder], { cwd: ROOT });
    },
    BUILD_MS,
  );

  it(
    "leads a visitor to sign-in, sells in a browser, and counts use",
    async () => {
      const port = await freePort();
      const site = `http://localhost:${port}`;
      const backend = await startBackend({
        functions: join(app.folder, "convex"),
        dataDir: join(app.folder, "data"),
        port: 0,
        sitePort: 0,
        env: { ...variables, SITE_ORIGIN: site },
      });
      const define = {
        "import.meta.env.VITE_CONVEX_URL": JSON.stringify(backend.url),
        "import.meta.env.VITE_CONVEX_SITE_URL": JSON.stringify(backend.siteUrl),
      };
      const quiet = { root: app.folder, configFile: false, logLevel: "error" } as const;
      await build({ ...quiet, define });
      expect(builtPage(app, /\.js$/)).not.toContain(OF_A_VALIDATOR);
      // With Vite's own targets, which are older than the function.
      expect(builtPage(app, /\.css$/)).toContain("--billing-sheet:light-dark(");
      const server = await preview({ ...quiet, preview: { port, strictPort: true } });
      const { executablePath, env } = findTestBrowser(process.env);
      const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
      try {
        expect(await backend.run("billing:install")).toEqual({ changed: 3 });
        const page = await browser.newPage();
        await page.goto(site);
        await buyPro(page);
        await page.getByText("Prints left: 100").waitFor();
        await page.getByRole("button", { name: "Order a print" }).click();
        await page.getByText("Prints left: 99").waitFor();
      } finally {
        await browser.close();
        await server.close();
        await backend.close();
      }
    },
    BUILD_MS,
  );
});

/** What the built page loads, at once and later. */
function builtPage({ folder }: StrangersApp, kind: RegExp): string {
  const dist = join(folder, "dist");
  return filesUnder(dist, kind)
    .map((path) => readFileSync(join(dist, path), "utf8"))
    .join("\n");
}

/** As a first-time visitor. */
async function buyPro(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Get Started" }).last().click();
  await page.getByLabel("Name").fill("ana");
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Prints left: 3").waitFor();
  await page.getByRole("button", { name: "Upgrade" }).click();
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByLabel(/^Expir/).fill("12/34");
  await page.getByLabel(/^(Security code|CVC)/).fill("123");
  await page.getByRole("button", { name: "Pay $9.00" }).click();
  await page.getByRole("link", { name: "Back to the site" }).click();
}
