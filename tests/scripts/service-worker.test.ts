import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { describe, expect, it } from "vitest";

const SOURCE = readFileSync(join(import.meta.dirname, "../../public/service-worker.js"), "utf8");
const ORIGIN = "https://art.example";
const FILES = ["/index.html", "/assets/app-1.js", "/theme.js"];

type Kept = Map<string, string>;

/** The requests of a browser with a service worker, and a network that can fail. */
class Browser {
  readonly stores = new Map<string, Kept>();
  asked: string[] = [];
  network: "up" | "down" = "up";
  types = "text/javascript";

  /** Installs and activates a worker of a version, as the browser does for new bytes. */
  async open(version: string, files = FILES) {
    const heard = new Map<string, (event: object) => void>();
    const self = {
      SHELL: { version, files },
      addEventListener: (name: string, listener: (event: object) => void) =>
        heard.set(name, listener),
      location: { origin: ORIGIN },
      registration: {},
      skipWaiting: async () => await Promise.resolve(),
      clients: { claim: async () => await Promise.resolve() },
    };
    const scope = ["self", "caches", "fetch", "Response"];
    // The script as a function of the browser's globals.
    const run = compileFunction(SOURCE, scope) as (...given: unknown[]) => void;
    run(
      self,
      this.#caches(),
      async (request: Request | string) => await this.#fetch(request),
      Response,
    );
    for (const name of ["install", "activate"]) {
      let done: Promise<unknown> = Promise.resolve();
      heard.get(name)?.({ waitUntil: (work: Promise<unknown>) => (done = work) });
      await done;
    }
    this.asked = [];
    return async (path: string, options: { mode?: string; method?: string } = {}) => {
      const { mode = "cors", method = "GET" } = options;
      const request = { url: new URL(path, ORIGIN).href, mode, method };
      let answer: Promise<Response> | undefined;
      heard.get("fetch")?.({
        request,
        respondWith: (given: Promise<Response>) => (answer = given),
      });
      return answer === undefined ? "left alone" : await (await answer).text();
    };
  }

  async #fetch(request: Request | string) {
    const url = typeof request === "string" ? request : request.url;
    const { pathname } = new URL(url, ORIGIN);
    this.asked.push(pathname);
    if (this.network === "down") throw new TypeError("Failed to fetch");
    const headers = { "Content-Type": this.types };
    return await Promise.resolve(new Response(`${pathname} of the network`, { headers }));
  }

  #caches() {
    const pathOf = (request: Request | string) =>
      new URL(typeof request === "string" ? request : request.url, ORIGIN).pathname;
    const found = (kept: Kept | undefined, request: Request | string) => {
      const text = kept?.get(pathOf(request));
      return text === undefined ? undefined : new Response(text);
    };
    const open = async (name: string) => {
      const kept = this.stores.get(name) ?? new Map<string, string>();
      this.stores.set(name, kept);
      return await Promise.resolve({
        addAll: async (paths: string[]) => {
          for (const path of paths) kept.set(path, await (await this.#fetch(path)).text());
        },
        put: async (request: Request, response: Response) =>
          kept.set(pathOf(request), await response.text()),
        match: (request: Request | string) => Promise.resolve(found(kept, request)),
        keys: () => Promise.resolve([...kept.keys()]),
        delete: (path: string) => Promise.resolve(kept.delete(path)),
      });
    };
    return {
      open,
      keys: () => Promise.resolve([...this.stores.keys()]),
      delete: (name: string) => Promise.resolve(this.stores.delete(name)),
      match: (request: Request | string) =>
        Promise.resolve(
          [...this.stores.values()].map((kept) => found(kept, request)).find(Boolean),
        ),
    };
  }
}

const page = { mode: "navigate" };

describe("the service worker", () => {
  it("leaves pages to the network, and opens the site without one", async () => {
    const browser = new Browser();
    const visit = await browser.open("1");
    expect(await visit("/a/1?x=2", page)).toBe("/a/1 of the network");
    browser.network = "down";
    expect(await visit("/a/1", page)).toBe("/index.html of the network");
    expect(await visit("/theme.js")).toBe("/theme.js of the network");
  });

  it("keeps files with a hash in their name, and asks for them once", async () => {
    const browser = new Browser();
    const visit = await browser.open("1");
    await visit("/assets/app-1.js");
    expect(browser.asked).toEqual([]);
    await visit("/assets/explore-2.js");
    await visit("/assets/explore-2.js");
    expect(browser.asked).toEqual(["/assets/explore-2.js"]);
    browser.network = "down";
    expect(await visit("/assets/explore-2.js")).toBe("/assets/explore-2.js of the network");
    await expect(visit("/assets/never-3.js")).rejects.toThrow("Failed to fetch");
  });

  it("keeps no page that a static host sends in place of a file that is missing", async () => {
    const browser = new Browser();
    const visit = await browser.open("1");
    browser.types = "text/html; charset=utf-8";
    await visit("/assets/late-4.js");
    browser.types = "text/javascript";
    await visit("/assets/late-4.js");
    expect(browser.asked).toEqual(["/assets/late-4.js", "/assets/late-4.js"]);
  });

  it.each([
    ["data of the deployment", "https://data.example/api/query", {}],
    ["a file of a member", "https://data.example/api/storage/1", {}],
    ["a feed", "/feeds/u/ada", {}],
    ["what is sent", "/assets/app-1.js", { method: "POST" }],
  ])("never touches %s", async (_, address, options) => {
    const browser = new Browser();
    const visit = await browser.open("1");
    expect(await visit(address, options)).toBe("left alone");
  });

  it("keeps no page that someone opened", async () => {
    const browser = new Browser();
    const visit = await browser.open("1");
    await visit("/settings", page);
    expect([...browser.stores.values()].flatMap((kept) => [...kept.keys()])).toEqual(FILES);
  });

  it("takes the place of the version before, whose shell goes", async () => {
    const browser = new Browser();
    await browser.open("1");
    await browser.open("2", ["/index.html"]);
    expect([...browser.stores.keys()]).toEqual(["shell 2"]);
  });

  it("keeps at most 150 files besides the shell", async () => {
    const browser = new Browser();
    const visit = await browser.open("1");
    for (let n = 0; n < 155; n++) await visit(`/assets/${n}.js`);
    await new Promise((done) => setTimeout(done));
    expect(browser.stores.get("assets")?.size).toBe(150);
    expect(browser.stores.get("assets")?.has("/assets/0.js")).toBe(false);
  });
});
