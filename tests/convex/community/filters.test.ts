import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { openSite } from "./site";
import type { Site } from "./site";

const { feeds, search } = api.community;

const PAGE = { paginationOpts: { numItems: 50, cursor: null } };
const TAGS = ["ink", "oil"] as const;
const MEDIA = ["painting", "photography"] as const;
const WAYS = ["by_hand", "ai_generated"] as const;
/** What may be chosen of each; undefined: anything. */
const choices = <T>(of: readonly T[]): readonly (T | undefined)[] => [undefined, ...of];

let site: Site;
beforeAll(async () => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
  site = await openSite();
  for (const tag of TAGS) {
    for (const medium of MEDIA) {
      for (const madeHow of WAYS) {
        const title = `${tag} ${medium} ${madeHow}`;
        vi.setSystemTime(Date.now() + 1);
        const words = { title, tags: [tag, "all"], alt: `plums ${tag}` };
        await site.hang("ada", title, { ...words, medium, madeHow });
        WALL.unshift({ title, tag, medium, madeHow });
      }
    }
  }
  await site.hang("ada", "unsaid", { title: "Without a way", alt: "pears", tags: [] });
  vi.useRealTimers();
});
afterAll(() => vi.unstubAllEnvs());

/** What hangs, newest first. */
const WALL: Record<"title" | "tag" | "medium" | "madeHow", string>[] = [];

const combinations = choices(TAGS).flatMap((tag) =>
  choices(MEDIA).flatMap((medium) => choices(WAYS).map((madeHow) => ({ tag, medium, madeHow }))),
);

/** What of the wall is as chosen. */
function chosen(choice: Partial<Record<"tag" | "medium" | "madeHow", string | undefined>>) {
  const wanted = Object.entries(choice).filter(([, value]) => value !== undefined);
  return WALL.filter((work) =>
    wanted.every(([field, value]) =>
      Object.entries(work).some(([k, v]) => k === field && v === value),
    ),
  ).map(({ title }) => title);
}

/** A choice as a browser sends it: without what is not chosen. */
function said<T extends object>(choice: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(choice).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

describe("what is explored", () => {
  it.each(combinations)("is all of $tag, $medium, $madeHow, newest first", async (choice) => {
    const { page } = await site.t.query(feeds.explore, { ...said(choice), ...PAGE });
    const titles = page.map(({ title }) => title).filter((title) => title !== "Without a way");
    expect(titles).toEqual(chosen(choice));
  });

  it("takes a tag however it is written, and knows that some are none", async () => {
    const under = async (tag: string) =>
      (await site.t.query(feeds.explore, { tag, ...PAGE })).page.length;
    expect([await under(" #INK "), await under("a/b"), await under("nothing")]).toEqual([4, 0, 0]);
  });
});

describe("what is searched for", () => {
  it.each(
    choices(MEDIA).flatMap((medium) => choices(WAYS).map((madeHow) => ({ medium, madeHow }))),
  )("is all of $medium, $madeHow", async (choice) => {
    const asked = { text: "plums", ...said(choice), ...PAGE };
    const { page } = await site.t.query(search.works, asked);
    expect(page.map(({ title }) => title).sort()).toEqual(chosen(choice).sort());
  });

  it.each([
    ["nothing", "  ", 0],
    ["a title", " unsaid", 0],
    ["words of the description for who can't see", "pears", 1],
    ["words with space around", "  pears  ", 1],
    ["what begins after 200 characters", `${" ".repeat(3)}${"x ".repeat(100)}pears`, 0],
    ["what ends within 200 characters", `${"x ".repeat(97)}pears`, 1],
  ])("is found by its words: %s", async (_, text, length) => {
    const { page } = await site.t.query(search.works, { text, ...PAGE });
    expect(page).toHaveLength(length);
  });

  it("is a person by either name, and by what they call themselves now", async () => {
    const who = async (text: string) =>
      (await site.t.query(search.people, { text, ...PAGE })).page.map(({ username }) => username);
    expect([await who("ada"), await who(" "), await who("Looms")]).toEqual([["ada"], [], []]);
    await site.person("ada").mutation(api.community.pages.edit, { name: "Looms" });
    expect([await who("ada"), await who("Looms")]).toEqual([["ada"], ["ada"]]);
  });

  it("is a tag that begins like it; those of most works where nothing is said", async () => {
    const tags = async (text: string) => await site.t.query(search.tags, { text });
    const [ink, oil] = TAGS.map((tag) => ({ tag, works: 4 }));
    expect(await tags("#In")).toEqual([ink]);
    expect(await tags("a/b")).toEqual([]);
    const [most, ...others] = await tags(" ");
    expect(most).toEqual({ tag: "all", works: 8 });
    expect(others.sort((a, b) => a.tag.localeCompare(b.tag))).toEqual([ink, oil]);
  });

  it("is one of twenty tags at most", async () => {
    await site.t.run(async ({ db }) => {
      for (let n = 0; n < 21; n++) await db.insert("tags", { tag: `zz${n}`, works: 1 });
    });
    expect(await site.t.query(search.tags, { text: "" })).toHaveLength(20);
    expect(await site.t.query(search.tags, { text: "zz" })).toHaveLength(20);
  });
});
