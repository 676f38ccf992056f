import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { FIRST_PAGE, openSite } from "./site";

const { artworks, boosts, likes, silences, settings, works } = api.community;
const { counters, reports, spotlight } = internal.community;
const DAY_MS = 24 * 60 * 60 * 1000;
const MONDAY = Date.parse("2026-11-23T09:00:00Z");

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
  vi.setSystemTime(MONDAY);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A gallery of works that hang one after the other, by ada, and who looks at it. */
async function openGallery(...slugs: string[]) {
  const site = await openSite();
  const { t, person, hang } = site;
  const ids = new Map<string, string>();
  for (const slug of slugs) {
    vi.setSystemTime(Date.now() + 1);
    ids.set(slug, await hang("ada", slug, { title: slug }));
  }
  const idOf = (slug: string) => ids.get(slug) ?? slug;
  /** What Fresh shows: the lit one has a star. */
  const wall = async (as: Pick<typeof t, "query"> = t) => {
    const { page } = await as.query(artworks.feed, FIRST_PAGE);
    return page.map(({ title, isLit }) => (isLit ? `${title}*` : title)).join(" ");
  };
  const turn = async () => {
    await t.mutation(counters.turnDay, {});
    await t.mutation(spotlight.turn, {});
  };
  const choose = async (slug: string, day?: string) => {
    const { error } = await t.mutation(spotlight.choose, {
      ...{ artworkId: idOf(slug), ...(day !== undefined && { day }) },
    });
    return error?.code;
  };
  const like = async (slug: string, ...names: string[]) => {
    for (const name of names) {
      await person(name).mutation(likes.set, { artworkId: idOf(slug), liked: true });
    }
  };
  await turn();
  return { ...site, idOf, wall, turn, choose, like };
}

type Gallery = Awaited<ReturnType<typeof openGallery>>;

/** What ends a work's time on the walls. */
const ENDS: Readonly<Record<string, (site: Gallery, id: string) => Promise<unknown>>> = {
  "taken back": ({ person }, id) => person("ada").mutation(works.setState, { id, state: "draft" }),
  "marked as sensitive": ({ person }, id) =>
    person("ada").mutation(works.edit, { id, sensitive: true }),
  deleted: ({ person }, id) => person("ada").mutation(artworks.remove, { id }),
  hidden: async ({ t, person }, id) => {
    const subject = { kind: "artwork" as const, id };
    await person("eve").mutation(api.community.reports.send, {
      ...{ subject, reason: "spam", note: "" },
    });
    const [report] = await t.query(reports.open, {});
    if (!report) throw new Error("Nothing was reported");
    await t.mutation(reports.close, { id: report.id, state: "upheld" });
  },
};

describe("the work in the spotlight", () => {
  it("hangs first on Fresh, and not a second time, on whatever page it would", async () => {
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

  it("stays there while new works hang", async () => {
    const { wall, choose, hang } = await openGallery("one", "two");
    await choose("one");
    await hang("ada", "three", { title: "three" });
    expect(await wall()).toBe("one* three two");
  });

  it("is one a day: who is chosen later takes its place, and a work has one day", async () => {
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

  it("gives way to the one before for who blocked its artist, or does not want to see it", async () => {
    const { person, wall, choose, hang, t } = await openGallery("one");
    await choose("one");
    vi.setSystemTime(MONDAY + DAY_MS);
    const next = await hang("ben", "b", { title: "machine", madeHow: "ai_assisted" });
    await t.mutation(spotlight.choose, { artworkId: next });
    await t.mutation(counters.turnDay, {});
    const [eve, ben, zoe] = [person("eve"), person("ben"), person("zoe")];
    await eve.mutation(silences.set, { username: "ben", kind: "block", silenced: true });
    await zoe.mutation(settings.set, { hiddenMadeHow: ["ai_assisted"] });
    await ben.mutation(silences.set, { username: "ada", kind: "mute", silenced: true });
    expect(await Promise.all([t, eve, zoe, ben].map(wall))).toEqual([
      ...["machine* one", "one*", "one*", "machine*"],
    ]);
  });

  it.each(Object.entries(ENDS))(
    "does not outlive that it is %s; likes choose another",
    async (_, end) => {
      const site = await openGallery("one", "two");
      await site.choose("one");
      await site.like("two", "ben", "eve");
      await end(site, site.idOf("one"));
      expect(await site.wall()).not.toContain("*");
      await site.turn();
      expect(await site.wall()).toContain("two*");
    },
  );
});

describe("spotlight.choose", () => {
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
    const { error } = await t.mutation(spotlight.choose, { artworkId, ...(day && { day }) });
    expect(error?.code).toBe(code);
  });
});

describe("spotlight.turn", () => {
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
    // Nothing is left on the third day: the last one stays.
    expect(walls).toEqual(["three* two one", "two* three one", "two* three one"]);
  });

  it("asks for more than the artist's own like, and for what everyone may see, of two weeks", async () => {
    const { person, idOf, wall, turn, like } = await openGallery("one", "two");
    await like("one", "ada");
    await turn();
    expect(await wall()).toBe("two one");
    await like("one", "ben", "eve");
    await person("ada").mutation(works.edit, { id: idOf("one"), sensitive: true });
    await like("two", "ada", "ben");
    vi.setSystemTime(MONDAY + 14 * DAY_MS + 2);
    await turn();
    expect(await wall()).toBe("two one");
    vi.setSystemTime(MONDAY + 14 * DAY_MS);
    await turn();
    expect(await wall()).toBe("two* one");
  });

  it("is not moved by a boost", async () => {
    const { t, person, wall, turn, like, idOf } = await openGallery("one", "two");
    await like("one", "ben", "eve");
    await like("two", "ben");
    const params = { customer_id: "ada", product_id: "welcome_credits" };
    await t.mutation(internal.engine.operations.attach, { params });
    const boosted = await person("ada").mutation(boosts.boost, { artworkId: idOf("two") });
    expect(boosted.error).toBeNull();
    await turn();
    expect(await wall()).toBe("one* two");
  });
});
