import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../../convex/_generated/api";
import { mergeNow } from "../../../convex/community/artworks/counts";
import { FIRST_PAGE, openSite, pngOf } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,boosts,collections/items,collections/functions,comments/functions,feed/functions,relationships/follows,insights/functions,likes,notifications/functions,profiles/functions,search,profiles/settings,relationships/blocks,views}.ts",
);

const artworks = api.community.artworks.functions;
const { boosts, likes, views } = api.community;
const { items, functions: collections } = api.community.collections;
const comments = api.community.comments.functions;
const { follows, blocks } = api.community.relationships;
const insights = api.community.insights.functions;
const notifications = api.community.notifications.functions;
const { functions: pages, settings } = api.community.profiles;

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
});

const ada = { username: "ada", name: "ada", avatarUrl: null };
const ben = { username: "ben", name: "ben", avatarUrl: null };
const OF_ADA = { username: "ada" };
const anUrl: unknown = expect.stringMatching(/^https?:/);
const anId: unknown = expect.any(String);
const aTime: unknown = expect.any(Number);

const MADE = {
  title: "Swell",
  alt: "Waves",
  medium: "photography" as const,
  description: "At noon",
  tags: ["sea", "noon"],
  licence: "cc_by" as const,
  madeHow: "by_hand" as const,
  sensitive: false,
  noAi: false,
};

/** Ada's work; three follow her, two like it, four saw it, and it has one comment. */
async function openWork() {
  const site = await openSite(modules);
  const { person, hang } = site;
  const id = await hang("ada", "w", MADE);
  vi.setSystemTime(NOW + 1000);
  for (const [n, name] of ["ben", "eve", "fay", "gus"].entries()) {
    const as = person(name);
    await as.mutation(views.record, { artworkId: id });
    if (n < 3) await as.mutation(follows.set, { username: "ada", followed: true });
    if (n < 2) await as.mutation(likes.set, { artworkId: id, liked: true });
    await site.tally();
  }
  await person("ada").mutation(follows.set, { username: "ben", followed: true });
  const { data } = await person("ben").mutation(comments.add, {
    ...{ artworkId: id, text: " Look, @eve " },
  });
  if (!data) throw new Error("Nothing was said");
  await site.tally();
  return { ...site, id, commentId: data.commentId };
}

const CARD = {
  ...{ title: "Swell", alt: "Waves", medium: "photography", mediaType: "image/png" },
  ...{ width: 3, height: 2, likes: 2, comments: 1, madeHow: "by_hand", sensitive: false },
  ...{ url: anUrl, previewUrl: null, posterUrl: null, thumbhash: null },
  ...{ isBoosted: false, isFeatured: false, focus: null, createdAt: NOW, artist: ada },
};

describe("a work", () => {
  it("is returned in full, in a feed and on its page", async () => {
    const { t, person, id } = await openWork();
    const open = async (name: string) => await person(name).query(artworks.get, { id });
    const wall = { newer: null, older: null };
    const card = { ...CARD, id };
    expect(await open("ben")).toEqual({ ...wall, artwork: { ...card, liked: true }, mine: false });
    expect(await open("ada")).toEqual({ ...wall, artwork: { ...card, liked: false }, mine: true });
    const detail = {
      ...{ description: "At noon", tags: ["sea", "noon"], licence: "cc_by", madeHow: "by_hand" },
      ...{ sensitive: false, noAi: false, state: "published", views: 4, comments: 1, followers: 3 },
      ...{ editedAt: null, boostedUntil: null, bytes: 33, pages: [], steps: [], replaced: [] },
      mentions: [],
    };
    expect(await t.query(artworks.detail, { id })).toEqual({ ...detail, isFollowed: false });
    expect(await person("eve").query(artworks.detail, { id })).toEqual({
      ...detail,
      isFollowed: true,
    });
  });

  it("keeps fields that an edit does not name, and is found by its new words", async () => {
    const { t, person, id } = await openWork();
    const edit = async (changes: object) =>
      await person("ada").mutation(artworks.edit, { id, ...changes });
    const found = async (text: string) =>
      (await t.query(api.community.search.works, { text, ...FIRST_PAGE })).page.length;
    await edit({ title: "Tide" });
    expect(await t.query(artworks.detail, { id })).toMatchObject({
      ...{ description: "At noon", tags: ["sea", "noon"], licence: "cc_by", editedAt: NOW + 1000 },
    });
    expect([await found("tide"), await found("swell"), await found("noon")]).toEqual([1, 0, 1]);
    await edit({ alt: "Foam", madeHow: null, medium: "painting", sensitive: true, noAi: true });
    await edit({ description: "At dusk", licence: "cc0" });
    const after = { description: "At dusk", licence: "cc0", tags: ["sea", "noon"], noAi: true };
    expect(await t.query(artworks.detail, { id })).toMatchObject({ ...after, sensitive: true });
    const shown = await t.query(artworks.get, { id });
    expect(shown?.artwork).toMatchObject({
      ...{ title: "Tide", alt: "Foam", medium: "painting", madeHow: null, likes: 2, comments: 1 },
    });
    const explored = { tag: "sea", medium: "painting" as const, ...FIRST_PAGE };
    expect((await t.query(api.community.feed.functions.explore, explored)).page).toHaveLength(1);
  });

  it("is dated by its first publication, also after it is published again", async () => {
    const site = await openSite(modules);
    const { t, person, hang } = site;
    const id = await hang("ada", "d", { ...MADE, state: "draft" });
    const row = async () => await t.run(async ({ db }) => await db.get("artworks", id));
    const set = async (state: "draft" | "published") =>
      (await person("ada").mutation(artworks.setState, { id, state })).error;
    await person("ada").mutation(artworks.edit, { id, title: "Tide" });
    expect(await row()).toMatchObject({ editedAt: null, wasPublished: false, publishedAt: NOW });
    vi.setSystemTime(NOW + DAY_MS);
    expect(await set("published")).toBeNull();
    const first = await row();
    expect(first).toMatchObject({
      wasPublished: true,
      publishedAt: NOW + DAY_MS,
      trending: (NOW + DAY_MS) / (2 * DAY_MS),
    });
    expect(await t.query(api.community.search.tags, { text: "" })).toHaveLength(2);
    vi.setSystemTime(NOW + 2 * DAY_MS);
    await set("draft");
    expect(await t.query(api.community.search.tags, { text: "" })).toEqual([]);
    await person("ada").mutation(artworks.edit, { id, tags: ["foam"] });
    expect(await t.query(api.community.search.tags, { text: "" })).toEqual([]);
    vi.setSystemTime(NOW + 3 * DAY_MS);
    await set("published");
    await set("published");
    const { publishedAt, trending } = first ?? {};
    expect(await row()).toMatchObject({ publishedAt, trending, state: "published" });
    expect(await t.query(api.community.search.tags, { text: "" })).toEqual([
      { tag: "foam", works: 1 },
    ]);
  });

  it("stands out during a boost, and a draft cannot be boosted", async () => {
    const { t, person, hang, id, settle } = await openWork();
    const draft = await hang("ada", "d", { state: "draft" });
    const params = { customer_id: "ada", product_id: "welcome_credits" };
    await t.mutation(components.billing.public.attach, { params });
    const boost = async (artworkId: string) =>
      (await person("ada").mutation(boosts.boost, { artworkId })).error?.code;
    await t.run(async (ctx) => await mergeNow(ctx, id));
    const { trending } = (await t.run(({ db }) => db.get("artworks", id))) ?? {};
    expect([await boost(draft), await boost(id)]).toEqual(["artwork_not_found", undefined]);
    const until = NOW + 1000 + DAY_MS;
    expect(await t.query(artworks.detail, { id })).toMatchObject({ boostedUntil: until });
    const lifted = await t.run(({ db }) => db.get("artworks", id));
    expect((lifted?.trending ?? 0) - (trending ?? 0)).toBeCloseTo(100_000);
    await settle();
    expect(await t.run(({ db }) => db.get("artworks", id))).toMatchObject({
      trending,
      boostedUntil: null,
    });
  });
});

describe("a member's page", () => {
  it("is returned in full, to each by their relationship", async () => {
    const { t, person, prepare } = await openWork();
    const texts = { name: "  Ada L. ", bio: "Numbers.", links: ["https://ada.example"] };
    await person("ada").mutation(pages.edit, texts);
    const set = async (kind: "avatar" | "cover", bytes: number) => {
      const storageId = await prepare("ada", pngOf(4, 4, bytes));
      const args = { kind, storageId };
      return { storageId, ...(await person("ada").mutation(pages.setProfileImage, args)) };
    };
    const avatar = await set("avatar", 1);
    const cover = await set("cover", 2);
    expect([avatar.error, cover.error]).toEqual([null, null]);
    const urls = await t.run(async ({ storage }) => [
      await storage.getUrl(avatar.storageId),
      await storage.getUrl(cover.storageId),
    ]);
    const page = {
      ...{ username: "ada", name: "Ada L.", bio: "Numbers.", links: texts.links },
      ...{ avatarUrl: urls[0], coverUrl: urls[1], followers: 3, followed: 1, pinned: [] },
      ...{ isSupporter: false, isMine: false, isFollowed: false, isBlocked: false, isMuted: false },
    };
    await person("zoe").mutation(api.community.profiles.functions.ensure, {});
    const silence = { username: "ada", enabled: true };
    await person("zoe").mutation(blocks.set, { ...silence, kind: "mute" });
    await person("max").mutation(blocks.set, { ...silence, kind: "block" });
    const get = async (as: Pick<Site["t"], "query">) => await as.query(pages.get, OF_ADA);
    expect(await get(t)).toEqual(page);
    expect(await get(person("ada"))).toEqual({ ...page, isMine: true });
    expect(await get(person("fay"))).toEqual({ ...page, isFollowed: true });
    expect(await get(person("zoe"))).toEqual({ ...page, isMuted: true });
    expect(await get(person("max"))).toEqual({ ...page, isBlocked: true });
    await person("ada").mutation(pages.edit, { bio: "" });
    expect(await get(t)).toEqual({ ...page, bio: "" });
  });

  it("has its pinned works in the order of pinning, each once", async () => {
    const { t, person, hang, id } = await openWork();
    const other = await hang("ada", "2");
    const pin = async (artworkId: string, pinned = true) =>
      await person("ada").mutation(pages.pin, { artworkId, pinned });
    const pinned = async () => (await t.query(pages.get, OF_ADA))?.pinned.map((card) => card.id);
    for (const one of [id, other, id]) await pin(one);
    expect(await pinned()).toEqual([id, other]);
    await pin(id, false);
    expect(await pinned()).toEqual([other]);
    await pin(id, false);
    await pin(id);
    expect(await pinned()).toEqual([other, id]);
  });
});

describe("a comment", () => {
  it("is returned in full, with who may delete it", async () => {
    const { t, person, id, commentId } = await openWork();
    const answer = { artworkId: id, text: "Yes", replyTo: commentId };
    await person("eve").mutation(comments.add, answer);
    const rows = async (as: Pick<Site["t"], "query">) => [
      ...(await as.query(comments.list, { artworkId: id, ...FIRST_PAGE })).page,
      ...(await as.query(comments.replies, { commentId, ...FIRST_PAGE })).page,
    ];
    const fresh = { createdAt: aTime, editedAt: null, likes: 0, liked: false };
    /** What the viewer may do with each: edit and delete, or only delete. */
    const told = (first: "edit" | "delete" | null, second: typeof first) => [
      {
        ...{ id: commentId, text: "Look, @eve", author: ben, mentions: ["eve"], replies: 1 },
        ...{ ...fresh, canEdit: first === "edit", canDelete: first !== null },
      },
      {
        ...{ id: anId, text: "Yes", author: { ...ben, username: "eve", name: "eve" } },
        ...{ mentions: [], replies: 0 },
        ...{ ...fresh, canEdit: second === "edit", canDelete: second !== null },
      },
    ];
    expect(await rows(t)).toEqual(told(null, null));
    expect(await rows(person("fay"))).toEqual(told(null, null));
    expect(await rows(person("ben"))).toEqual(told("edit", null));
    expect(await rows(person("eve"))).toEqual(told(null, "edit"));
    expect(await rows(person("ada"))).toEqual(told("delete", "delete"));
    const [, reply] = await rows(t);
    const remove = async (name: string, one: typeof reply) => {
      if (!one) throw new Error("Not there");
      return (await person(name).mutation(comments.remove, { id: one.id })).error?.code;
    };
    expect([await remove("fay", reply), await remove("ben", reply)]).toEqual([
      ...["forbidden", "forbidden"],
    ]);
    expect([await remove("eve", reply), await remove("eve", reply)]).toEqual([
      ...[undefined, "comment_not_found"],
    ]);
    expect(await rows(person("ben"))).toMatchObject([{ replies: 0 }]);
  });

  it("can answer only a comment under the same work, in up to 2000 characters", async () => {
    const { person, hang, id, commentId } = await openWork();
    const other = await hang("ada", "2");
    const say = async (artworkId: string, text: string, isAnswer: boolean) => {
      const args = { artworkId, text, ...(isAnswer && { replyTo: commentId }) };
      return (await person("eve").mutation(comments.add, args)).error?.code;
    };
    expect(await say(other, "Hm", true)).toBe("comment_not_found");
    expect(await say(id, "x".repeat(2000), true)).toBeUndefined();
    expect(await say(id, "x".repeat(2001), true)).toBe("invalid_text");
    expect(await say("nothing", "Hm", false)).toBe("artwork_not_found");
  });
});

describe("a notification", () => {
  it("is returned in full, of every kind, newest first", async () => {
    const { person, id, commentId } = await openWork();
    const list = async (name: string) =>
      (await person(name).query(notifications.list, FIRST_PAGE)).page;
    const artwork = { id, title: "Swell", url: anUrl };
    const plain = { id: anId, isRead: false, isFollowed: false, createdAt: aTime, studio: null };
    const of = (username: string) => ({ ...ben, username, name: username });
    const follow = (name: string) => ({
      ...plain,
      kind: "follow",
      actor: of(name),
      artwork: null,
      text: null,
    });
    const like = (name: string) => ({
      ...plain,
      kind: "like",
      actor: of(name),
      artwork,
      text: null,
    });
    const comment = { ...plain, actor: ben, artwork, text: "Look, @eve" };
    expect(await list("ada")).toEqual([
      { ...comment, kind: "comment" },
      follow("fay"),
      ...[like("eve"), follow("eve"), like("ben")],
      { ...follow("ben"), isFollowed: true },
    ]);
    expect(await list("eve")).toEqual([{ ...comment, kind: "mention" }]);
    await person("ada").mutation(comments.add, { artworkId: id, text: "Aye", replyTo: commentId });
    const [reply] = await list("ben");
    expect(reply).toEqual({ ...plain, kind: "reply", actor: ada, artwork, text: "Aye" });
  });

  it("is marked as read alone, or together with all", async () => {
    const { person } = await openWork();
    const own = person("ada");
    const read = async () =>
      (await own.query(notifications.list, FIRST_PAGE)).page
        .map(({ isRead }) => Number(isRead))
        .join("");
    const { page } = await own.query(notifications.list, FIRST_PAGE);
    const second = page[1];
    if (!second) throw new Error("Nothing was told");
    const tooMany = Array.from({ length: 1001 }, () => second.id);
    const refused = await own.mutation(notifications.markRead, { ids: tooMany });
    expect(refused.error?.code).toBe("too_many");
    await own.mutation(notifications.markRead, { ids: [second.id] });
    expect([await read(), await own.query(notifications.unread, {})]).toEqual(["010000", 5]);
    await person("ben").mutation(notifications.markRead, {});
    expect(await read()).toBe("010000");
    await own.mutation(notifications.markRead, {});
    expect([await read(), await own.query(notifications.unread, {})]).toEqual(["111111", 0]);
  });
});

describe("a collection", () => {
  it("is returned in full, with its first three pictures", async () => {
    const { t, person, hang, id } = await openWork();
    const texts = { title: "Best", description: "Of all", visibility: "private" as const };
    const made = await person("ben").mutation(collections.create, texts);
    const collectionId = made.data?.id ?? "";
    const ids = [id, await hang("ada", "2"), await hang("ada", "3"), await hang("ada", "4")];
    const urls: (string | null | undefined)[] = [];
    for (const artworkId of ids) {
      await person("ben").mutation(items.add, { collectionId, artworkId });
      urls.push((await t.query(artworks.get, { id: artworkId }))?.artwork.url);
    }
    const get = async (as: Pick<Site["t"], "query">) =>
      await as.query(collections.get, { id: collectionId });
    const told = { ...texts, id: collectionId, items: 4, covers: urls.slice(0, 3), owner: ben };
    const own = { ...told, isMine: true, isReadOnly: false };
    expect([await get(t), await get(person("ben"))]).toEqual([null, own]);
    const edit = async (changes: object) =>
      (await person("ben").mutation(collections.edit, { id: collectionId, ...changes })).error
        ?.code;
    await edit({ visibility: "public" });
    expect(await get(t)).toEqual({ ...own, visibility: "public", isMine: false });
    await edit({ title: "x".repeat(80), description: "y".repeat(500) });
    expect(await get(t)).toMatchObject({ title: "x".repeat(80), visibility: "public" });
    expect([await edit({ title: " " }), await edit({ title: "x".repeat(81) })]).toEqual([
      ...["invalid_text", "invalid_text"],
    ]);
    expect(await edit({ description: "y".repeat(501) })).toBe("invalid_text");
  });
});

describe("an artist's insights", () => {
  it("are their own, for the days of the window, oldest first", async () => {
    const { t, person } = await openWork();
    const today = Math.floor(NOW / DAY_MS);
    const read = async () => (await person("ada").query(insights.read, { window: 30 })).data;
    const now = { day: today, views: 4, likes: 2, comments: 1, follows: 3 };
    expect(await read()).toMatchObject({ until: today, days: [now], before: null });
    await t.run(async ({ db }) => {
      const row = await db.query("dailyCounts").first();
      if (!row) throw new Error("Nothing was counted");
      const none = { profileId: row.profileId, views: 0, likes: 0, comments: 0, follows: 0 };
      for (const day of [today + 1, today - 1, today - 29, today - 30]) {
        await db.insert("dailyCounts", { ...none, day });
      }
    });
    expect((await read())?.days.map(({ day }) => today - day)).toEqual([29, 1, 0]);
  });

  it("are compared with as many days before, once the artist was counted all that time", async () => {
    const { t, person } = await openWork();
    const today = Math.floor(NOW / DAY_MS);
    const read = async () => (await person("ada").query(insights.read, { window: 30 })).data;
    const add = async (ago: number, views: number, sources = {}) =>
      await t.run(async ({ db }) => {
        const row = await db.query("dailyCounts").first();
        if (!row) throw new Error("Nothing was counted");
        const rest = { profileId: row.profileId, likes: 1, comments: 0, follows: 0 };
        await db.insert("dailyCounts", { ...rest, day: today - ago, views, sources });
      });
    await add(30, 5, { search: 3 });
    await add(58, 4);
    expect((await read())?.before).toBeNull();
    await add(59, 2, { search: 1, feed: 1 });
    await add(60, 100, { search: 100 });
    const found = await read();
    expect(found?.before).toEqual({ views: 11, likes: 3, comments: 0, follows: 0 });
    expect(found?.sources).toContainEqual({ source: "search", views: 0, before: 4 });
    expect(found?.sources[0]).toEqual({ source: "link", views: 4, before: 0 });
  });

  it("count a view by where the work was opened, and by work", async () => {
    const { t, person, hang, tally } = await openSite(modules);
    const old = await hang("ada", "old", { title: "Old" });
    const id = await hang("ada", "new", { title: "New" });
    const day = Math.floor(Date.now() / DAY_MS);
    await t.run(async ({ db }) => {
      await db.patch("artworks", old, { publishedAt: (day - 59) * DAY_MS });
      await db.insert("workViews", { artworkId: old, day: day - 30, views: 7 });
      await db.insert("workViews", { artworkId: old, day: day - 60, views: 9 });
    });
    for (const [name, source] of [
      ["ben", "search"],
      ["eve", "search"],
      ["gil", "feed"],
    ] as const) {
      await person(name).mutation(views.record, { artworkId: id, source });
    }
    await tally();
    const read = (await person("ada").query(insights.read, { window: 30 })).data;
    expect(read?.sources.slice(0, 2)).toEqual([
      { source: "search", views: 2, before: null },
      { source: "feed", views: 1, before: null },
    ]);
    const asked = { window: 30 as const, ...FIRST_PAGE };
    const { page } = await person("ada").query(insights.works, asked);
    expect(page.map(({ title, views: seen, before }) => [title, seen, before])).toEqual([
      ["New", 3, null],
      ["Old", 0, 7],
    ]);
    expect((await person("ben").query(insights.works, asked)).page).toEqual([]);
    const further = { ...asked, window: 90 as const };
    expect((await person("ada").query(insights.works, further)).page).toEqual([]);
  });

  it("forget a work's views that no window reaches", async () => {
    const { t, hang } = await openSite(modules);
    const artworkId = await hang("ada", "w");
    const day = Math.floor(Date.now() / DAY_MS);
    await t.run(async ({ db }) => {
      for (const ago of [181, 182]) {
        await db.insert("workViews", { artworkId, day: day - ago, views: 1 });
      }
    });
    expect(await t.mutation(internal.community.views.deleteOld, {})).toBe(1);
  });
});

describe("content settings", () => {
  it("change only named fields, with each way of making once", async () => {
    const { person } = await openSite(modules);
    const set = async (changes: object) =>
      (await person("ada").mutation(settings.set, changes)).data;
    const first = { sensitive: "blur", hiddenMadeHow: [] };
    expect(await set({})).toEqual(first);
    const twice = ["ai_generated", "ai_assisted", "ai_generated"];
    const both = { sensitive: "blur", hiddenMadeHow: ["ai_generated", "ai_assisted"] };
    expect(await set({ hiddenMadeHow: twice })).toEqual(both);
    expect(await set({ sensitive: "show" })).toEqual({ ...both, sensitive: "show" });
    expect(await person("ada").query(settings.mine, {})).toEqual({ ...both, sensitive: "show" });
  });
});
