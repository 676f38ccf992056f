import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { NEW_PROFILE, findProfile } from "../../../convex/community/profiles";
import { FIRST_PAGE, openSite } from "./site";

const { artworks, collectionItems, collections, comments, feeds, follows } = api.community;
const { silences, works } = api.community;
const { delivery } = internal.community;

/** More than any batch of it holds, and less than two: 100 or 200 rows, 25 of who leaves. */
const MANY = { feeds: 101, rows: 201 };

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
});

async function openCrowd(followers: number) {
  const site = await openSite();
  const { t, hang } = site;
  const work = await hang("ada", "w");
  await site.person("eve").mutation(api.community.profiles.ensure, {});
  const ids = await t.run(async (ctx) => {
    const [ada, eve] = [await findProfile(ctx, "ada"), await findProfile(ctx, "eve")];
    if (!ada || !eve) throw new Error("Nobody came");
    for (let n = 0; n < followers; n++) await addFollower(ctx, ada._id, n);
    return { ada: ada._id, eve: eve._id };
  });
  const count = async (table: "feedEntries" | "comments" | "likes" | "collectionItems" | "ties") =>
    await t.run(async ({ db }) => (await db.query(table).take(1000)).length);
  return { ...site, ...ids, work, count };
}

async function addFollower({ db }: MutationCtx, toId: Id<"profiles">, n: number) {
  const names = { username: `p${n}`, usernameKey: `p${n}`, tokenIdentifier: `p|${n}` };
  const row = { ...NEW_PROFILE, ...names, name: "x", bio: "", searchText: "" };
  const fromId = await db.insert("profiles", row);
  await db.insert("ties", { kind: "follow", fromId, toId });
}

/** The same work, as often as it is to be there. */
async function copies({ db }: MutationCtx, work: Id<"artworks">, times: number) {
  const row = await db.get("artworks", work);
  if (!row) throw new Error("Nothing hangs");
  const { _id, _creationTime, ...bare } = row;
  const made: Doc<"artworks">["_id"][] = [];
  for (let n = 0; n < times; n++) {
    const clientUploadId = `${_id} ${_creationTime} ${n}`;
    made.push(await db.insert("artworks", { ...bare, clientUploadId, publishedAt: 1000 + n }));
  }
  return made;
}

describe("what takes more than one transaction", () => {
  it("hangs a work in every feed, and takes it out of every feed", async () => {
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

  it("takes all works of an artist out of a feed, once they are not followed", async () => {
    const { t, person, settle, count, work, ada, eve } = await openCrowd(0);
    await t.run(async ({ db }) => {
      for (let n = 0; n < MANY.feeds; n++) {
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

  it("deletes all answers to a comment that is gone, and all of a collection", async () => {
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
      await db.patch("artworks", work, { comments: MANY.rows + 1 });
    });
    await person("eve").mutation(comments.remove, { id: parentId });
    await person("eve").mutation(collections.remove, { id: collectionId });
    await settle();
    expect([await count("comments"), await count("collectionItems")]).toEqual([0, 0]);
    expect(await t.query(works.detail, { id: work })).toMatchObject({ comments: 0 });
  });

  it("deletes all that belongs to a work, and all of who leaves", async () => {
    const { t, person, settle, count, work, ada, eve } = await openCrowd(30);
    await t.run(async (ctx) => {
      for (let n = 0; n < MANY.rows; n++) {
        await ctx.db.insert("likes", { profileId: eve, artworkId: work });
      }
      const answer = { artworkId: work, authorId: eve, text: "x", mentions: [], replies: 0 };
      await ctx.db.insert("comments", { ...answer, parentId: null });
    });
    await person("ada").mutation(artworks.remove, { id: work });
    await settle();
    expect([await count("likes"), await count("comments")]).toEqual([0, 0]);
    expect(await count("ties")).toBe(30);
    await person("ada").action(api.community.deletion.removeAccount, { username: "ada" });
    await settle();
    expect(await count("ties")).toBe(0);
    expect(await t.run(async ({ db }) => await db.get("profiles", ada))).toBeNull();
  });
});

describe("a new follower", () => {
  it("gets the latest fifty, each once, and none if they have left again", async () => {
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
    await t.mutation(delivery.backfill, pair);
    expect(await feed()).toEqual(ids.slice(-1));
    await person("eve").mutation(follows.set, { username: "ada", followed: true });
    await settle();
    expect(await feed()).toEqual(ids.slice(1).toReversed());
    // Followed again before it came to that: they stay.
    await t.mutation(delivery.withdraw, pair);
    expect(await feed()).toHaveLength(50);
    // A work that hangs again by then stays too.
    await t.mutation(delivery.recall, { artworkId: ids.at(-1) ?? work });
    expect(await feed()).toHaveLength(50);
  });
});

describe("a block", () => {
  it("ends following both ways and for good; a mute ends nothing", async () => {
    const { person, settle } = await openCrowd(0);
    await person("eve").mutation(follows.set, { username: "ada", followed: true });
    await person("ada").mutation(follows.set, { username: "eve", followed: true });
    await settle();
    const silence = async (kind: "block" | "mute", silenced: boolean) => {
      await person("ada").mutation(silences.set, { username: "eve", kind, silenced });
      await settle();
      const page = await person("ada").query(api.community.pages.get, { username: "eve" });
      const feed = await person("eve").query(feeds.following, FIRST_PAGE);
      return [page?.followers, page?.followed, feed.page.length].join();
    };
    expect(await silence("mute", true)).toBe("1,1,1");
    expect(await silence("mute", false)).toBe("1,1,1");
    expect(await silence("block", true)).toBe("0,0,0");
    expect(await silence("block", false)).toBe("0,0,0");
  });

  it("of oneself, or of nobody, there is none", async () => {
    const { person } = await openCrowd(0);
    const set = async (username: string) => {
      const block = { username, kind: "block" as const, silenced: true };
      const follow = { username, followed: true };
      const as = person("ada");
      return [
        (await as.mutation(silences.set, block)).error?.code,
        (await as.mutation(follows.set, follow)).error?.code,
      ];
    };
    expect(await set("Ada")).toEqual(["not_yourself", "not_yourself"]);
    expect(await set("nobody")).toEqual(["artist_not_found", "artist_not_found"]);
  });
});

describe("a work that somebody else has in a collection", () => {
  it("leaves it by one, wherever it stood, and the next one goes to the end", async () => {
    const { t, person, hang, settle, work } = await openCrowd(0);
    const texts = { title: "x", description: "", visibility: "public" as const };
    const made = await person("eve").mutation(collections.create, texts);
    const collectionId = made.data?.id ?? "";
    const ids = [work, await hang("ada", "2"), await hang("ada", "3"), await hang("ada", "4")];
    const [one, two, three, four] = ids;
    if (!one || !two || !three || !four) throw new Error("Nothing hangs");
    const as = person("eve");
    const add = async (artworkId: Id<"artworks">) =>
      await as.mutation(collectionItems.add, { collectionId, artworkId });
    const remove = async (artworkId: Id<"artworks">) =>
      (await as.mutation(collectionItems.remove, { collectionId, artworkId })).error;
    const shown = async () => {
      const { page } = await t.query(collectionItems.list, { collectionId, ...FIRST_PAGE });
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
    await person("ada").mutation(artworks.remove, { id: three });
    await settle();
    expect(await shown()).toBe("3,4,2,1");
    const holding = await as.query(collectionItems.holding, { artworkId: three });
    expect(holding.map(({ isHolding }) => isHolding)).toEqual([false]);
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
