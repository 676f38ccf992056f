import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { NEW_PROFILE } from "../../../convex/community/profiles";
import { FIRST_PAGE, openSite, pngOf } from "./site";

beforeEach(() => vi.stubEnv("BILLING_MODE", "sandbox"));

async function wallOf(...works: [artist: string, name: string][]) {
  const site = await openSite();
  const ids: string[] = [];
  for (const [artist, name] of works) {
    const { data, error } = await site.publish(artist, name, await site.send(pngOf(3, 2)));
    if (!data) throw new Error(error.message);
    ids.push(data.artworkId);
  }
  return { ...site, ids };
}

describe("artworks", () => {
  it("shows the newest first, to anyone", async () => {
    const { t, ids } = await wallOf(["ada", "1"], ["ben", "2"], ["ada", "3"]);
    const { page } = await t.query(api.community.artworks.feed, FIRST_PAGE);
    expect(page.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it("goes on where a page ended", async () => {
    const { t, ids } = await wallOf(["ada", "1"], ["ada", "2"], ["ada", "3"]);
    const options = { numItems: 2, cursor: null };
    const first = await t.query(api.community.artworks.feed, { paginationOpts: options });
    const rest = await t.query(api.community.artworks.feed, {
      paginationOpts: { ...options, cursor: first.continueCursor },
    });
    expect([first.page.length, rest.page.map(({ id }) => id)]).toEqual([2, [ids[0]]]);
  });

  it("hangs an artist's works on their own wall, whatever the case of the name", async () => {
    const { t, ids } = await wallOf(["ada", "1"], ["ben", "2"]);
    const ask = async (username: string) =>
      (await t.query(api.community.artworks.byProfile, { username, ...FIRST_PAGE })).page;
    expect((await ask("ADA")).map(({ id }) => id)).toEqual([ids[0]]);
    expect(await ask("nobody")).toEqual([]);
  });

  it("knows a work's neighbours, and where the wall ends", async () => {
    const { t, ids } = await wallOf(["ada", "1"], ["ben", "2"], ["ada", "3"]);
    const middle = await t.query(api.community.artworks.get, { id: ids[1] ?? "" });
    expect(middle).toMatchObject({ newer: ids[2], older: ids[0], mine: false });
    const last = await t.query(api.community.artworks.get, { id: ids[0] ?? "" });
    expect(last?.older).toBeNull();
  });

  it("knows neighbours that were hung in the same instant", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { t, ids } = await wallOf(["ada", "1"], ["ben", "2"], ["ada", "3"]);
    const middle = await t.query(api.community.artworks.get, { id: ids[1] ?? "" });
    expect(middle).toMatchObject({ newer: ids[2], older: ids[0] });
  });

  it("passes by what the viewer does not want to see on the way to a neighbour", async () => {
    const artists = ["ada", "eve", "ben", "eve", "ada"];
    const works = artists.map((artist, n): [string, string] => [artist, `${n}`]);
    const { t, person, ids } = await wallOf(...works);
    const block = { username: "eve", kind: "block" as const, silenced: true };
    await person("ada").mutation(api.community.silences.set, block);
    const args = { id: ids[2] ?? "" };
    const seen = await person("ada").query(api.community.artworks.get, args);
    expect(seen).toMatchObject({ newer: ids[4], older: ids[0] });
    const all = await t.query(api.community.artworks.get, args);
    expect(all).toMatchObject({ newer: ids[3], older: ids[1] });
  });

  it("answers null for an address where nothing hangs", async () => {
    const { t } = await wallOf();
    expect(await t.query(api.community.artworks.get, { id: "not-an-id" })).toBeNull();
  });
});

describe("artworks.remove", () => {
  it("is for the artist alone", async () => {
    const { t, person, ids } = await wallOf(["ada", "1"], ["ben", "2"]);
    const args = { id: ids[0] ?? "" };
    const remove = api.community.artworks.remove;
    expect((await t.mutation(remove, args)).error?.code).toBe("unauthenticated");
    expect((await person("ben").mutation(remove, args)).error?.code).toBe("forbidden");
    expect((await person("ada").mutation(remove, args)).error).toBeNull();
    expect((await person("ada").mutation(remove, args)).error?.code).toBe("artwork_not_found");
  });

  it("takes the file and the likes along", async () => {
    vi.useFakeTimers();
    try {
      const { t, person, ids } = await wallOf(["ada", "1"]);
      const id = ids[0] ?? "";
      await person("ben").mutation(api.community.likes.set, { artworkId: id, liked: true });
      await person("ada").mutation(api.community.artworks.remove, { id });
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
  it("counts a person once, however often they say it, and not when they take it back", async () => {
    const { t, person, ids } = await wallOf(["ada", "1"]);
    const set = async (name: string, liked: boolean) =>
      (await person(name).mutation(api.community.likes.set, { artworkId: ids[0] ?? "", liked }))
        .data?.likes;
    expect([await set("ben", true), await set("ben", true), await set("eve", true)]).toEqual([
      1, 1, 2,
    ]);
    expect(await set("ben", false)).toBe(1);
    const seen = async (name: string) =>
      (await person(name).query(api.community.artworks.feed, FIRST_PAGE)).page[0]?.liked;
    expect([await seen("ben"), await seen("eve")]).toEqual([false, true]);
    const refused = await t.mutation(api.community.likes.set, { artworkId: "x", liked: true });
    expect(refused.error?.code).toBe("unauthenticated");
  });
});

describe("profiles.ensure", () => {
  it("makes one profile per person, and none for who is signed out", async () => {
    const { t, person } = await openSite();
    expect((await t.mutation(api.community.profiles.ensure, {})).error?.code).toBe(
      "unauthenticated",
    );
    const first = await person("ada").mutation(api.community.profiles.ensure, {});
    expect(await person("ada").mutation(api.community.profiles.ensure, {})).toEqual(first);
    expect(await person("ada").query(api.community.profiles.mine, {})).toEqual(first.data);
    expect(await t.query(api.community.profiles.mine, {})).toBeNull();
  });

  it("gives a namesake of an invented artist a name of their own", async () => {
    const { t, person } = await openSite();
    await t.run(async (ctx) => {
      await ctx.db.insert("profiles", {
        ...{ tokenIdentifier: "gallery|ada", username: "Ada", usernameKey: "ada" },
        ...{ name: "Ada", bio: "", searchText: "Ada" },
        ...NEW_PROFILE,
      });
    });
    const { data } = await person("ada").mutation(api.community.profiles.ensure, {});
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

  it("hangs each work once, however often the seeding runs", async () => {
    const { t, send, exists } = await openSite();
    const asked = { username: "yuki.tanabe", slug: "swell" };
    const { uploadUrl, hang } = internal.community.gallery;
    expect(await t.mutation(uploadUrl, asked)).toMatch(/^https:/);
    expect(await t.mutation(hang, { ...work, storageId: await send(pngOf(3, 2)) })).toBe(true);
    expect(await t.mutation(uploadUrl, asked)).toBeNull();
    const again = await send(pngOf(3, 2));
    expect(await t.mutation(hang, { ...work, storageId: again })).toBe(false);
    expect(await exists(again)).toBe(false);
    const profile = await t.query(api.community.profiles.byUsername, { username: "Yuki.Tanabe" });
    expect(profile).toEqual(work.artist);
  });
});
