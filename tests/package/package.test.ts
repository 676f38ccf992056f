import { readFileSync, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { Page } from "@playwright/test";
import { convexTest } from "convex-test";
import { defineSchema } from "convex/server";
import { publint } from "publint";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { components } from "../../convex/_generated/api";
import { bundleForNative } from "../../packages/billing/tests/native-bundle";
import { filesUnder } from "../../packages/billing/scripts/files";
import type { register as registerBilling } from "../../packages/billing/src/test";
import { generate } from "../../scripts/codegen";
import { testAiCredits } from "./apps/ai-credits";
import { testUsageApi } from "./apps/usage-api";
import { checkTypes, installExample, makeFolder, makeVariables, pack, ROOT } from "./example-copy";
import type { Packed, StrangersApp } from "./example-copy";
import { buy, signIn, useStarter } from "./starter-page";

const MAX_BYTES = 1_500_000;
const MAX_DOCS_BYTES = 100_000;
const MAX_HOST_LINES = 25;
const BUILD_MS = 240_000;
/** A field of validators, which a browser does not need. */
const OF_A_VALIDATOR = "delete_in_stripe";

let app: StrangersApp;
/** Each packed once, for all apps. */
let tarballs: string;
let billing: Packed;
let direct: Packed;
let local: Packed;
let variables: Record<string, string>;
let files: readonly string[];
const installed = (path: string) => readFileSync(join(app.installed, path), "utf8");

beforeAll(async () => {
  tarballs = await makeFolder("tarballs");
  [billing, direct, local] = await Promise.all([
    pack("@spotlight/billing", tarballs),
    pack("@spotlight/billing-direct", tarballs),
    pack("convex-local", tarballs),
  ]);
  app = await installExample("minimal", [billing, local]);
  variables = await makeVariables(app.folder);
  files = filesUnder(app.installed, /\.\w+$/);
}, BUILD_MS);

afterAll(async () => {
  await app.remove();
  await rm(tarballs, { recursive: true, force: true });
});

describe("the npm package of billing", () => {
  it("has no findings of publint", async () => {
    const { messages } = await publint({ pkgDir: app.installed, pack: false, strict: true });
    expect(messages).toEqual([]);
  });

  it("is at most 1.5 MB of code, and 0.1 MB of documents", () => {
    const sizeOf = (paths: readonly string[]) =>
      paths.reduce((sum, path) => sum + statSync(join(app.installed, path)).size, 0);
    expect(sizeOf(files.filter((path) => !path.startsWith("docs/")))).toBeLessThan(MAX_BYTES);
    // The package contains the reference, another 0.15 MB, only if it was written before.
    const written = files.filter((path) => /^docs\/(?!reference\/)/.test(path));
    expect(sizeOf(written)).toBeGreaterThan(0);
    expect(sizeOf(written)).toBeLessThan(MAX_DOCS_BYTES);
  });

  it("has documents whose links lead to files of the package", () => {
    const documents = files.filter((path) => path.endsWith(".md") || path === "llms.txt");
    expect(documents).toContain("docs/adopting.md");
    const broken = documents.flatMap((path) =>
      [...installed(path).matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)]
        .map(([, to = ""]) => posix.join(posix.dirname(path), to))
        // Tests pack without the reference.
        .filter((to) => !to.startsWith("docs/reference/") && !files.includes(to))
        .map((to) => `${path}: ${to}`),
    );
    expect(broken).toEqual([]);
  });

  it("has hooks that bundle for React Native", async () => {
    const entry = join(app.folder, "native.ts");
    await writeFile(entry, `export * from "@spotlight/billing/react/headless";`);
    await bundleForNative(entry, ["react-native"]);
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
    const who = await t.run((ctx) =>
      ctx.runMutation(identifyCaller, { caller: { identity }, call }),
    );
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
      await generate(app.folder, { env: variables });
      expect(readFileSync(generated, "utf8")).toContain(
        "@spotlight/billing/_generated/component.js",
      );
      await writeFile(join(app.folder, "src/misuse.ts"), misuse);
      await checkTypes(app.folder);
    },
    BUILD_MS,
  );

  it("builds a page without validators, and with light-dark()", async () => {
    await build({ root: app.folder, configFile: false, logLevel: "error" });
    expect(builtPage(app, /\.js$/)).not.toContain(OF_A_VALIDATOR);
    // With Vite's own targets, which are older than the function.
    expect(builtPage(app, /\.css$/)).toContain("--billing-sheet:light-dark(");
  });
});

it("all starters have the same sign-in", () => {
  const own = ["make-keys.mjs", "convex/accounts.ts", "convex/auth.config.ts"];
  const textsOf = (example: string) =>
    own.map((path) => readFileSync(join(ROOT, "examples", example, path), "utf8"));
  expect(textsOf("team-seats")).toEqual(textsOf("minimal"));
  expect(textsOf("nextjs")).toEqual(textsOf("minimal"));
});

describe("a copied starter runs without an account, and in a browser", () => {
  it(
    "leads a visitor to sign-in, sells, and counts use",
    () =>
      useStarter(app.folder, "vite --strictPort", async (page) => {
        await signIn(page, "Get Started");
        await page.getByText("Prints left: 3").waitFor();
        await buy(page, "Pay $9.00");
        await page.getByText("Prints left: 100").waitFor();
        await page.getByRole("button", { name: "Order a print" }).click();
        await page.getByText("Prints left: 99").waitFor();
      }),
    BUILD_MS,
  );

  it(
    "sells seats, refuses one too many, and counts the use of each",
    async () => {
      const team = await installExample("team-seats", [billing, local]);
      const addSeat = async (page: Page, name: string) => {
        await page.getByLabel("Name").fill(name);
        await page.getByRole("button", { name: "Add a seat" }).click();
      };
      try {
        await useStarter(team.folder, "vite --strictPort", async (page) => {
          await signIn(page, "Get Started");
          await page.getByRole("heading", { name: "Seats" }).waitFor();
          await addSeat(page, "Ana");
          await page.getByRole("button", { name: "Render as Ana" }).click();
          await page.getByText("1 of 5").waitFor();
          await addSeat(page, "Ben");
          await page.getByRole("alert").filter({ hasText: "limit for Seats" }).waitFor();
          await buy(page, "Pay $20.00");
          await addSeat(page, "Ben");
          await page.getByRole("button", { name: "Render as Ben" }).click();
          await page.getByText("1 of 50").waitFor();
        });
        await checkTypes(team.folder);
      } finally {
        await team.remove();
      }
    },
    BUILD_MS,
  );
});

testAiCredits(() => installExample("ai-credits", [billing]));
testUsageApi(() => installExample("usage-api", [billing, direct]));

/** The files that the built page loads, immediately and later. */
function builtPage({ folder }: StrangersApp, kind: RegExp): string {
  const dist = join(folder, "dist");
  return filesUnder(dist, kind)
    .map((path) => readFileSync(join(dist, path), "utf8"))
    .join("\n");
}
