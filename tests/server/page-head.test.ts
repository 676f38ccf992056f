import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { builtSite } from "../../src/server/web-server";
import { describePage } from "../../src/server/draw-page";

/** The user agents of programs that read a page for its card, and of a search engine. */
const CRAWLERS = [
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Twitterbot/1.0",
  "WhatsApp/2.23.20.0",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "curl/8.5.0",
];

const root = mkdtempSync(join(tmpdir(), "spotlight-heads-"));
writeFileSync(join(root, "index.html"), readFileSync("index.html", "utf8"));
let deployment: Server;
let siteUrl: string;
let asked: string[] = [];
let respond: RequestListener;

beforeAll(async () => {
  deployment = createServer((request, response) => {
    asked.push(request.url ?? "");
    respond(request, response);
  }).listen(0, "127.0.0.1");
  await once(deployment, "listening");
  const { port } = deployment.address() as AddressInfo; // it listens on a port, not on a pipe
  siteUrl = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  deployment.close();
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  asked = [];
  respond = (_, response) => {
    response.writeHead(200, { "X-Robots-Tag": "noai, noimageai" });
    response.end('<title>Swell by Ada</title><meta property="og:title" content="Swell" />');
  };
});

async function get(path: string, agent = "curl/8.5.0", at = siteUrl, language = "en") {
  const draw = Object.assign(async (page: string) => await Promise.resolve(page), {
    describe: describePage,
  });
  const site = builtSite({ url: at, siteUrl: at }, root, draw);
  const response = await site.request(`http://localhost${path}`, {
    headers: { "User-Agent": agent, "Accept-Language": language },
  });
  const { document } = new JSDOM(await response.text()).window;
  const metas = (name: string) =>
    [...document.querySelectorAll(`[property="${name}"], [name="${name}"]`)].map((tag) =>
      tag.getAttribute("content"),
    );
  return { response, document, metas, status: response.status };
}

describe("the raw page of a shared address", () => {
  it.each(CRAWLERS)("has the deployment's head, once, for %s", async (agent) => {
    const { response, document, metas } = await get("/a/1?x=2", agent);
    expect(asked).toEqual(["/heads/a/1"]);
    expect(document.title).toBe("Swell by Ada");
    expect(document.querySelectorAll("title")).toHaveLength(1);
    expect(metas("og:title")).toEqual(["Swell"]);
    expect(metas("og:image")).toEqual([]);
    expect(response.headers.get("X-Robots-Tag")).toBe("noai, noimageai");
    expect(document.querySelector("#root")).not.toBeNull();
  });

  it.each([
    ["/u/ines.duarte", "/heads/u/ines.duarte"],
    ["/A/1/", "/heads/a/1"],
    ["/collections/1", "/heads/collections/1"],
    ["/studio/inks", "/heads/studio/inks"],
    ["/explore?tag=%23sea%20salt", "/heads/explore?tag=%23sea%20salt"],
    ["/u/%E0%A4%A", "/heads/u/%E0%A4%A"],
  ])("%s is described at %s", async (path, described) => {
    await get(path);
    expect(asked).toEqual([described]);
  });

  it.each([
    ["/a/1", "/heads/a/1?language=de"],
    ["/explore?tag=sea", "/heads/explore?tag=sea&language=de"],
  ])("%s is described in German at %s", async (path, described) => {
    await get(path, "curl/8.5.0", siteUrl, "de");
    expect(asked).toEqual([described]);
  });

  it.each([404, 410])("has the deployment's status %i, and is a page of the site", async (code) => {
    respond = (_, response) => {
      response.writeHead(code, { "X-Robots-Tag": "noindex" }).end("<title>Gone</title>");
    };
    const { status, response, document } = await get("/a/1");
    expect([status, response.headers.get("X-Robots-Tag")]).toEqual([code, "noindex"]);
    expect(document.querySelector("#root")).not.toBeNull();
  });

  it("leads to the address it has now, with its query, and is not remembered", async () => {
    respond = (_, response) => {
      response.writeHead(308, { Location: "/u/countess" }).end();
    };
    const { status, response } = await get("/u/ada?tab=about");
    expect([status, response.headers.get("Location")]).toEqual([308, "/u/countess?tab=about"]);
    expect(response.headers.get("Cache-Control")).toBe("no-cache");
  });

  it.each([
    ["answers with an error", () => siteUrl],
    ["does not answer", () => "http://127.0.0.1:1"],
  ])("keeps the site's own head where the deployment %s", async (_, at) => {
    respond = (__, response) => response.writeHead(500).end("<title>Broken</title>");
    const { status, document, metas } = await get("/a/1", "curl/8.5.0", at());
    expect([status, document.title]).toEqual([200, "Spotlight"]);
    expect(metas("og:image")).toHaveLength(1);
  });
});

describe("the raw page of the site's own addresses", () => {
  it.each([
    ["/", "Spotlight", "/"],
    ["/explore", "Explore · Spotlight", "/explore"],
    ["/explore?medium=photo", "Explore · Spotlight", "/explore"],
    ["/Pricing/", "Pricing · Spotlight", "/pricing"],
  ])("%s has title, description, picture and address", async (path, title, canonical) => {
    const { status, response, document, metas } = await get(path);
    expect([status, document.title]).toEqual([200, title]);
    expect(document.querySelector("[rel=canonical]")?.getAttribute("href")).toBe(canonical);
    expect(metas("description")).toEqual(metas("og:description"));
    expect(metas("og:image")).toHaveLength(1);
    expect(response.headers.get("X-Robots-Tag")).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each([
    ["/explore", "Entdecken · Spotlight", "Finde digitale Kunst"],
    ["/terms", "Bedingungen · Spotlight", "Deine Werke bleiben deine"],
    ["/nothing", "Seite nicht gefunden · Spotlight", null],
  ])("%s is described in the visitor's language", async (path, title, words) => {
    const inGerman = await get(path, "curl/8.5.0", siteUrl, "de-AT,de;q=0.9");
    expect(inGerman.document.title).toBe(title);
    expect(inGerman.document.documentElement.lang).toBe("de");
    if (words !== null) expect(inGerman.metas("description")[0]).toContain(words);
    expect((await get(path)).document.title).not.toBe(title);
  });

  it.each(["/settings", "/insights", "/studio/inks/members", "/explore?q=plums", "/sign-in"])(
    "%s is not for search engines",
    async (path) => {
      const { status, response, metas } = await get(path);
      expect([status, response.headers.get("X-Robots-Tag")]).toEqual([200, "noindex"]);
      expect(metas("robots")).toEqual(["noindex"]);
      expect(asked).toEqual([]);
    },
  );

  it.each(["/nothing", "/a", "/a/1/2", "/favicon.ico", "/u/"])("%s is not found", async (path) => {
    const { status, document } = await get(path);
    expect([status, document.title]).toEqual([404, "Page not found · Spotlight"]);
    expect(asked).toEqual([]);
  });
});

describe("feeds, sitemap and robots.txt", () => {
  it.each(["/robots.txt", "/sitemap.xml", "/sitemap/artworks-1.xml", "/feeds/u/ada?x=1"])(
    "%s is the deployment's answer, with the site's security headers",
    async (path) => {
      respond = (_, response) => {
        const headers = { "Content-Type": "text/x", "Cache-Control": "public, max-age=9" };
        response.writeHead(200, { ...headers, "X-Other": "1" }).end("answer");
      };
      const { response, document } = await get(path);
      expect(asked).toEqual([path]);
      expect(document.body.textContent).toBe("answer");
      expect(response.headers.get("Content-Type")).toBe("text/x");
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=9");
      expect(response.headers.get("X-Other")).toBeNull();
      expect(response.headers.get("X-Frame-Options")).toBe("DENY");
    },
  );

  it("passes on a redirect, and a deployment that is not there", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    respond = (_, response) => response.writeHead(308, { Location: "/feeds/u/new" }).end();
    const { status, response } = await get("/feeds/u/old");
    expect([status, response.headers.get("Location")]).toEqual([308, "/feeds/u/new"]);
    expect((await get("/sitemap.xml", "curl", "http://127.0.0.1:1")).status).toBe(503);
  });
});
