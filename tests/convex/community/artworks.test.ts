import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { FIRST_PAGE, openSite, pngOf } from "./site";
import { NEW_PROFILE } from "../../../convex/community/profiles/model";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,artworks/deletion,demo/artworks,likes,profiles/functions,storage/quota,relationships/blocks}.ts",
);

beforeEach(() => vi.stubEnv("BILLING_MODE", "sandbox"));

async function wallOf(...works: [artist: string, name: string][]) {
  const site = await openSite(modules);
  const ids: string[] = [];
  for (const [artist, name] of works) {
    const file = await site.send(pngOf(3, 2), "image/png", artist);
    const { data, error } = await site.publish(artist, name, file);
    if (!data) throw new Error(error.message);
    ids.push(data.artworkId);
  }
  return { ...site, ids };
}

describe("artworks", () => {
  it("shows the newest first, to everyone", async () => {
    const { t, ids } = await wallOf(["ada", "1"], ["ben", "2"], ["ada", "3"]);
    const { page } = await t.query(api.community.artworks.functions.feed, FIRST_PAGE);
    expect(page.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it("continues where a page ended", async () => {
    const { t, ids } = await wallOf(["ada", "1"], ["ada", "2"], ["ada", "3"]);
    const options = { numItems: 2, cursor: null };
    const first = await t.query(api.community.artworks.functions.feed, { paginationOpts: options });
    const rest = await t.query(api.community.artworks.functions.feed, {
      paginationOpts: { ...options, cursor: first.continueCursor },
    });
    expect([first.page.length, rest.page.map(({ id }) => id)]).toEqual([2, [ids[0]]]);
  });

  it("lists an artist's works on their page, in any case of the name", async () => {
    const { t, ids } = await wallOf(["ada", "1"], ["ben", "2"]);
    const ask = async (username: string) =>
      (await t.query(api.community.artworks.functions.byProfile, { username, ...FIRST_PAGE })).page;
    expect((await ask("ADA")).map(({ id }) => id)).toEqual([ids[0]]);
    expect(await ask("nobody")).toEqual([]);
  });

  it("finds a work's neighbours, and the end of the feed", async () => {
    const { t, ids } = await wallOf(["ada", "1"], ["ben", "2"], ["ada", "3"]);
    const middle = await t.query(api.community.artworks.functions.get, { id: ids[1] ?? "" });
    expect(middle).toMatchObject({ newer: ids[2], older: ids[0], mine: false });
    const last = await t.query(api.community.artworks.functions.get, { id: ids[0] ?? "" });
    expect(last?.older).toBeNull();
  });

  it("finds neighbours that were published in the same instant", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { t, ids } = await wallOf(["ada", "1"], ["ben", "2"], ["ada", "3"]);
    const middle = await t.query(api.community.artworks.functions.get, { id: ids[1] ?? "" });
    expect(middle).toMatchObject({ newer: ids[2], older: ids[0] });
  });

  it("skips works that are hidden from the viewer", async () => {
    const artists = ["ada", "eve", "ben", "eve", "ada"];
    const works = artists.map((artist, n): [string, string] => [artist, `${n}`]);
    const { t, person, ids } = await wallOf(...works);
    const block = { username: "eve", kind: "block" as const, enabled: true };
    await person("ada").mutation(api.community.relationships.blocks.set, block);
    const args = { id: ids[2] ?? "" };
    const seen = await person("ada").query(api.community.artworks.functions.get, args);
    expect(seen).toMatchObject({ newer: ids[4], older: ids[0] });
    const all = await t.query(api.community.artworks.functions.get, args);
    expect(all).toMatchObject({ newer: ids[3], older: ids[1] });
  });

  it("returns null for an unknown work", async () => {
    const { t } = await wallOf();
    expect(await t.query(api.community.artworks.functions.get, { id: "not-an-id" })).toBeNull();
  });
});

describe("artworks.remove", () => {
  it("is allowed to the artist alone", async () => {
    const { t, person, ids } = await wallOf(["ada", "1"], ["ben", "2"]);
    const args = { id: ids[0] ?? "" };
    const remove = api.community.artworks.functions.remove;
    expect((await t.mutation(remove, args)).error?.code).toBe("unauthenticated");
    expect((await person("ben").mutation(remove, args)).error?.code).toBe("forbidden");
    expect((await person("ada").mutation(remove, args)).error).toBeNull();
    expect((await person("ada").mutation(remove, args)).error?.code).toBe("artwork_not_found");
  });

  it("deletes the files and likes too", async () => {
    vi.useFakeTimers();
    try {
      const { t, person, ids } = await wallOf(["ada", "1"]);
      const id = ids[0] ?? "";
      await person("ben").mutation(api.community.likes.set, { artworkId: id, liked: true });
      await person("ada").mutation(api.community.artworks.functions.remove, { id });
      await t.finishAllScheduledFunctions(vi.runAllTimers);
      await t.run(async (ctx) => {
        expect(await ctx.db.query("likes").take(1)).toEqual([]);
        expect(await ctx.db.system.query("_storage").take(1)).toEqual([]);
      });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("likes.set", () => {
  it("counts a member once, however often they like, and not after they unlike", async () => {
    const { t, person, ids } = await wallOf(["ada", "1"]);
    const [id = ""] = ids;
    const set = async (name: string, liked: boolean) => {
      await person(name).mutation(api.community.likes.set, { artworkId: id, liked });
      return (await t.query(api.community.artworks.functions.get, { id }))?.artwork.likes;
    };
    expect([await set("ben", true), await set("ben", true), await set("eve", true)]).toEqual([
      1, 1, 2,
    ]);
    expect(await set("ben", false)).toBe(1);
    const seen = async (name: string) =>
      (await person(name).query(api.community.artworks.functions.feed, FIRST_PAGE)).page[0]?.liked;
    expect([await seen("ben"), await seen("eve")]).toEqual([false, true]);
    const refused = await t.mutation(api.community.likes.set, { artworkId: "x", liked: true });
    expect(refused.error?.code).toBe("unauthenticated");
  });
});

describe("profiles.ensure", () => {
  it("creates one profile per member, and none for a visitor", async () => {
    const { t, person } = await openSite(modules);
    expect((await t.mutation(api.community.profiles.functions.ensure, {})).error?.code).toBe(
      "unauthenticated",
    );
    const first = await person("ada").mutation(api.community.profiles.functions.ensure, {});
    expect(await person("ada").mutation(api.community.profiles.functions.ensure, {})).toEqual(
      first,
    );
    expect(await person("ada").query(api.community.profiles.functions.mine, {})).toEqual({
      ...first.data,
      avatarUrl: null,
    });
    expect(await t.query(api.community.profiles.functions.mine, {})).toBeNull();
  });

  it("gives a member with a demo artist's name a name of their own", async () => {
    const { t, person } = await openSite(modules);
    await t.run(async (ctx) => {
      await ctx.db.insert("profiles", {
        ...{ tokenIdentifier: "gallery|ada", username: "Ada", usernameKey: "ada" },
        ...{ name: "Ada", bio: "", searchText: "Ada" },
        ...NEW_PROFILE,
      });
    });
    const { data } = await person("ada").mutation(api.community.profiles.functions.ensure, {});
    expect(data?.username).toBe("ada-2");
  });
});

describe("gallery", () => {
  const work = {
    artist: { username: "yuki.tanabe", name: "Yuki Tanabe", bio: "Ink, paper, water." },
    ...{ slug: "swell", title: "Swell", alt: "Waves", medium: "painting" as const },
    ...{ mediaType: "image/jpeg" as const, width: 1100, height: 850 },
    ...{ tags: ["sea"], madeHow: "by_hand" as const },
  };

  it("publishes each work once, however often the seeding runs", async () => {
    const { t, send, exists } = await openSite(modules);
    const asked = { username: "yuki.tanabe", slug: "swell" };
    const { uploadUrl, publish } = internal.community.demo.artworks;
    expect(await t.mutation(uploadUrl, asked)).toMatch(/^https:/);
    expect(await t.mutation(publish, { ...work, storageId: await send(pngOf(3, 2)) })).toBe(true);
    expect(await t.mutation(uploadUrl, asked)).toBeNull();
    const again = await send(pngOf(3, 2));
    expect(await t.mutation(publish, { ...work, storageId: again })).toBe(false);
    expect(await exists(again)).toBe(false);
    const profile = await t.query(api.community.profiles.functions.byUsername, {
      username: "Yuki.Tanabe",
    });
    expect(profile).toEqual(work.artist);
  });
});

describe("share cards", () => {
  const modules = import.meta.glob(
    "../../../convex/community/{profiles/functions,shareCards,relationships/blocks}.ts",
  );

  const SITE = "https://spotlight.example";

  beforeEach(() => {
    vi.stubEnv("SITE_ORIGIN", SITE);
  });

  type Site = Awaited<ReturnType<typeof openSite>>;

  async function share({ t }: Site, path: string) {
    const response = await t.fetch(`/share/${path}`);
    const page = new DOMText(await response.text());
    return { response, page };
  }

  /** What a crawler of a share page reads: there is no browser here. */
  class DOMText {
    constructor(readonly text: string) {}
    meta(name: string): string | undefined {
      const tag = new RegExp(`<meta (?:name|property|http-equiv)="${name}" content="([^"]*)"`);
      return tag.exec(this.text)?.[1];
    }
  }

  describe("the share page of a work", () => {
    it("shows title, artist, picture and size, and links to the site", async () => {
      const site = await openSite(modules);
      const id = await site.hang("ada", "swell", { title: "Swell", alt: "Waves", noAi: false });
      const { response, page } = await share(site, `a/${id}`);
      expect(response.status).toBe(200);
      expect(page.meta("og:title")).toBe("Swell by ada");
      expect(page.meta("og:description")).toBe("Waves");
      expect(page.meta("og:image")).toMatch(/^https?:/);
      expect([page.meta("og:image:width"), page.meta("og:image:height")]).toEqual(["3", "2"]);
      expect(page.meta("og:image:alt")).toBe("Waves");
      expect(page.meta("twitter:card")).toBe("summary_large_image");
      expect(page.meta("refresh")).toBe(`0; url=${SITE}/a/${id}`);
      expect(page.meta("robots")).toBe("all");
      expect(response.headers.get("X-Robots-Tag")).toBeNull();
    });

    it("escapes the artist's text everywhere", async () => {
      const site = await openSite(modules);
      const title = `"><script>alert('1')</script>`;
      const id = await site.hang("ada", "swell", { title, alt: `" onload="x` });
      const { page, response } = await share(site, `a/${id}`);
      expect(page.text).not.toContain("<script");
      expect(page.text).not.toContain(`" onload`);
      expect(page.meta("og:title")).toBe(
        "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; by ada",
      );
      expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    });

    it("asks crawlers not to train on it, as its artist wishes", async () => {
      const site = await openSite(modules);
      const id = await site.hang("ada", "swell");
      const { response, page } = await share(site, `a/${id}`);
      expect(response.headers.get("X-Robots-Tag")).toBe("noai, noimageai");
      expect(page.meta("robots")).toBe("noai, noimageai");
    });

    it("does not reveal a sensitive work", async () => {
      const site = await openSite(modules);
      const id = await site.hang("ada", "swell", { title: "Swell", alt: "Waves" });
      await site.t.run(async (ctx) => await ctx.db.patch("artworks", id, { sensitive: true }));
      const { response, page } = await share(site, `a/${id}`);
      expect(response.status).toBe(200);
      expect(page.text).not.toMatch(/Swell|Waves|ada/);
      expect(page.meta("og:image")).toBe(`${SITE}/logo.png`);
      expect(response.headers.get("X-Robots-Tag")).toBe("noindex, noai, noimageai");
    });

    it.each(["draft", "hidden"] as const)(
      "answers for a work that is %s as for an unknown one",
      async (state) => {
        const site = await openSite(modules);
        const id = await site.hang("ada", "swell", { title: "Swell", alt: "Waves" });
        await site.t.run(async (ctx) => await ctx.db.patch("artworks", id, { state }));
        const [one, other] = [await share(site, `a/${id}`), await share(site, "a/unknown")];
        expect(one.response.status).toBe(404);
        expect(one.page.text.replaceAll(id, "unknown")).toBe(other.page.text);
        expect([...one.response.headers]).toEqual([...other.response.headers]);
      },
    );

    it("is the same for everyone: it does not know the visitor", async () => {
      const site = await openSite(modules);
      const id = await site.hang("ada", "swell");
      await site.person("ben").mutation(api.community.profiles.functions.ensure, {});
      const block = { username: "ben", kind: "block" as const, enabled: true };
      await site.person("ada").mutation(api.community.relationships.blocks.set, block);
      const asked = { id };
      const { ofWork } = internal.community.shareCards;
      expect(await site.person("ben").query(ofWork, asked)).toEqual(
        await site.t.query(ofWork, asked),
      );
    });

    it.each(["a/nothing", "a/", "a/%E0%A4%A", "x/1", "u/nobody", "a/1/2"])(
      "answers 404 with a text for %s",
      async (path) => {
        const { response, page } = await share(await openSite(modules), path);
        expect(response.status).toBe(404);
        expect(page.text).toContain("Page not found");
        expect(page.meta("refresh")).toBe(`0; url=${SITE}/`);
      },
    );

    it("exists for an artist too", async () => {
      const site = await openSite(modules);
      await site.hang("ada", "swell");
      await site
        .person("ada")
        .mutation(api.community.profiles.functions.edit, { name: "Ada L", bio: "Looms." });
      const { page } = await share(site, "u/ada");
      expect([page.meta("og:title"), page.meta("og:description")]).toEqual(["Ada L", "Looms."]);
      expect(page.meta("twitter:card")).toBe("summary");
      expect(page.meta("refresh")).toBe(`0; url=${SITE}/u/ada`);
    });
  });
});
