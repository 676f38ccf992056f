import { JSDOM } from "jsdom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { openSite } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob([
  "../../../convex/community/{shareCards,newWorks,profiles/functions,profiles/usernames}.ts",
  "../../../convex/community/sitemap/pages.ts",
  "../../../convex/community/{collections/functions,collections/items}.ts",
]);
const SITE = "https://spotlight.example";
const HOSTILE = `"><script>alert('1')</script>]]>&amp;`;

beforeEach(() => vi.stubEnv("SITE_ORIGIN", SITE));

/** The head of a page of the site, as its server gets it. */
async function head({ t }: Site, path: string) {
  const response = await t.fetch(`/heads${path}`);
  const { document } = new JSDOM(`<head>${await response.text()}</head>`).window;
  const read = (selector: string, attribute = "content") =>
    document.querySelector(selector)?.getAttribute(attribute) ?? null;
  return { response, status: response.status, title: document.title, read, document };
}

/** An XML document. Malformed ones throw. */
async function xml({ t }: Site, path: string) {
  const response = await t.fetch(path);
  if (response.status !== 200) return { response, all: () => [] };
  const window = new JSDOM(await response.text(), { contentType: "application/xml" }).window;
  const all = (selector: string) =>
    [...window.document.querySelectorAll(selector)].map(
      (node) => node.getAttribute("href") ?? node.textContent,
    );
  return { response, all };
}

/** A collection of a member, with works. */
async function collect({ t }: Site, owner: string, visibility: "public" | "private") {
  return await t.run(async ({ db }) => {
    const profile = await db.query("profiles").first();
    if (!profile) throw new Error(`${owner} is not there`);
    const row = { title: "Tides", description: "", visibility, items: 0 };
    return await db.insert("collections", { ...row, profileId: profile._id });
  });
}

const drawn = async ({ t }: Site, id: string, change: object) =>
  await t.run(async ({ db }) => await db.patch("artworks", id as never, change));

describe("the head of a page", () => {
  it("speaks German, around what members wrote", async () => {
    const site = await openSite(modules);
    const id = await site.hang("ada", "w", { title: "Swell", description: "" });
    const { title, read } = await head(site, `/a/${id}?language=de`);
    expect([title, read("[property='og:locale']")]).toEqual(["Swell von ada · Spotlight", "de_DE"]);
    const words = async (path: string) =>
      (await head(site, `${path}language=de`)).read("[name=description]");
    expect(await words("/u/ada?")).toBe("Werke von ada auf Spotlight.");
    expect(await words("/explore?tag=sea&")).toBe("Neue Werke mit dem Tag #sea auf Spotlight.");
    expect(await words("/a/nothing?")).toMatch(/^Das wurde entfernt/);
    expect((await head(site, `/a/${id}?language=xx`)).title).toBe("Swell by ada · Spotlight");
  });

  it("has title, description, picture, address and feed of a work", async () => {
    const site = await openSite(modules);
    const long = `At noon,\n${"by the sea ".repeat(40)}`;
    const id = await site.hang("ada", "w", { title: "Swell", description: long, noAi: true });
    const { status, title, read, response } = await head(site, `/a/${id}`);
    expect([status, title]).toEqual([200, "Swell by ada · Spotlight"]);
    expect(read("[name=description]")).toMatch(/^At noon, by the sea .{100,190}…$/);
    expect(read("[rel=canonical]", "href")).toBe(`${SITE}/a/${id}`);
    expect(read("[property='og:url']")).toBe(`${SITE}/a/${id}`);
    expect(read("[property='og:image']")).toMatch(/^https?:/);
    expect(read("[name='twitter:card']")).toBe("summary_large_image");
    expect(read("[type='application/atom+xml']", "href")).toBe(`${SITE}/feeds/u/ada`);
    expect(response.headers.get("X-Robots-Tag")).toBe("noai, noimageai");
    expect(read("[name=robots]")).toBe("noai, noimageai");
  });

  it("escapes every text", async () => {
    const site = await openSite(modules);
    const id = await site.hang("ada", "w", { title: HOSTILE, description: HOSTILE, alt: HOSTILE });
    await site.person("ada").mutation(api.community.profiles.functions.edit, { name: HOSTILE });
    for (const path of [`/a/${id}`, "/u/ada"]) {
      const { document, read } = await head(site, path);
      expect(document.querySelector("script")).toBeNull();
      expect(document.body.children).toHaveLength(0);
      expect(read("[name='twitter:title']")).toContain(HOSTILE);
    }
  });

  it("shows a picture that other sites take: not one of more than five megabytes", async () => {
    const site = await openSite(modules);
    const id = await site.hang("ada", "w");
    const storageId = await site.send(new Uint8Array(3));
    const poster = { storageId, mediaType: "image/webp", bytes: 3 };
    const url = await site.t.run(async ({ storage }) => await storage.getUrl(storageId));
    await drawn(site, id, { poster, bytes: 5_000_000 });
    expect((await head(site, `/a/${id}`)).read("[property='og:image:width']")).toBe("3");
    await drawn(site, id, { bytes: 5_000_001 });
    const { read } = await head(site, `/a/${id}`);
    expect(read("[property='og:image']")).toBe(url);
    expect(read("[property='og:image:width']")).toBeNull();
  });

  it("says that a deleted work or collection is gone, without a word about it", async () => {
    const site = await openSite(modules);
    const id = await site.hang("ada", "w", { title: "Swell" });
    const list = await collect(site, "ada", "public");
    await site.t.run(async ({ db }) => {
      await db.delete("artworks", id);
      await db.delete("collections", list);
    });
    for (const path of [`/a/${id}`, `/collections/${list}`]) {
      const { status, document, response } = await head(site, path);
      expect([path, status]).toEqual([path, 410]);
      expect(document.head.innerHTML).not.toMatch(/Swell|Tides|ada/);
      expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
    }
  });

  it.each(["/a/unknown", "/u/nobody", "/collections/x", "/studio/none", "/x/1", "/", "/a/1/2"])(
    "answers 404 for %s, and names no address",
    async (path) => {
      const { status, read } = await head(await openSite(modules), path);
      expect(status).toBe(404);
      expect(read("[name=robots]")).toBe("noindex");
      expect(read("[rel=canonical]", "href")).toBeNull();
    },
  );

  it("redirects a former username, for as long as it is one", async () => {
    const site = await openSite(modules);
    await site.hang("ada", "w");
    await site.person("ada").mutation(api.community.profiles.usernames.change, {
      username: "countess",
    });
    for (const [path, to] of [
      ["/heads/u/Ada", "/u/countess"],
      ["/share/u/ada", "/share/u/countess"],
      ["/feeds/u/ada", "/feeds/u/countess"],
    ]) {
      const { status, headers } = await site.t.fetch(path ?? "");
      expect([status, headers.get("Location")]).toEqual([308, to]);
      expect(headers.get("Cache-Control")).toBe("no-cache");
    }
    expect((await head(site, "/u/COUNTESS")).read("[rel=canonical]", "href")).toBe(
      `${SITE}/u/countess`,
    );
  });

  it("of a collection, a studio and a tag shows a work that everyone may see", async () => {
    const site = await openSite(modules);
    const shy = await site.hang("ada", "shy", { tags: ["sea"], alt: "Shy" });
    const open = await site.hang("ada", "open", { tags: ["sea"], alt: "Open" });
    await drawn(site, shy, { sensitive: true });
    const list = await collect(site, "ada", "public");
    await site.t.run(async ({ db }) => {
      const [ada] = await db.query("profiles").take(1);
      if (!ada) throw new Error("ada is not there");
      for (const [position, artworkId] of [shy, open].entries())
        await db.insert("collectionItems", { collectionId: list, artworkId, position });
      const studio = { slug: "inks", name: "Inks", ownerId: ada._id, customerId: "c" };
      const studioId = await db.insert("studios", studio);
      await db.patch("artworks", open, { studioId });
    });
    for (const [path, title] of [
      [`/collections/${list}`, "Tides, a collection by ada · Spotlight"],
      ["/studio/inks", "Inks · Spotlight"],
      ["/explore?tag=sea", "#sea · Spotlight"],
    ] as const) {
      const page = await head(site, path);
      expect([page.status, page.title]).toEqual([200, title]);
      expect(page.read("[property='og:image:alt']")).toBe("Open");
      expect(page.read("[rel=canonical]", "href")).toBe(`${SITE}${path}`);
    }
    expect((await head(site, "/explore?tag=none")).read("[name=robots]")).toMatch(/^noindex/);
  });

  it("of a private collection is that of an unknown one", async () => {
    const site = await openSite(modules);
    await site.hang("ada", "w");
    const list = await collect(site, "ada", "private");
    const [one, other] = [await head(site, `/collections/${list}`), await head(site, "/x/1")];
    expect(one.status).toBe(404);
    expect(one.document.head.innerHTML).toBe(other.document.head.innerHTML);
  });
});

describe("a feed", () => {
  it.each(["/feeds/u/ada", "/feeds/tag/sea"])("%s has the newest works first", async (path) => {
    const site = await openSite(modules);
    const tags = ["sea"];
    const ids = [
      await site.hang("ada", "1", { title: "1", description: HOSTILE, tags }),
      await site.hang("ada", "2", { title: "2", tags }),
    ];
    const [shy, draft] = [
      await site.hang("ada", "3", { tags }),
      await site.hang("ada", "4", { tags }),
    ];
    // Stored before such titles were refused.
    await drawn(site, ids[0] ?? shy, { title: `1 ${HOSTILE}\u0001\uD800` });
    await drawn(site, shy, { sensitive: true });
    await drawn(site, draft, { state: "draft" });
    for (const [n, id] of ids.entries()) await drawn(site, id, { publishedAt: 1e12 + n });
    const { response, all } = await xml(site, path);
    expect(response.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
    const order = path.includes("tag") ? ids : ids.toReversed();
    expect(all("entry > id").toSorted()).toEqual(order.map((id) => `${SITE}/a/${id}`).toSorted());
    expect(all("entry > title")).toContain(`1 ${HOSTILE}`);
    expect(all("feed > link[rel=self]")).toEqual([`${SITE}${path}`]);
    const content = new JSDOM(all("entry > content").find((text) => text.includes("alert")));
    expect(content.window.document.querySelector("script")).toBeNull();
    expect(content.window.document.querySelector("img")).not.toBeNull();
  });

  it("has at most twenty works, and is there without any", async () => {
    const site = await openSite(modules);
    const id = await site.hang("ada", "1");
    await site.t.run(async ({ db }) => {
      const work = await db.get("artworks", id);
      if (!work) throw new Error("no work");
      const { _id, _creationTime, ...row } = work;
      for (let n = 0; n < 24; n++) await db.insert("artworks", { ...row, publishedAt: n });
    });
    expect((await xml(site, "/feeds/u/ada")).all("entry")).toHaveLength(20);
    expect((await xml(site, "/feeds/tag/none")).all("updated")).toEqual([
      "1970-01-01T00:00:00.000Z",
    ]);
  });

  it.each(["/feeds/u/nobody", "/feeds/tag/%20", "/feeds/x/1", "/feeds/u/%E0%A4%A"])(
    "is not at %s",
    async (path) => {
      expect((await (await openSite(modules)).t.fetch(path)).status).toBe(404);
    },
  );
});

describe("the sitemap", () => {
  it("names what everyone may see, and the site's own pages", async () => {
    const site = await openSite(modules);
    const open = await site.hang("ada", "open", { tags: ["sea"] });
    const hidden = [
      [await site.hang("ada", "draft"), { state: "draft" }],
      [await site.hang("ada", "hidden"), { state: "hidden" }],
      [await site.hang("ada", "shy"), { sensitive: true }],
    ] as const;
    for (const [id, change] of hidden) await drawn(site, id, change);
    const [list] = [await collect(site, "ada", "public"), await collect(site, "ada", "private")];
    const names = ["site", "artworks", "profiles", "collections", "studios"];
    const { all } = await xml(site, "/sitemap.xml");
    expect(all("loc")).toEqual(names.map((name) => `${SITE}/sitemap/${name}-1.xml`));
    const listed = async (name: string) => (await xml(site, `/sitemap/${name}-1.xml`)).all("loc");
    expect(await listed("artworks")).toEqual([`${SITE}/a/${open}`]);
    expect(await listed("profiles")).toEqual([`${SITE}/u/ada`]);
    expect(await listed("collections")).toEqual([`${SITE}/collections/${list}`]);
    expect(await listed("site")).toContain(`${SITE}/explore?tag=sea`);
    expect(await listed("site")).toContain(`${SITE}/privacy`);
  });

  it("begins a new page after a thousand rows, none of them missing or twice", async () => {
    const site = await openSite(modules);
    const first = await site.hang("ada", "1");
    await site.t.run(async ({ db }) => {
      const work = await db.get("artworks", first);
      if (!work) throw new Error("no work");
      const { _id, _creationTime, ...row } = work;
      for (let n = 0; n < 2_100; n++) await db.insert("artworks", row);
    });
    vi.useFakeTimers();
    await site.t.mutation(internal.community.sitemap.pages.extend, {});
    await site.settle();
    vi.useRealTimers();
    const { all } = await xml(site, "/sitemap.xml");
    const pages = all("loc").filter((path) => path.includes("artworks"));
    expect(pages).toHaveLength(3);
    const listed = await Promise.all(
      pages.map(async (path) => (await xml(site, new URL(path).pathname)).all("loc")),
    );
    expect(new Set(listed.flat()).size).toBe(2_101);
    expect(listed.flat()).toHaveLength(2_101);
  });

  it.each(["/sitemap/artworks-2.xml", "/sitemap/likes-1.xml", "/sitemap/site-2.xml", "/sitemap/x"])(
    "is not at %s",
    async (path) => {
      expect((await (await openSite(modules)).t.fetch(path)).status).toBe(404);
    },
  );

  it("is named in robots.txt, which closes pages that are someone's own", async () => {
    const text = await (await (await openSite(modules)).t.fetch("/robots.txt")).text();
    expect(text).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    expect(text).toContain("Disallow: /settings");
  });
});
