import type { PaginationOptions, PaginationResult } from "convex/server";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { publicFunctions } from "./public-functions";
import { openSite } from "./site";
import type { Site } from "./site";
import { NEW_PROFILE } from "../../../convex/community/profiles/model";

const modules = import.meta.glob(
  "../../../convex/community/{insights/functions,artworks/functions,collections/items,collections/functions,comments/functions,feed/functions,relationships/follows,notifications/functions,search,relationships/blocks,studios/functions}.ts",
);

const artworks = api.community.artworks.functions;
const { items, functions: collections } = api.community.collections;
const comments = api.community.comments.functions;
const feed = api.community.feed.functions;
const { follows, blocks } = api.community.relationships;
const insights = api.community.insights.functions;
const notifications = api.community.notifications.functions;
const { search } = api.community;
const studios = api.community.studios.functions;

type Ctx = MutationCtx;
type Options = { paginationOpts: PaginationOptions };
type Removal = (ctx: Ctx) => Promise<void>;
type Page = Pick<PaginationResult<number>, "page" | "isDone" | "continueCursor">;

interface Shelf {
  site: Site;
  work: Doc<"artworks">;
  ada: Id<"profiles">;
  studio: Id<"studios">;
  collection: Id<"collections">;
  comment: Id<"comments">;
}

interface List {
  /**
   * `down`: sorted by key, highest first. `made`: by creation time, so that none is inserted
   * between others. `any`: any order.
   */
  order: "down" | "up" | "down, made" | "up, made" | "any";
  /** Adds one, by its key. */
  put: (ctx: Ctx, shelf: Shelf, key: number) => Promise<Removal>;
  /** The keys of a page. */
  ask: (ctx: Ctx, shelf: Shelf, options: Options) => Promise<Page>;
}

let shelf: Shelf;
beforeAll(async () => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
  const site = await openSite(modules);
  const id = await site.hang("ada", "w");
  const rows = await site.t.run(async ({ db }) => {
    await db.patch("artworks", id, { state: "hidden" });
    const work = await db.get("artworks", id);
    if (!work) throw new Error("Nothing hangs");
    const { profileId: ada } = work;
    const studio = { slug: "ink-room", name: "Ink Room", ownerId: ada, customerId: "ada" };
    const said = { artworkId: id, authorId: ada, text: "0", mentions: [], replies: 0 };
    const list = { profileId: ada, title: "0", description: "", items: 0 };
    return {
      ...{ work, ada, studio: await db.insert("studios", studio) },
      collection: await db.insert("collections", { ...list, visibility: "private" }),
      comment: await db.insert("comments", { ...said, parentId: null }),
    };
  });
  shelf = { site, ...rows };
});
beforeEach(() => void vi.stubEnv("BILLING_MODE", "sandbox"));

async function putWork({ db }: Ctx, { work, studio }: Shelf, key: number, said = {}) {
  const { _id, _creationTime, ...row } = work;
  const named = { title: `${key}`, clientUploadId: `${_id} ${_creationTime} ${key}` };
  const id = await db.insert("artworks", {
    ...{ ...row, ...named, studioId: studio, state: "published", medium: "painting" },
    ...{ madeHow: "by_hand", publishedAt: key, trending: -key, searchText: "plums", ...said },
  });
  return id;
}

/** With a draft in the same position, which no page contains. */
const aWork: List["put"] = async (ctx, own, key) => {
  await putWork(ctx, own, key, { state: "draft" });
  const id = await putWork(ctx, own, key);
  return async ({ db }) => await db.delete("artworks", id);
};

const aTag: List["put"] = async (ctx, own, key) => {
  const artworkId = await putWork(ctx, own, key);
  const tagged = { tag: "ink", medium: "painting" as const, madeHow: "by_hand" as const };
  const id = await ctx.db.insert("artworkTags", { ...tagged, artworkId, publishedAt: key });
  return async ({ db }) => await db.delete("artworkTags", id);
};

const aComment =
  (isAnswer: boolean): List["put"] =>
  async ({ db }, { work, ada, comment }, key) => {
    const said = { artworkId: work._id, authorId: ada, mentions: [], replies: 0 };
    const parentId = isAnswer ? comment : null;
    const id = await db.insert("comments", { ...said, parentId, text: `${key}` });
    return async (later) => await later.db.delete("comments", id);
  };

async function putPerson({ db }: Ctx, key: number) {
  const names = { username: `p${key}`, usernameKey: `p${key}`, name: `${key}`, bio: "" };
  const token = `p|${key}`;
  return await db.insert("profiles", {
    ...{ ...NEW_PROFILE, ...names, tokenIdentifier: token, searchText: "plums" },
  });
}

const aTie =
  (kind: "follow" | "block", side: "from" | "to"): List["put"] =>
  async (ctx, { ada }, key) => {
    const other = await putPerson(ctx, key);
    const ends = side === "from" ? { fromId: ada, toId: other } : { fromId: other, toId: ada };
    const id = await ctx.db.insert("relationships", { kind, ...ends });
    return async ({ db }) => await db.delete("relationships", id);
  };

const aCollection: List["put"] = async ({ db }, { ada }, key) => {
  const list = { profileId: ada, description: "", visibility: "public" as const, items: 0 };
  const id = await db.insert("collections", { ...list, title: `${key}` });
  return async (later) => await later.db.delete("collections", id);
};

const keysOf = <Row>(
  { page, isDone, continueCursor }: PaginationResult<Row>,
  key: (row: Row) => string,
): Page => ({ page: page.map((row) => Number(key(row))), isDone, continueCursor });
const titled = (page: PaginationResult<{ title: string }>) => keysOf(page, ({ title }) => title);
const named = (page: PaginationResult<{ name: string }>) => keysOf(page, ({ name }) => name);
const said = (page: PaginationResult<{ text: string }>) => keysOf(page, ({ text }) => text);

const ADA = { username: "ada" };
const IN_INK = { slug: "ink-room" };
const byHand = { madeHow: "by_hand" } as const;
const painted = { medium: "painting" } as const;
type Choice = Partial<typeof byHand & typeof painted & { tag: string; sort: "oldest" }>;

const explore = (choice: Choice): List => ({
  order: choice.sort === "oldest" ? "up" : "down",
  put: choice.tag === undefined ? aWork : aTag,
  ask: async (ctx, _, page) => titled(await ctx.runQuery(feed.explore, { ...choice, ...page })),
});

/** Every paginated list, with its arguments. */
const LISTS: Readonly<Record<string, List>> = {
  "artworks/functions:feed": {
    ...{ order: "down", put: aWork },
    ask: async (ctx, _, page) => titled(await ctx.runQuery(artworks.feed, page)),
  },
  "artworks/functions:byProfile": {
    ...{ order: "down", put: aWork },
    ask: async (ctx, _, page) =>
      titled(await ctx.runQuery(artworks.byProfile, { ...ADA, ...page })),
  },
  "artworks/functions:unpublished": {
    order: "down",
    put: async (ctx, own, key) => {
      const id = await putWork(ctx, own, key, { state: "draft" });
      return async ({ db }) => await db.delete("artworks", id);
    },
    ask: async (ctx, _, page) =>
      titled(await ctx.runQuery(artworks.unpublished, { state: "draft", ...page })),
  },
  "insights/functions:works": {
    ...{ order: "down", put: aWork },
    ask: async (ctx, _, page) =>
      titled(await ctx.runQuery(insights.works, { window: 30, ...page })),
  },
  "feed/functions:trending": {
    // Among trending works, later ones here rank lower.
    ...{ order: "up", put: aWork },
    ask: async (ctx, _, page) => titled(await ctx.runQuery(feed.trending, page)),
  },
  "feed/functions:following": {
    order: "down",
    put: async (ctx, own, key) => {
      const artworkId = await putWork(ctx, own, key, { publishedAt: -key });
      const entry = { viewerId: own.ada, artistId: own.ada, artworkId, publishedAt: key };
      const id = await ctx.db.insert("feedEntries", entry);
      return async ({ db }) => await db.delete("feedEntries", id);
    },
    ask: async (ctx, _, page) => titled(await ctx.runQuery(feed.following, page)),
  },
  "feed/functions:explore": explore({}),
  "feed/functions:explore by medium": explore(painted),
  "feed/functions:explore by making": explore(byHand),
  "feed/functions:explore by both": explore({ ...painted, ...byHand }),
  "feed/functions:explore by tag": explore({ tag: "ink" }),
  "feed/functions:explore by tag and medium": explore({ tag: "ink", ...painted }),
  "feed/functions:explore by tag and making": explore({ tag: "ink", ...byHand }),
  "feed/functions:explore the oldest first": explore({ sort: "oldest" }),
  "feed/functions:explore by tag the oldest first": explore({ tag: "ink", sort: "oldest" }),
  "feed/functions:explore by all": explore({ tag: "ink", ...painted, ...byHand }),
  "search:works": {
    ...{ order: "any", put: aWork },
    ask: async (ctx, _, page) =>
      titled(await ctx.runQuery(search.works, { text: "plums", ...page })),
  },
  "search:people": {
    order: "any",
    put: async (ctx, _, key) => {
      const id = await putPerson(ctx, key);
      return async ({ db }) => await db.delete("profiles", id);
    },
    ask: async (ctx, _, page) =>
      named(await ctx.runQuery(search.people, { text: "plums", ...page })),
  },
  "studios/functions:listWorks": {
    ...{ order: "down", put: aWork },
    ask: async (ctx, _, page) =>
      titled(await ctx.runQuery(studios.listWorks, { ...IN_INK, ...page })),
  },
  "collections/items:list": {
    order: "up",
    put: async (ctx, own, key) => {
      const artworkId = await putWork(ctx, own, key, { publishedAt: -key });
      const item = { collectionId: own.collection, artworkId, position: key };
      const id = await ctx.db.insert("collectionItems", item);
      return async ({ db }) => await db.delete("collectionItems", id);
    },
    ask: async (ctx, { collection: collectionId }, page) =>
      titled(await ctx.runQuery(items.list, { collectionId, ...page })),
  },
  "collections/functions:byProfile": {
    ...{ order: "down, made", put: aCollection },
    ask: async (ctx, _, page) =>
      titled(await ctx.runQuery(collections.byProfile, { ...ADA, ...page })),
  },
  "comments/functions:list": {
    ...{ order: "down, made", put: aComment(false) },
    ask: async (ctx, { work }, page) =>
      said(await ctx.runQuery(comments.list, { artworkId: work._id, ...page })),
  },
  "comments/functions:replies": {
    ...{ order: "up, made", put: aComment(true) },
    ask: async (ctx, { comment: commentId }, page) =>
      said(await ctx.runQuery(comments.replies, { commentId, ...page })),
  },
  "notifications/functions:list": {
    order: "down, made",
    put: async (ctx, { ada: recipientId }, key) => {
      const told = { recipientId, kind: "follow" as const, key: `${key}`, isRead: false };
      const about = { artworkId: null, commentId: null, studioId: null };
      const actorId = await putPerson(ctx, key);
      const id = await ctx.db.insert("notifications", { ...told, ...about, actorId });
      return async ({ db }) => await db.delete("notifications", id);
    },
    ask: async (ctx, _, page) =>
      keysOf(await ctx.runQuery(notifications.list, page), ({ actor }) => actor.name),
  },
  "notifications/functions:list of a kind": {
    order: "down, made",
    put: async (ctx, { ada: recipientId }, key) => {
      const about = { artworkId: null, commentId: null, studioId: null };
      const actorId = await putPerson(ctx, key);
      const add = async (kind: "follow" | "like") =>
        await ctx.db.insert("notifications", {
          ...{ recipientId, kind, key: `${kind} ${key}`, isRead: false, position: key },
          ...{ ...about, actorId },
        });
      const [id] = [await add("follow"), await add("like")];
      return async ({ db }) => await db.delete("notifications", id);
    },
    ask: async (ctx, _, page) =>
      keysOf(
        await ctx.runQuery(notifications.list, { kind: "follow", ...page }),
        ({ actor }) => actor.name,
      ),
  },
  "relationships/follows:followers": {
    ...{ order: "down, made", put: aTie("follow", "to") },
    ask: async (ctx, _, page) => named(await ctx.runQuery(follows.followers, { ...ADA, ...page })),
  },
  "relationships/follows:followed": {
    ...{ order: "any", put: aTie("follow", "from") },
    ask: async (ctx, _, page) => named(await ctx.runQuery(follows.followed, { ...ADA, ...page })),
  },
  "relationships/blocks:list": {
    ...{ order: "any", put: aTie("block", "from") },
    ask: async (ctx, _, page) => named(await ctx.runQuery(blocks.list, { kind: "block", ...page })),
  },
};

const PAGE = 3;
/** If a list is not sorted by creation time, its rows are created in a different order. */
const KEYS = { made: [1, 2, 3, 4, 5, 6, 7], mixed: [4, 1, 6, 2, 7, 3, 5] };
const UNDONE = "Everything is as it was";

/** The pages of a list, with another change after the first page. */
async function walk(
  list: List,
  between: (
    ctx: Ctx,
    first: number[],
    put: (key: number) => Promise<void>,
    take: (key: number) => Promise<void>,
  ) => Promise<void>,
): Promise<number[][]> {
  const pages: number[][] = [];
  try {
    await shelf.site.person("ada").run(async (ctx) => {
      // The row from which all others are copied.
      const isOwn = list === LISTS["comments/functions:list"];
      if (isOwn) await ctx.db.delete("comments", shelf.comment);
      if (list === LISTS["collections/functions:byProfile"])
        await ctx.db.delete("collections", shelf.collection);
      const removals = new Map<number, Removal>();
      const put = async (key: number) => {
        removals.set(key, await list.put(ctx, shelf, key));
      };
      const take = async (key: number) => await removals.get(key)?.(ctx);
      for (const key of list.order.endsWith("made") ? KEYS.made : KEYS.mixed) await put(key);
      for (let cursor: string | null = null; ;) {
        const options = { paginationOpts: { numItems: PAGE, cursor } };
        const { page, isDone, continueCursor }: Page = await list.ask(ctx, shelf, options);
        pages.push(page);
        if (pages.length > 20) throw new Error("It never ends");
        if (isDone) break;
        if (pages.length === 1) await between(ctx, page, put, take);
        cursor = continueCursor;
      }
      throw new Error(UNDONE);
    });
  } catch (thrown) {
    if (!(thrown instanceof Error) || thrown.message !== UNDONE) throw thrown;
  }
  return pages;
}

const sorted = (list: List, keys: readonly number[]) =>
  keys.toSorted((a, b) => (list.order.startsWith("down") ? b - a : a - b));

describe("a paginated list", () => {
  it("is in the table below", async () => {
    const paginated = [...(await publicFunctions())].flatMap(([name, { args }]) =>
      args.includes("paginationOpts") ? [name] : [],
    );
    const named = Object.keys(LISTS).map((name) => name.split(" ")[0]);
    expect([...new Set(named)].sort()).toEqual(paginated.sort());
  });

  it.each(Object.entries(LISTS))("has everything once, and in order: %s", async (_, list) => {
    const pages = await walk(list, async () => {});
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
    const all = list.order === "any" ? pages.flat().sort() : pages.flat();
    expect(all).toEqual(sorted(list, KEYS.made));
  });

  it.each(Object.entries(LISTS))(
    "shows nothing twice and loses nothing while others come and go: %s",
    async (_, list) => {
      const expected: number[] = [];
      const pages = await walk(list, async (_ctx, first, put, take) => {
        const [, second = 0, last = 0] = first;
        const later = sorted(
          list,
          KEYS.made.filter((key) => !first.includes(key)),
        );
        const [next = 0, gone = 0, ...others] = later;
        for (const key of [second, last, gone]) await take(key);
        const isMade = list.order.endsWith("made");
        const come = isMade ? [8] : [0.5, (gone + (others[0] ?? 0)) / 2, 8];
        if (list.order !== "any") for (const key of come) await put(key);
        const isLater = (key: number) => (list.order.startsWith("down") ? key < last : key > last);
        const newer = list.order === "any" ? [] : come.filter(isLater);
        expected.push(...sorted(list, [next, ...others, ...newer]));
      });
      const rest = pages.slice(1).flat();
      expect(list.order === "any" ? rest.sort() : rest).toEqual(expected);
    },
  );
});

describe("filters of a list", () => {
  const modules = import.meta.glob(
    "../../../convex/community/{feed/functions,profiles/functions,search}.ts",
  );

  const search = api.community.search;

  const PAGE = { paginationOpts: { numItems: 50, cursor: null } };
  const TAGS = ["ink", "oil"] as const;
  const MEDIA = ["painting", "photography"] as const;
  const WAYS = ["by_hand", "ai_generated"] as const;
  /** The possible values of each filter; undefined: any. */
  const choices = <T>(of: readonly T[]): readonly (T | undefined)[] => [undefined, ...of];

  let site: Site;
  beforeAll(async () => {
    vi.stubEnv("BILLING_MODE", "sandbox");
    vi.useFakeTimers();
    site = await openSite(modules);
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

  /** The published works, newest first. */
  const WALL: Record<"title" | "tag" | "medium" | "madeHow", string>[] = [];

  const combinations = choices(TAGS).flatMap((tag) =>
    choices(MEDIA).flatMap((medium) => choices(WAYS).map((madeHow) => ({ tag, medium, madeHow }))),
  );

  /** The works that match the filters. */
  function chosen(choice: Partial<Record<"tag" | "medium" | "madeHow", string | undefined>>) {
    const wanted = Object.entries(choice).filter(([, value]) => value !== undefined);
    return WALL.filter((work) =>
      wanted.every(([field, value]) =>
        Object.entries(work).some(([k, v]) => k === field && v === value),
      ),
    ).map(({ title }) => title);
  }

  /** The filters as a browser sends them, without unset ones. */
  function said<T extends object>(choice: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
    const entries = Object.entries(choice).filter(([, value]) => value !== undefined);
    return Object.fromEntries(entries) as {
      [K in keyof T]?: Exclude<T[K], undefined>;
    };
  }

  describe("exploring", () => {
    it.each(combinations)(
      "returns all of $tag, $medium, $madeHow, newest first",
      async (choice) => {
        const { page } = await site.t.query(feed.explore, { ...said(choice), ...PAGE });
        const titles = page.map(({ title }) => title).filter((title) => title !== "Without a way");
        expect(titles).toEqual(chosen(choice));
      },
    );

    it("accepts a tag in any spelling, and ignores invalid ones", async () => {
      const under = async (tag: string) =>
        (await site.t.query(feed.explore, { tag, ...PAGE })).page.length;
      expect([await under(" #INK "), await under("a/b"), await under("nothing")]).toEqual([
        4, 0, 0,
      ]);
    });
  });

  describe("a search", () => {
    it.each(
      choices(MEDIA).flatMap((medium) => choices(WAYS).map((madeHow) => ({ medium, madeHow }))),
    )("returns all of $medium, $madeHow", async (choice) => {
      const asked = { text: "plums", ...said(choice), ...PAGE };
      const { page } = await site.t.query(search.works, asked);
      expect(page.map(({ title }) => title).sort()).toEqual(chosen(choice).sort());
    });

    it.each([
      ["nothing", "  ", 0],
      ["a title", " unsaid", 0],
      ["words of the alternative text", "pears", 1],
      ["words between spaces", "  pears  ", 1],
      ["a word that starts after 200 characters", `${" ".repeat(3)}${"x ".repeat(100)}pears`, 0],
      ["a word that ends within 200 characters", `${"x ".repeat(97)}pears`, 1],
    ])("finds by words: %s", async (_, text, length) => {
      const { page } = await site.t.query(search.works, { text, ...PAGE });
      expect(page).toHaveLength(length);
    });

    it("finds a member by either name, after a change too", async () => {
      const who = async (text: string) =>
        (await site.t.query(search.people, { text, ...PAGE })).page.map(({ username }) => username);
      expect([await who("ada"), await who(" "), await who("Looms")]).toEqual([["ada"], [], []]);
      await site.person("ada").mutation(api.community.profiles.functions.edit, { name: "Looms" });
      expect([await who("ada"), await who("Looms")]).toEqual([["ada"], ["ada"]]);
    });

    it("finds tags by prefix, and without a text the most used ones", async () => {
      const tags = async (text: string) => await site.t.query(search.tags, { text });
      const [ink, oil] = TAGS.map((tag) => ({ tag, works: 4 }));
      expect(await tags("#In")).toEqual([ink]);
      expect(await tags("a/b")).toEqual([]);
      const [most, ...others] = await tags(" ");
      expect(most).toEqual({ tag: "all", works: 8 });
      expect(others.sort((a, b) => a.tag.localeCompare(b.tag))).toEqual([ink, oil]);
    });

    it("returns at most twenty tags", async () => {
      await site.t.run(async ({ db }) => {
        for (let n = 0; n < 21; n++) await db.insert("tags", { tag: `zz${n}`, works: 1 });
      });
      expect(await site.t.query(search.tags, { text: "" })).toHaveLength(20);
      expect(await site.t.query(search.tags, { text: "zz" })).toHaveLength(20);
    });
  });
});
