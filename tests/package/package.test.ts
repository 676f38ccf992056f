import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { createDirectClient as openClient } from "../../packages/billing/src/direct/index";
import { startBackend } from "../../local/main";
import { buildPackage, COMPILER } from "../../scripts/billing-package/build";
import { filesUnder } from "../../scripts/billing-package/files";
import { generate } from "../../scripts/codegen";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const BUILT = join(ROOT, "dist-billing");
const MINIMAL = join(ROOT, "examples/minimal");
const KEY = `sk_sandbox_${"5".repeat(48)}`;
const LIST_PRODUCTS = makeFunctionReference<"action", Record<string, never>, unknown>(
  "billing:listProducts",
);
const TOO_MANY_LINES = 70;
const BUILD_MS = 240_000;

type Door = string | { types: string; default: string };
interface Manifest {
  exports: Record<string, Door>;
  sideEffects: string[];
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

const manifest = () => JSON.parse(readFileSync(join(BUILT, "package.json"), "utf8")) as Manifest;
const built = (path: string) => readFileSync(join(BUILT, path), "utf8");
const linesOf = (path: string) => readFileSync(path, "utf8").trimEnd().split("\n").length;

/** What npm would publish. */
async function packedFiles(): Promise<string[]> {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json"], { cwd: BUILT });
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
  return packed?.files.map(({ path }) => path) ?? [];
}

let example: string;
let files: readonly string[];

/** The example inside this project, so that its packages are found without a network. */
async function installExample(): Promise<string> {
  await mkdir(join(ROOT, ".local"), { recursive: true });
  const folder = await mkdtemp(join(ROOT, ".local/example-"));
  await cp(MINIMAL, folder, { recursive: true });
  await mkdir(join(folder, "node_modules/@spotlight"), { recursive: true });
  await symlink(BUILT, join(folder, "node_modules/@spotlight/billing"));
  await writeFile(join(folder, "convex.json"), JSON.stringify({ functions: "convex/" }));
  return folder;
}

beforeAll(async () => {
  await buildPackage(BUILT);
  [files, example] = await Promise.all([packedFiles(), installExample()]);
}, BUILD_MS);

afterAll(async () => {
  await rm(example, { recursive: true, force: true });
});

describe("the npm package of billing", () => {
  it("holds every file that its doors name", () => {
    const named = Object.values(manifest().exports)
      .flatMap((door) => (typeof door === "string" ? [door] : [door.types, door.default]))
      .map((path) => path.replace("./", ""));
    expect(named.filter((path) => !files.includes(path))).toEqual([]);
  });

  it("holds nothing of the site, and no source", () => {
    const foreign = /community|accounts|shell|identity|\.stage|(?<!\.d)\.tsx?$/;
    expect(files.filter((path) => foreign.test(path))).toEqual([]);
    const siteNames = /convex\/(?:community|accounts)|src\/(?:community|shell|identity)/;
    const texts = files.filter((path) => /\.(js|d\.ts|css)$/.test(path));
    expect(texts.filter((path) => siteNames.test(built(path)))).toEqual([]);
  });

  it("promises side effects of styles only, and leaves React, Convex and Radix to the host", () => {
    const { sideEffects, peerDependencies, dependencies } = manifest();
    expect(sideEffects).toEqual(["*.css"]);
    expect(Object.keys(peerDependencies)).toEqual(
      expect.arrayContaining(["convex", "react", "react-dom"]),
    );
    expect(Object.keys(dependencies)).not.toContain("react");
  });

  it.each([
    ["./react", ["BillingProvider", "useCustomer", "PricingTable", "CheckoutDialog"]],
    ["./contract", ["BILLING_ERROR_CODES", "decideFeatureAccess", "operations"]],
    ["./direct", ["createDirectClient"]],
    ["./server", ["billing", "billingTables", "defineCatalog", "routeBilling"]],
    ["./server/functions", ["engine_public_attach", "provider_host_allowed"]],
  ])("opens %s", async (door, names) => {
    const target = manifest().exports[door];
    if (typeof target !== "object") throw new Error(`${door} is no door`);
    const url = pathToFileURL(join(BUILT, target.default)).href;
    const exported = (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
    expect(names.filter((name) => exported[name] === undefined)).toEqual([]);
  });

  it("gives browsers the operations without the validators of the server", () => {
    const client = filesUnder(join(BUILT, "client"), /\.js$/);
    const text = client.map((path) => built(join("client", path))).join("\n");
    expect(text).toContain("/setup_payment");
    expect(text).not.toMatch(/\bv\.(object|union|literal)\(/);
  });

  it("holds what production runs, whoever builds it: no development JSX, no path of this machine", () => {
    const client = filesUnder(join(BUILT, "client"), /\.js$/);
    const text = client.map((path) => built(join("client", path))).join("\n");
    expect(text).toContain('"react/jsx-runtime"');
    expect(text).not.toContain("jsx-dev-runtime");
    expect(text).not.toContain(ROOT);
  });

  it("has one sheet of styles, with the tokens that it is drawn with", () => {
    const styles = built("styles.css");
    expect(styles).toContain("--ink:");
    expect(styles).toContain(".billing-spinner");
  });
});

describe("the minimal example", () => {
  it("is less than seventy lines of its own", () => {
    const own = filesUnder(MINIMAL, /^(convex|src)\/.*\.tsx?$/);
    const lines = own.map((path) => linesOf(join(MINIMAL, path)));
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThan(TOO_MANY_LINES);
  });

  it(
    "type-checks against the package, which refuses a feature that is not on sale",
    async () => {
      const misuse = `import { defineCatalog } from "@spotlight/billing/server";
export const wrong = defineCatalog({
  currency: "usd",
  features: { uploads: { name: "Uploads", type: "single_use" } },
  // @ts-expect-error: there is no such feature.
  products: { free: { name: "Free", items: [{ feature_id: "downloads" }] } },
});
`;
      await generate(example);
      await writeFile(join(example, "src/misuse.ts"), misuse);
      await run(process.execPath, [COMPILER, "-p", example], { cwd: ROOT });
    },
    BUILD_MS,
  );

  it(
    "builds for the browser",
    async () => {
      await build({ root: example, configFile: false, logLevel: "error" });
      const scripts = filesUnder(join(example, "dist"), /\.js$/);
      const texts = scripts.map((path) => readFileSync(join(example, "dist", path), "utf8"));
      expect(texts.join("\n")).toContain("createRoot");
    },
    BUILD_MS,
  );

  it(
    "runs on a deployment: lists, sells and gates",
    async () => {
      const backend = await startBackend({
        functions: join(example, "convex"),
        dataDir: join(example, "data"),
        port: 0,
        sitePort: 0,
        env: { BILLING_MODE: "sandbox", BILLING_SECRET_KEY: KEY, SITE_ORIGIN: "http://localhost" },
      });
      try {
        expect(await backend.run("billing:install")).toBe(3);
        const visitor = new ConvexHttpClient(backend.url);
        const offer = await visitor.action(LIST_PRODUCTS, {});
        expect(offer).toMatchObject({ data: { list: [{ id: "free" }, { id: "pro" }] } });
        const ask = async (path: string, body: object) => {
          const headers = { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" };
          const init = { method: "POST", headers, body: JSON.stringify(body) };
          return (await (await fetch(`${backend.siteUrl}/v1${path}`, init)).json()) as object;
        };
        const ana = { customer_id: "ana" };
        expect(await ask("/customers", { id: "ana" })).toMatchObject({ id: "ana" });
        const bought = await ask("/attach", { ...ana, product_id: "pro" });
        expect(JSON.stringify(bought)).toContain(`${backend.siteUrl}/sandbox/checkout/`);
        const need = { ...ana, feature_id: "uploads", required_balance: 4 };
        const { createDirectClient } = (await import(
          /* @vite-ignore */ pathToFileURL(join(BUILT, "direct.js")).href
        )) as { createDirectClient: typeof openClient };
        const client = createDirectClient({ secretKey: KEY, url: `${backend.siteUrl}/v1` });
        expect((await client.check(need)).data).toMatchObject({ allowed: false, balance: 3 });
      } finally {
        await backend.close();
      }
    },
    BUILD_MS,
  );
});
