import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type * as FileSystem from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { filesOf, putInPlace } from "../../scripts/site-files";

describe("putInPlace", () => {
  const root = mkdtempSync(join(tmpdir(), "spotlight-files-"));
  afterAll(() => rmSync(root, { recursive: true }));

  /** A build with one script, and a file of its own. */
  function build(version: string) {
    const script = `assets/app-${version}.js`;
    const manifest = { "index.html": { file: script, css: ["assets/same.css"] } };
    for (const [name, text] of [
      ["index.html", version],
      [".vite/manifest.json", JSON.stringify(manifest)],
      [script, version],
      [`${script}.br`, version],
      ["assets/same.css", version],
      [`only-${version}.txt`, version],
    ] as const) {
      const file = join(root, ".next", name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    putInPlace(join(root, ".next"), root);
    return filesOf(root)
      .map((file) => relative(root, file))
      .filter((name) => !name.startsWith(".vite/"));
  }
  const whole = (version: string) => [
    ...[`assets/app-${version}.js`, `assets/app-${version}.js.br`],
    ...["assets/same.css", "index.html", `only-${version}.txt`],
  ];

  it("moves the page last, when all its files exist", async () => {
    const moved: string[] = [];
    vi.resetModules();
    vi.doMock("node:fs", async (original) => {
      const real = await original<typeof FileSystem>();
      const renameSync = (from: string, to: string) => {
        moved.push(relative(other, to));
        real.renameSync(from, to);
      };
      return { ...real, renameSync };
    });
    const other = mkdtempSync(join(tmpdir(), "spotlight-files-"));
    const next = join(other, ".next");
    for (const name of ["a.txt", "index.html", "z/z.txt"]) {
      mkdirSync(dirname(join(next, name)), { recursive: true });
      writeFileSync(join(next, name), name);
    }
    const { putInPlace: put } = await import("../../scripts/site-files");
    put(next, other);
    vi.doUnmock("node:fs");
    vi.resetModules();
    rmSync(other, { recursive: true });
    expect(moved).toEqual(["a.txt", "z/z.txt", "index.html"]);
  });

  it("keeps the scripts of open pages for one build, and nothing else of it", () => {
    expect(build("1").sort()).toEqual(whole("1").sort());
    const old = ["assets/app-1.js", "assets/app-1.js.br"];
    expect(build("2").sort()).toEqual([...old, ...whole("2")].sort());
    expect(readFileSync(join(root, "assets/same.css"), "utf8")).toBe("2");
    const next = ["assets/app-2.js", "assets/app-2.js.br"];
    expect(build("3").sort()).toEqual([...next, ...whole("3")].sort());
  });
});
