import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { mergeNow } from "../../../convex/community/artworks/counts";
import { FIRST_PAGE, openSite } from "./site";
import { artists, works as hungWorks } from "../../../scripts/demo/index.json";
import { people, talk } from "../../../scripts/demo/life.json";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,boosts,insights/dailyCounts,likes,moderation/reports,profiles/settings,relationships/blocks,featured}.ts",
);

const artworks = api.community.artworks.functions;
const { boosts, likes } = api.community;
const { blocks } = api.community.relationships;
const { settings } = api.community.profiles;
const { dailyCounts } = internal.community.insights;
const { reports } = internal.community.moderation;
const { featured } = internal.community;
const DAY_MS = 24 * 60 * 60 * 1000;
const MONDAY = Date.parse("2026-11-23T09:00:00Z");

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
  vi.setSystemTime(MONDAY);
});
/** Works by ada that are published one after the other, and viewers. */
async function openGallery(...slugs: string[]) {
  const site = await openSite(modules);
  const { t, person, hang } = site;
  const ids = new Map<string, string>();
  for (const slug of slugs) {
    vi.setSystemTime(Date.now() + 1);
    ids.set(slug, await hang("ada", slug, { title: slug }));
  }
  const idOf = (slug: string) => ids.get(slug) ?? slug;
  /** What Fresh shows: the featured work has a star. */
  const wall = async (as: Pick<typeof t, "query"> = t) => {
    const { page } = await as.query(artworks.feed, FIRST_PAGE);
    return page.map(({ title, isFeatured }) => (isFeatured ? `${title}*` : title)).join(" ");
  };
  const turn = async () => {
    await t.mutation(dailyCounts.updateCurrentDay, {});
    await t.mutation(featured.rotate, {});
  };
  const choose = async (slug: string, day?: string) => {
    const { error } = await t.mutation(featured.choose, {
      ...{ artworkId: idOf(slug), ...(day !== undefined && { day }) },
    });
    return error?.code;
  };
  const like = async (slug: string, ...names: string[]) => {
    for (const name of names) {
      await person(name).mutation(likes.set, { artworkId: idOf(slug), liked: true });
    }
    // The ten minutes until lists are updated are over.
    await t.run(async (ctx) => await mergeNow(ctx, idOf(slug) as Id<"artworks">));
  };
  await turn();
  return { ...site, idOf, wall, turn, choose, like };
}

type Gallery = Awaited<ReturnType<typeof openGallery>>;

/** The events that end a work's time in the feeds. */
const ENDS: Readonly<Record<string, (site: Gallery, id: string) => Promise<unknown>>> = {
  "set to draft": ({ person }, id) =>
    person("ada").mutation(artworks.setState, { id, state: "draft" }),
  "marked as sensitive": ({ person }, id) =>
    person("ada").mutation(artworks.edit, { id, sensitive: true }),
  deleted: ({ person }, id) => person("ada").mutation(artworks.remove, { id }),
  hidden: async ({ t, person }, id) => {
    const subject = { kind: "artwork" as const, id };
    await person("eve").mutation(api.community.moderation.reports.send, {
      ...{ subject, reason: "spam", note: "" },
    });
    const [report] = await t.query(reports.open, {});
    if (!report) throw new Error("Nothing was reported");
    await t.mutation(reports.close, { id: report.id, state: "upheld" });
  },
};

describe("the featured work", () => {
  it("is first in Fresh, and is not repeated on any page", async () => {
    const { t, wall, choose } = await openGallery("one", "two", "three");
    expect(await wall()).toBe("three two one");
    expect(await choose("one")).toBeUndefined();
    expect(await wall()).toBe("one* three two");
    const { continueCursor: cursor } = await t.query(artworks.feed, {
      paginationOpts: { numItems: 2, cursor: null },
    });
    const rest = await t.query(artworks.feed, { paginationOpts: { numItems: 2, cursor } });
    expect(rest.page).toEqual([]);
  });

  it("stays there while new works are published", async () => {
    const { wall, choose, hang } = await openGallery("one", "two");
    await choose("one");
    await hang("ada", "three", { title: "three" });
    expect(await wall()).toBe("one* three two");
  });

  it("is one a day: a later choice replaces it, and a work is featured for one day", async () => {
    const { wall, choose } = await openGallery("one", "two");
    await choose("one");
    await choose("two");
    expect(await wall()).toBe("two* one");
    await choose("two", "2026-11-24");
    expect(await wall()).toBe("two one");
  });

  it("can be chosen for a later day, and is not shown before", async () => {
    const { wall, choose, turn } = await openGallery("one", "two");
    await choose("one", "2026-11-24");
    await choose("two");
    await turn();
    expect(await wall()).toBe("two* one");
    vi.setSystemTime(MONDAY + DAY_MS);
    await turn();
    expect(await wall()).toBe("one* two");
  });

  it("is replaced by the one before for viewers who blocked its artist or hide such works", async () => {
    const { person, wall, choose, hang, t } = await openGallery("one");
    await choose("one");
    vi.setSystemTime(MONDAY + DAY_MS);
    const next = await hang("ben", "b", { title: "machine", madeHow: "ai_assisted" });
    await t.mutation(featured.choose, { artworkId: next });
    await t.mutation(dailyCounts.updateCurrentDay, {});
    const [eve, ben, zoe] = [person("eve"), person("ben"), person("zoe")];
    await eve.mutation(blocks.set, { username: "ben", kind: "block", enabled: true });
    await zoe.mutation(settings.set, { hiddenMadeHow: ["ai_assisted"] });
    await ben.mutation(blocks.set, { username: "ada", kind: "mute", enabled: true });
    expect(await Promise.all([t, eve, zoe, ben].map(wall))).toEqual([
      ...["machine* one", "one*", "one*", "machine*"],
    ]);
  });

  it.each(Object.entries(ENDS))("ends when it is %s; likes choose another", async (_, end) => {
    const site = await openGallery("one", "two");
    await site.choose("one");
    await site.like("two", "ben", "eve");
    await end(site, site.idOf("one"));
    expect(await site.wall()).not.toContain("*");
    await site.turn();
    expect(await site.wall()).toContain("two*");
  });
});

describe("featured.choose", () => {
  it.each([
    ["nonsense", undefined, "artwork_not_found"],
    ["draft", undefined, "artwork_not_found"],
    ["sensitive", undefined, "sensitive_work"],
    ["fine", "2026-11-22", "invalid_day"],
    ["fine", "someday", "invalid_day"],
    ["fine", "2026-11-23", undefined],
  ])("answers %s for %s with %s", async (slug, day, code) => {
    const { t, hang } = await openGallery();
    const said = {
      sensitive: slug === "sensitive",
      state: slug === "draft" ? "draft" : "published",
    } as const;
    const artworkId = slug === "nonsense" ? slug : await hang("ada", slug, said);
    const { error } = await t.mutation(featured.choose, { artworkId, ...(day && { day }) });
    expect(error?.code).toBe(code);
  });
});

describe("featured.rotate", () => {
  it("lets likes choose where no operator did, once a day, and no work twice", async () => {
    const { wall, turn, like } = await openGallery("one", "two", "three");
    await like("one", "ben", "eve", "zoe");
    await like("two", "ben", "eve");
    await turn();
    expect(await wall()).toBe("one* three two");
    await like("three", "ben", "eve", "zoe", "max");
    await turn();
    expect(await wall()).toBe("one* three two");
    const walls: string[] = [];
    for (const day of [1, 2, 3]) {
      vi.setSystemTime(MONDAY + day * DAY_MS);
      await turn();
      walls.push(await wall());
    }
    // No work qualifies on the third day, so the last one stays.
    expect(walls).toEqual(["three* two one", "two* three one", "two* three one"]);
  });

  it("needs another member's like, and a work of two weeks that everyone may see", async () => {
    const { person, idOf, wall, turn, like } = await openGallery("one", "two");
    await like("one", "ada");
    await turn();
    expect(await wall()).toBe("two one");
    await like("one", "ben", "eve");
    await person("ada").mutation(artworks.edit, { id: idOf("one"), sensitive: true });
    await like("two", "ada", "ben");
    vi.setSystemTime(MONDAY + 14 * DAY_MS + 2);
    await turn();
    expect(await wall()).toBe("two one");
    vi.setSystemTime(MONDAY + 14 * DAY_MS);
    await turn();
    expect(await wall()).toBe("two* one");
  });

  it("is not affected by a boost", async () => {
    const { t, person, wall, turn, like, idOf } = await openGallery("one", "two");
    await like("one", "ben", "eve");
    await like("two", "ben");
    const params = { customer_id: "ada", product_id: "welcome_credits" };
    await t.mutation(components.billing.public.attach, { params });
    const boosted = await person("ada").mutation(boosts.boost, { artworkId: idOf("two") });
    expect(boosted.error).toBeNull();
    await turn();
    expect(await wall()).toBe("one* two");
  });
});

describe("demo activity", () => {
  const modules = import.meta.glob(
    "../../../convex/community/{artworks/functions,collections/functions,comments/functions,demo/artworks,demo/activity,profiles/functions}.ts",
  );

  const ana = { username: "ana", name: "Ana", bio: "" };
  const bram = { username: "bram", name: "Bram", bio: "" };
  const WORK = { artist: "ana", slug: "dunes" };

  async function openGallery() {
    const site = await openSite(modules);
    for (const [artist, slug] of [
      [ana, "dunes"],
      [bram, "grid"],
    ] as const) {
      await site.t.mutation(internal.community.demo.artworks.publish, {
        artist,
        slug,
        storageId: await site.send(new Uint8Array(8)),
        title: slug,
        alt: "",
        medium: "painting",
        width: 4,
        height: 3,
        tags: ["sand"],
        madeHow: "by_hand",
        mediaType: "image/png",
      });
    }
    const addActivity = () =>
      site.t.mutation(internal.community.demo.activity.addActivity, {
        username: "bram",
        follows: ["ana"],
        likes: [WORK],
        collections: [{ title: "Sand", description: "", works: [WORK] }],
      });
    const discuss = () =>
      site.t.mutation(internal.community.demo.activity.addComments, {
        work: WORK,
        said: { by: "bram", text: "Warm." },
        answers: [{ by: "ana", text: "It was, @bram." }],
      });
    return { ...site, addActivity, discuss };
  }

  const PAGE = { paginationOpts: { numItems: 10, cursor: null } };

  describe("the demo data", () => {
    it("follows, likes and collects once, however often it runs", async () => {
      const { t, addActivity } = await openGallery();
      expect([await addActivity(), await addActivity()]).toEqual([true, false]);
      const found = await t.query(api.community.profiles.functions.get, { username: "ana" });
      expect(found?.followers).toBe(1);
      const { page } = await t.query(api.community.artworks.functions.byProfile, {
        username: "ana",
        ...PAGE,
      });
      expect(page).toMatchObject([{ likes: 1, madeHow: "by_hand" }]);
      const collections = await t.query(api.community.collections.functions.byProfile, {
        username: "bram",
        ...PAGE,
      });
      expect(collections.page).toMatchObject([{ title: "Sand", items: 1 }]);
    });

    it("comments once, with replies under their comments", async () => {
      const { t, discuss } = await openGallery();
      expect([await discuss(), await discuss()]).toEqual([true, false]);
      const { page } = await t.query(api.community.artworks.functions.byProfile, {
        username: "ana",
        ...PAGE,
      });
      const artworkId = page[0]?.id ?? "";
      const said = await t.query(api.community.comments.functions.list, { artworkId, ...PAGE });
      expect(said.page).toMatchObject([{ text: "Warm.", replies: 1 }]);
    });

    it("has renditions for files that few browsers open", async () => {
      const { t, send } = await openSite(modules);
      const file = async (mediaType: "image/webp" | "image/jpeg", bytes: number) => ({
        ...{ storageId: await send(new Uint8Array(bytes)), mediaType },
      });
      await t.mutation(internal.community.demo.artworks.publish, {
        ...{ artist: ana, slug: "dusk", title: "Dusk", alt: "", medium: "photography" },
        ...{
          storageId: await send(new Uint8Array(8)),
          width: 4,
          height: 3,
          mediaType: "image/heic",
        },
        ...{ tags: [], madeHow: null, thumbhash: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w" },
        ...{ preview: await file("image/jpeg", 9), poster: await file("image/webp", 7) },
      });
      const { page } = await t.query(api.community.artworks.functions.byProfile, {
        username: "ana",
        ...PAGE,
      });
      const [card] = page;
      expect(new Set([card?.url, card?.previewUrl, card?.posterUrl]).size).toBe(3);
      expect(card?.thumbhash).toBe("3OcRJYB4d3h/iIeHeEh3eIhw+j2w");
    });

    it("names only existing demo artists and works", () => {
      const names = new Set(artists.map(({ username }) => username));
      const hung = new Set(hungWorks.map(({ slug, artist }) => `${artist}/${slug}`));
      const named = people.flatMap(({ username, follows }) => [username, ...follows]);
      const spoken = talk.flatMap(({ said, answers }) => [said.by, ...answers.map(({ by }) => by)]);
      expect([...named, ...spoken].filter((name) => !names.has(name))).toEqual([]);
      const meant = [
        ...people.flatMap(({ likes, collections }) => [
          ...likes,
          ...collections.flatMap((collection) => collection.works),
        ]),
        ...talk.map(({ work }) => work),
      ];
      const lost = meant.filter(({ artist, slug }) => !hung.has(`${artist}/${slug}`));
      expect(lost).toEqual([]);
    });
  });
});
