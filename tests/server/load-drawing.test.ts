import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDrawing } from "../../src/server/drawn-page";

const MANIFEST = {
  "index.html": { file: "assets/index.js", css: ["assets/index.css"] },
  "src/a.tsx": {
    file: "assets/a.js",
    css: ["assets/a.css"],
    imports: ["shared", "index.html"],
  },
  shared: {
    file: "assets/shared.js",
    css: ["assets/shared.css"],
    imports: ["src/a.tsx"],
  },
  "src/b.tsx": { file: "assets/b.js" },
};
const PAGE = `<head><link rel="stylesheet" href="/assets/index.css"></head><body><div id="root"></div></body>`;

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "drawing "));
  for (const [path, text] of [
    [".vite/manifest.json", JSON.stringify(MANIFEST)],
    ["server/pre-hydration.js", "show()"],
    [
      "server/draw-page.js",
      `export const drawPage = async (request) => request.path === "/none" ? null : {
        html: JSON.stringify(request), answers: {}, wide: null,
        module: request.path === "/a" ? "src/a.tsx" : request.path === "/b" ? "src/b.tsx" : null,
      };`,
    ],
    ["server/package.json", `{"type":"module"}`],
  ] as const) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

const REQUEST = {
  search: "?x=1",
  language: "en",
  convexUrl: "http://c",
  convexSiteUrl: "http://s",
} as const;

describe("loadDrawing", () => {
  it("requests the drawn data, and waits for at most a second", async () => {
    const page = await (
      await loadDrawing(root, join(root, "server"))
    )(PAGE, { ...REQUEST, path: "/" });
    const request = { ...REQUEST, path: "/", patienceMs: 1000 };
    expect(page).toContain(`<div id="root" hidden>${JSON.stringify(request)}</div>`);
    expect(page).toContain("<script>show()</script>");
  });

  it.each([
    ["/a", ["/assets/shared.css", "/assets/a.css"]],
    ["/b", []],
    ["/", []],
  ])("adds for %s the styles of its module and of its imports", async (path, styles) => {
    const page = await (await loadDrawing(root, join(root, "server")))(PAGE, { ...REQUEST, path });
    const added = [...page.matchAll(/crossorigin href="([^"]*)"/g)].map(([, href]) => href);
    expect(added).toEqual(styles);
  });

  it("leaves a page unchanged when nothing can be drawn", async () => {
    expect(
      await (
        await loadDrawing(root, join(root, "server"))
      )(PAGE, { ...REQUEST, path: "/none" }),
    ).toBe(PAGE);
  });
});
