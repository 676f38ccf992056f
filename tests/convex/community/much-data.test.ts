import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { FIRST_PAGE, openSite } from "./site";
import { NEW_PROFILE, findProfile } from "../../../convex/community/profiles/model";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,collections/items,collections/functions,comments/model,comments/functions,accountDeletion,entitlements,artworks/deletion,feed/functions,relationships/follows,profiles/functions,storage/quota,relationships/blocks}.ts",
);

const works = api.community.artworks.functions;
const collections = api.community.collections.functions;
const comments = api.community.comments.functions;
const { items } = api.community.collections;
const feeds = api.community.feed.functions;
const { blocks, follows } = api.community.relationships;
const { fanOut } = internal.community.feed;

/**
 * More rows than any batch, and less than two: batches have 100, 500 or 200 rows, or 25 for a
 * deleted member.
 */
const MANY = { feeds: 101, entries: 501, rows: 201 };

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
});

async function openCrowd(followers: number) {
  const site = await openSite(modules);
  const { t, hang } = site;
  const work = await hang("ada", "w");
  await site.person("eve").mutation(api.community.profiles.functions.ensure, {});
  const ids = await t.run(async (ctx) => {
    const [ada, eve] = [await findProfile(ctx, "ada"), await findProfile(ctx, "eve")];
    if (!ada || !eve) throw new Error("Nobody came");
    for (let n = 0; n < followers; n++) await addFollower(ctx, ada._id, n);
    return { ada: ada._id, eve: eve._id };
  });
  const count = async (
    table: "feedEntries" | "comments" | "likes" | "collectionItems" | "relationships",
  ) => await t.run(async ({ db }) => (await db.query(table).take(1000)).length);
  return { ...site, ...ids, work, count };
}

async function addFollower({ db }: MutationCtx, toId: Id<"profiles">, n: number) {
  const names = { username: `p${n}`, usernameKey: `p${n}`, tokenIdentifier: `p|${n}` };
  const row = { ...NEW_PROFILE, ...names, name: "x", bio: "", searchText: "" };
  await db.insert("relationships", {
    kind: "follow",
    fromId: await db.insert("profiles", row),
    toId,
  });
}

/** The same work, copied as often as needed. */
async function copies({ db }: MutationCtx, work: Id<"artworks">, times: number) {
  const row = await db.get("artworks", work);
  if (!row) throw new Error("Nothing hangs");
  const { _id, _creationTime, ...bare } = row;
  const made: Id<"artworks">[] = [];
  for (let n = 0; n < times; n++) {
    const clientUploadId = `${_id} ${_creationTime} ${n}`;
    made.push(await db.insert("artworks", { ...bare, clientUploadId, publishedAt: 1000 + n }));
  }
  return made;
}

describe("a change in several transactions", () => {
  it("adds a work to every feed, and removes it from every feed", async () => {
    const { person, settle, count, work } = await openCrowd(MANY.feeds);
    const set = async (state: "draft" | "published") => {
      await person("ada").mutation(works.setState, { id: work, state });
      await settle();
      return await count("feedEntries");
    };
    expect([await set("draft"), await set("published"), await set("draft")]).toEqual([
      ...[0, MANY.feeds, 0],
    ]);
  });

  it("removes all works of an unfollowed artist from a feed", async () => {
    const { t, person, settle, count, work, ada, eve } = await openCrowd(0);
    await t.run(async ({ db }) => {
      for (let n = 0; n < MANY.entries; n++) {
        const entry = { viewerId: eve, artworkId: work, publishedAt: n };
        await db.insert("feedEntries", { ...entry, artistId: ada });
      }
      await db.insert("feedEntries", {
        ...{ viewerId: eve, artistId: eve, artworkId: work, publishedAt: 1 },
      });
      await db.insert("feedEntries", {
        ...{ viewerId: ada, artistId: ada, artworkId: work, publishedAt: 1 },
      });
    });
    await person("eve").mutation(follows.set, { username: "ada", followed: true });
    await person("eve").mutation(follows.set, { username: "ada", followed: false });
    await settle();
    expect(await count("feedEntries")).toBe(2);
  });

  it("deletes all replies of a deleted comment, and all items of a collection", async () => {
    const { t, person, settle, count, work, eve } = await openCrowd(0);
    const said = await person("eve").mutation(comments.add, { artworkId: work, text: "Well" });
    const texts = { title: "x", description: "", visibility: "public" as const };
    const made = await person("eve").mutation(collections.create, texts);
    const [parentId, collectionId] = [said.data?.commentId, made.data?.id];
    if (!parentId || !collectionId) throw new Error("Nothing was made");
    await t.run(async ({ db }) => {
      for (let n = 0; n < MANY.rows; n++) {
        const answer = { artworkId: work, authorId: eve, text: "x", mentions: [], replies: 0 };
        await db.insert("comments", { ...answer, parentId });
        await db.insert("collectionItems", { collectionId, artworkId: work, position: n });
      }
      await db.patch("comments", parentId, { replies: MANY.rows });
      const [counts] = await db.query("workCounts").take(1);
      // Her comment is counted with its deletion.
      if (counts) await db.patch("workCounts", counts._id, { comments: MANY.rows });
    });
    await person("eve").mutation(comments.remove, { id: parentId });
    await person("eve").mutation(collections.remove, { id: collectionId });
    await settle();
    expect([await count("comments"), await count("collectionItems")]).toEqual([0, 0]);
    expect(await t.query(works.detail, { id: work })).toMatchObject({ comments: 0 });
  });

  it("deletes everything of a work, and everything of a deleted member", async () => {
    const { t, person, settle, count, work, ada, eve } = await openCrowd(30);
    await t.run(async (ctx) => {
      for (let n = 0; n < MANY.rows; n++) {
        await ctx.db.insert("likes", { profileId: eve, artworkId: work });
      }
      const answer = { artworkId: work, authorId: eve, text: "x", mentions: [], replies: 0 };
      await ctx.db.insert("comments", { ...answer, parentId: null });
    });
    await person("ada").mutation(works.remove, { id: work });
    await settle();
    expect([await count("likes"), await count("comments")]).toEqual([0, 0]);
    expect(await count("relationships")).toBe(30);
    await person("ada").action(api.community.accountDeletion.removeAccount, {
      confirmation: { username: "ada" },
    });
    await settle();
    expect(await count("relationships")).toBe(0);
    expect(await t.run(async ({ db }) => await db.get("profiles", ada))).toBeNull();
  });
});

describe("a new follower", () => {
  it("gets the latest fifty works, each once, and none after unfollowing", async () => {
    const { t, person, settle, work, ada, eve } = await openCrowd(0);
    const ids = await t.run(async (ctx) => await copies(ctx, work, 51));
    await t.run(async ({ db }) => {
      await db.patch("artworks", work, { state: "draft" });
      const entry = { viewerId: eve, artistId: ada, publishedAt: 1050 };
      await db.insert("feedEntries", { ...entry, artworkId: ids.at(-1) ?? work });
    });
    const feed = async () => {
      const asked = { paginationOpts: { numItems: 50, cursor: null } };
      return (await person("eve").query(feeds.following, asked)).page.map(({ id }) => id);
    };
    const pair = { viewerId: eve, artistId: ada };
    await t.mutation(fanOut.backfill, pair);
    expect(await feed()).toEqual(ids.slice(-1));
    await person("eve").mutation(follows.set, { username: "ada", followed: true });
    await settle();
    expect(await feed()).toEqual(ids.slice(1).toReversed());
    // They stay, because she followed again before the deletion ran.
    await t.mutation(fanOut.removeArtist, pair);
    expect(await feed()).toHaveLength(50);
    // A work that was published again by then stays too.
    await t.mutation(fanOut.removeArtwork, { artworkId: ids.at(-1) ?? work });
    expect(await feed()).toHaveLength(50);
  });
});

describe("a block", () => {
  it("removes follows both ways for good; a mute removes none", async () => {
    const { person, settle } = await openCrowd(0);
    await person("eve").mutation(follows.set, { username: "ada", followed: true });
    await person("ada").mutation(follows.set, { username: "eve", followed: true });
    await settle();
    const silence = async (kind: "block" | "mute", enabled: boolean) => {
      await person("ada").mutation(blocks.set, { username: "eve", kind, enabled });
      await settle();
      const page = await person("ada").query(api.community.profiles.functions.get, {
        username: "eve",
      });
      const feed = await person("eve").query(feeds.following, FIRST_PAGE);
      return [page?.followers, page?.followed, feed.page.length].join();
    };
    expect(await silence("mute", true)).toBe("1,1,1");
    expect(await silence("mute", false)).toBe("1,1,1");
    expect(await silence("block", true)).toBe("0,0,0");
    expect(await silence("block", false)).toBe("0,0,0");
  });

  it("is refused for the member themselves and for an unknown name", async () => {
    const { person } = await openCrowd(0);
    const set = async (username: string) => {
      const block = { username, kind: "block" as const, enabled: true };
      const follow = { username, followed: true };
      const as = person("ada");
      return [
        (await as.mutation(blocks.set, block)).error?.code,
        (await as.mutation(follows.set, follow)).error?.code,
      ];
    };
    expect(await set("Ada")).toEqual(["not_yourself", "not_yourself"]);
    expect(await set("nobody")).toEqual(["artist_not_found", "artist_not_found"]);
  });
});

describe("a deleted work in another member's collection", () => {
  it("reduces its count by one, from any place, and the next work goes to the end", async () => {
    const { t, person, hang, settle, work } = await openCrowd(0);
    const texts = { title: "x", description: "", visibility: "public" as const };
    const made = await person("eve").mutation(collections.create, texts);
    const collectionId = made.data?.id ?? "";
    const ids = [work, await hang("ada", "2"), await hang("ada", "3"), await hang("ada", "4")];
    const [one, two, three, four] = ids;
    if (!one || !two || !three || !four) throw new Error("Nothing hangs");
    const as = person("eve");
    const add = async (artworkId: Id<"artworks">) =>
      await as.mutation(items.add, { collectionId, artworkId });
    const remove = async (artworkId: Id<"artworks">) =>
      (await as.mutation(items.remove, { collectionId, artworkId })).error;
    const shown = async () => {
      const { page } = await t.query(items.list, { collectionId, ...FIRST_PAGE });
      const found = await t.query(collections.get, { id: collectionId });
      return [found?.items, ...page.map(({ id }) => ids.indexOf(id) + 1)].join();
    };
    for (const id of [one, two, three]) await add(id);
    await add(four);
    expect([await remove(one), await remove(two), await remove(one)]).toEqual([null, null, null]);
    await add(two);
    expect(await shown()).toBe("3,3,4,2");
    await add(one);
    expect(await shown()).toBe("4,3,4,2,1");
    await person("ada").mutation(works.remove, { id: three });
    await settle();
    expect(await shown()).toBe("3,4,2,1");
    const holding = await as.query(items.listContaining, { artworkId: three });
    expect(holding.map(({ hasWork }) => hasWork)).toEqual([false]);
    await t.run(async ({ db }) => {
      const id = db.normalizeId("collections", collectionId);
      if (id) await db.patch("collections", id, { items: 499 });
    });
    const draft = await hang("eve", "own", { state: "draft" });
    expect((await add(draft)).error).toBeNull();
    expect((await add(three)).error?.code).toBe("artwork_not_found");
    expect((await add(await hang("ada", "5"))).error?.code).toBe("too_many");
  });
});
