import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { build, type InlineConfig } from "vite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildSite, isSiteBuilt, SERVER_DIR } from "../../scripts/build";

vi.mock("vite", () => ({ build: vi.fn() }));

const SOURCES = [
  ...["src/main.tsx", "convex/contract/a.ts", "convex/_generated/api.js", "public/icon.svg"],
  ...["index.html", "vite.config.ts", "tsconfig.json"],
  ...["package-lock.json", ".env", ".env.local"],
];
const BUILT = {
  "index.html": `page <script src="/assets/app.js"></script><link href="/assets/app.css"><link href="/assets/app.css">`,
  "service-worker.js": "work()",
  ".vite/manifest.json": "{}",
  "assets/app.js": "script ".repeat(50),
  "assets/app.css": "style",
  "icon.svg": "picture",
  "photo.png": "pixels",
};

let root: string;
let before: string;

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Modules that would become separate chunks. */
const chunk = (fileName: string, isEntry: boolean, imports: string[]) =>
  ({ type: "chunk", fileName, isEntry, imports, moduleIds: [`src/${fileName}`] }) as const;
const CHUNKS = [
  chunk("main.ts", true, ["header.ts", "external"]),
  chunk("header.ts", false, ["button.ts"]),
  chunk("button.ts", false, ["main.ts"]),
  chunk("settings.ts", false, ["button.ts"]),
];

/** The output that Vite would write for each of its builds. */
async function fakeBuild({ build: target = {} }: InlineConfig = {}): Promise<never> {
  const { outDir = "", ssr, lib, write } = target;
  if (write === false) return await Promise.resolve({ output: CHUNKS } as never);
  if (ssr) put(join(outDir, "draw-page.js"), "draw");
  else if (lib) put(join(outDir, "pre-hydration.js"), "view");
  else for (const [path, text] of Object.entries(BUILT)) put(join(outDir, path), text);
  return await Promise.resolve(undefined as never);
}

beforeEach(() => {
  before = process.cwd();
  root = mkdtempSync(join(tmpdir(), "built "));
  process.chdir(root);
  for (const file of SOURCES) put(file, "first");
  vi.mocked(build).mockReset().mockImplementation(fakeBuild);
});
afterEach(() => {
  process.chdir(before);
  rmSync(root, { recursive: true });
});

describe("a built site", () => {
  it("has one file for the modules of its first page, and no other modules in it", async () => {
    await buildSite();
    const configs = vi.mocked(build).mock.calls.map(([config]) => config?.build?.rolldownOptions);
    const output = configs.find(Boolean)?.output;
    const splitting = output && "codeSplitting" in output ? output.codeSplitting : undefined;
    const group = typeof splitting === "object" ? splitting.groups?.[0]?.name : undefined;
    if (typeof group !== "function") throw new Error("The group has no function");
    const graph = { getModuleInfo: () => null };
    expect(CHUNKS.map(({ moduleIds: [id] }) => group(id, graph))).toEqual([
      ...["first", "first", "first"],
      null,
    ]);
  });

  it("is valid while its sources are unchanged", async () => {
    expect(isSiteBuilt()).toBe(false);
    await buildSite();
    expect(isSiteBuilt()).toBe(true);
    for (const file of SOURCES) {
      put(file, "changed");
      expect([file, isSiteBuilt()]).toEqual([file, false]);
      await buildSite();
      expect([file, isSiteBuilt()]).toEqual([file, true]);
    }
    put("src/new.ts", "");
    expect(isSiteBuilt()).toBe(false);
  });

  it("does not depend on other files, or on URLs that are set when it is served", async () => {
    await buildSite();
    put("convex/rules.ts", "x");
    vi.stubEnv("VITE_CONVEX_URL", "https://other.test");
    vi.stubEnv("VITE_CONVEX_SITE_URL", "https://other.test");
    vi.stubEnv("PORT", "1");
    expect(isSiteBuilt()).toBe(true);
    vi.stubEnv("VITE_CLERK_PUBLISHABLE_KEY", "pk_1");
    expect(isSiteBuilt()).toBe(false);
    await buildSite();
    vi.stubEnv("VITE_CLERK_PUBLISHABLE_KEY", "pk_2");
    expect(isSiteBuilt()).toBe(false);
  });

  it.each([
    "dist/index.html",
    join(SERVER_DIR, "draw-page.js"),
    join(SERVER_DIR, "pre-hydration.js"),
  ])("is invalid without %s", async (file) => {
    await buildSite();
    rmSync(file);
    expect(isSiteBuilt()).toBe(false);
  });

  it("is invalid when its build was interrupted", async () => {
    await buildSite();
    put("src/main.tsx", "changed once more");
    const done = vi.mocked(build);
    done.mockRejectedValueOnce(new Error("broken"));
    await expect(buildSite()).rejects.toThrow("broken");
    expect([isSiteBuilt(), readFileSync("dist/index.html", "utf8")]).toEqual([
      false,
      BUILT["index.html"],
    ]);
    done.mockImplementationOnce(fakeBuild).mockRejectedValueOnce(new Error("half"));
    await expect(buildSite()).rejects.toThrow("half");
    expect(isSiteBuilt()).toBe(false);
  });

  it("tells the service worker what its page needs, and a version that changes with the page", async () => {
    const shell = () => {
      const [line = "", rest] = readFileSync("dist/service-worker.js", "utf8").split("\n");
      expect(rest).toBe("work()");
      const text = /^self\.SHELL = (.*);$/.exec(line)?.[1] ?? "";
      return JSON.parse(text) as { version: string; files: string[] };
    };
    await buildSite();
    const first = shell();
    expect(first.files).toEqual(["/index.html", "/assets/app.js", "/assets/app.css"]);
    await buildSite();
    expect(shell()).toEqual(first);
    vi.mocked(build).mockImplementation(async (config) => {
      const built = await fakeBuild(config);
      put(join(config?.build?.outDir ?? "", "index.html"), "another");
      return built;
    });
    await buildSite();
    expect(shell()).toMatchObject({ files: ["/index.html"] });
    expect(shell().version).not.toBe(first.version);
  });

  it("has compressed copies where they are smaller", async () => {
    await buildSite();
    const script = BUILT["assets/app.js"];
    expect(brotliDecompressSync(readFileSync("dist/assets/app.js.br")).toString()).toBe(script);
    expect(gunzipSync(readFileSync("dist/assets/app.js.gz")).toString()).toBe(script);
    const copied = Object.keys(BUILT).filter((file) => existsSync(`dist/${file}.br`));
    expect(copied).toEqual([
      ...["service-worker.js", ".vite/manifest.json", "assets/app.js", "assets/app.css"],
      "icon.svg",
    ]);
    expect(existsSync("dist/.next")).toBe(false);
  });
});
