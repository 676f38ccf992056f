import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseEnv } from "../../src/env";
import { builtSite, nameDeployment } from "../../src/server/web-server";

const ADDRESSES = { url: "http://127.0.0.1:3210", siteUrl: "http://127.0.0.1:3211" };

describe("nameDeployment", () => {
  it("puts the deployment into the page, in place of the build's", () => {
    const page = nameDeployment(readFileSync("index.html", "utf8"), ADDRESSES);
    const named = /<meta name="spotlight-env" content="([^"]*)"/.exec(page)?.[1] ?? "";
    expect(parseEnv(named, { VITE_CONVEX_URL: "https://built.example" })).toMatchObject({
      convexUrl: ADDRESSES.url,
      convexSiteUrl: ADDRESSES.siteUrl,
    });
  });
});

describe("builtSite", () => {
  const root = mkdtempSync(join(tmpdir(), "spotlight-site-"));
  afterAll(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "assets"));
  for (const [file, text] of [
    ["index.html", readFileSync("index.html", "utf8")],
    ["theme.js", "theme"],
    ["assets/app-1.js", "whole"],
    ["assets/app-1.js.br", "brotli"],
    ["assets/app-1.js.gz", "gzip"],
  ] as const)
    writeFileSync(join(root, file), text);
  // There is no backend, so the page has no works.
  const site = builtSite({ url: "http://127.0.0.1:1", siteUrl: "http://127.0.0.1:1" }, root);
  const get = async (path: string, encodings = "") =>
    await site.request(path, { headers: { "Accept-Encoding": encodings } });

  it.each([
    ["gzip, deflate, br", "br", "brotli"],
    ["gzip", "gzip", "gzip"],
    ["", null, "whole"],
  ])("serves a browser that accepts %j an asset as %j, cached for ever", async (...row) => {
    const [encodings, encoding, text] = row;
    const response = await get("/assets/app-1.js", encodings);
    expect(response.headers.get("Content-Encoding")).toBe(encoding);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(await response.text()).toBe(text);
  });

  it("answers 404 for an asset of another build, and not with a page", async () => {
    const gone = await get("/assets/app-0.js");
    expect([gone.status, gone.headers.get("Cache-Control")]).toEqual([404, "no-cache"]);
  });

  it.each(["/", "/index.html", "/u/ines.duarte", "/a/1?x=2"])(
    "answers %s with the page, which names its deployment and is revalidated",
    async (path) => {
      const response = await get(path);
      expect(response.headers.get("Cache-Control")).toBe("no-cache");
      expect(await response.text()).toContain(encodeURIComponent("http://127.0.0.1:1"));
    },
  );

  it("continues to serve its page while another build is made", async () => {
    rmSync(join(root, "index.html"));
    expect((await get("/")).status).toBe(200);
  });

  it("serves other files by their names", async () => {
    expect(await (await get("/theme.js")).text()).toBe("theme");
  });
});
