import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { FIRST_PAGE, openSite } from "./site";
import type { Site } from "./site";

const { community } = api;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** What stands on the site when somebody calls. */
interface Scene extends Site {
  work: Id<"artworks">;
  draft: Id<"artworks">;
  page: Id<"workFiles">;
  comment: Id<"comments">;
  collection: Id<"collections">;
  file: Id<"_storage">;
}

type Caller = Site["t"] | ReturnType<Site["person"]>;
type Answer = { error: { code: string } | null };
type Call = (as: Caller, scene: Scene) => Promise<Answer>;

/** Ada's works, one of them a draft, and what hangs on them. Eve is a stranger. */
async function setUp(): Promise<Scene> {
  const site = await openSite();
  const work = await site.hang("ada", "w");
  const draft = await site.hang("ada", "d", { state: "draft" });
  const ada = site.person("ada");
  await site.person("eve").mutation(community.profiles.ensure, {});
  const added = await ada.mutation(community.pictures.add, {
    ...{ artworkId: work, role: "page", caption: "" },
    storageId: await site.prepare("ada"),
  });
  const said = await ada.mutation(community.comments.add, { artworkId: work, text: "Hello" });
  const texts = { title: "Best", description: "", visibility: "private" as const };
  const made = await ada.mutation(community.collections.create, texts);
  if (!added.data || !said.data || !made.data) throw new Error("The scene did not stand");
  const file = await site.prepare("ada");
  const { id: page } = added.data;
  return {
    ...site,
    work,
    draft,
    page,
    comment: said.data.commentId,
    collection: made.data.id,
    file,
  };
}

const CALLS: Readonly<Record<string, Call>> = {
  "artworks.remove": (as, { work }) => as.mutation(community.artworks.remove, { id: work }),
  "works.edit": (as, { work }) => as.mutation(community.works.edit, { id: work, title: "Mine" }),
  "works.setState": (as, { work }) =>
    as.mutation(community.works.setState, { id: work, state: "draft" }),
  "works.replaceFile": (as, { work, file }) =>
    as.mutation(community.works.replaceFile, { id: work, storageId: file }),
  "pictures.add": (as, { work, file }) =>
    as.mutation(community.pictures.add, {
      ...{ artworkId: work, role: "step", storageId: file, caption: "" },
    }),
  "pictures.describe": (as, { page }) =>
    as.mutation(community.pictures.describe, { id: page, caption: "x" }),
  "pictures.reorder": (as, { work, page }) =>
    as.mutation(community.pictures.reorder, { artworkId: work, role: "page", ids: [page] }),
  "pictures.remove": (as, { page }) => as.mutation(community.pictures.remove, { id: page }),
  "pages.pin": (as, { work }) =>
    as.mutation(community.pages.pin, { artworkId: work, pinned: true }),
  "boosts.boost": (as, { work }) => as.mutation(community.boosts.boost, { artworkId: work }),
  "comments.remove": (as, { comment }) => as.mutation(community.comments.remove, { id: comment }),
  "collections.edit": (as, { collection }) =>
    as.mutation(community.collections.edit, { id: collection, title: "Mine" }),
  "collections.remove": (as, { collection }) =>
    as.mutation(community.collections.remove, { id: collection }),
  "collectionItems.add": (as, { collection, work }) =>
    as.mutation(community.collectionItems.add, { collectionId: collection, artworkId: work }),
  "collectionItems.remove": (as, { collection, work }) =>
    as.mutation(community.collectionItems.remove, { collectionId: collection, artworkId: work }),
  "collectionItems.move": (as, { collection, work }) =>
    as.mutation(community.collectionItems.move, {
      ...{ collectionId: collection, artworkId: work, before: null },
    }),
  "pages.setPortrait": (as, { file }) =>
    as.mutation(community.pages.setPortrait, { kind: "avatar", storageId: file }),
  "uploads.prepare": (as, { file }) =>
    as.action(community.uploads.prepare, { storageId: file, width: 1, height: 1 }),
};

/** What needs somebody, and nothing of theirs. */
const OPEN_CALLS: Readonly<Record<string, Call>> = {
  "likes.set": (as, { work }) => as.mutation(community.likes.set, { artworkId: work, liked: true }),
  "comments.add": (as, { work }) =>
    as.mutation(community.comments.add, { artworkId: work, text: "Hi" }),
  "views.record": (as, { work }) => as.mutation(community.views.record, { artworkId: work }),
  "follows.set": (as) => as.mutation(community.follows.set, { username: "ada", followed: true }),
  "silences.set": (as) =>
    as.mutation(community.silences.set, { username: "ada", kind: "mute", silenced: true }),
  "settings.set": (as) => as.mutation(community.settings.set, { sensitive: "show" }),
  "pages.edit": (as) => as.mutation(community.pages.edit, { bio: "x" }),
  "reports.send": (as, { work }) =>
    as.mutation(community.reports.send, {
      ...{ subject: { kind: "artwork", id: work }, reason: "spam", note: "" },
    }),
  "notifications.markRead": (as) => as.mutation(community.notifications.markRead, {}),
  "insights.read": (as) => as.query(community.insights.read, { window: 30 }),
  "collections.create": (as) =>
    as.mutation(community.collections.create, {
      ...{ title: "Mine", description: "", visibility: "public" },
    }),
};

describe("who is signed out", () => {
  it.each(Object.entries({ ...CALLS, ...OPEN_CALLS }))("is refused by %s", async (_, call) => {
    const scene = await setUp();
    expect((await call(scene.t, scene)).error?.code).toBe("unauthenticated");
  });

  it("has no feed, notices, settings, drafts or lists of their own", async () => {
    const { t, work } = await setUp();
    const { feeds, notifications, settings, works, silences, collectionItems } = community;
    const pages = [
      await t.query(feeds.following, FIRST_PAGE),
      await t.query(notifications.list, FIRST_PAGE),
      await t.query(works.unhung, { state: "draft", ...FIRST_PAGE }),
      await t.query(silences.list, { kind: "block", ...FIRST_PAGE }),
    ];
    for (const { page } of pages) expect(page).toEqual([]);
    expect(await t.query(notifications.unread, {})).toBe(0);
    expect(await t.query(settings.mine, {})).toBeNull();
    expect(await t.query(collectionItems.holding, { artworkId: work })).toEqual([]);
  });
});

describe("someone else's", () => {
  it.each(Object.entries(CALLS))("is out of reach of %s", async (_, call) => {
    const scene = await setUp();
    const before = await scene.t.query(community.works.detail, { id: scene.work });
    const { error } = await call(scene.person("eve"), scene);
    expect(error?.code).toMatch(/^(forbidden|\w+_not_found)$/);
    expect(await scene.t.query(community.works.detail, { id: scene.work })).toEqual(before);
  });

  it.each(Object.entries(OPEN_CALLS))("does not stand in the way of %s", async (_, call) => {
    const scene = await setUp();
    expect((await call(scene.person("eve"), scene)).error).toBeNull();
  });

  it("private collection is there for its owner alone", async () => {
    const { t, person, collection, work } = await setUp();
    const args = { collectionId: collection, artworkId: work };
    await person("ada").mutation(community.collectionItems.add, args);
    const list = { collectionId: collection, ...FIRST_PAGE };
    for (const stranger of [t, person("eve")]) {
      expect(await stranger.query(community.collections.get, { id: collection })).toBeNull();
      expect((await stranger.query(community.collectionItems.list, list)).page).toEqual([]);
      const of = { username: "ada", ...FIRST_PAGE };
      expect((await stranger.query(community.collections.byProfile, of)).page).toEqual([]);
    }
    const own = await person("ada").query(community.collections.get, { id: collection });
    expect(own).toMatchObject({ isMine: true, items: 1 });
  });

  it("notice can't be marked as read", async () => {
    const { t, person, work } = await setUp();
    await person("eve").mutation(community.likes.set, { artworkId: work, liked: true });
    const [notice] = await t.run((ctx) => ctx.db.query("notifications").take(1));
    if (!notice) throw new Error("Nobody was told");
    await person("eve").mutation(community.notifications.markRead, { id: notice._id });
    expect(await person("ada").query(community.notifications.unread, {})).toBe(1);
    await person("ada").mutation(community.notifications.markRead, { id: notice._id });
    expect(await person("ada").query(community.notifications.unread, {})).toBe(0);
  });
});

describe("a work that does not hang", () => {
  const NEEDS_HANGING: Readonly<Record<string, Call>> = {
    like: (as, { draft }) => as.mutation(community.likes.set, { artworkId: draft, liked: true }),
    comment: (as, { draft }) =>
      as.mutation(community.comments.add, { artworkId: draft, text: "Hi" }),
    view: (as, { draft }) => as.mutation(community.views.record, { artworkId: draft }),
    report: (as, { draft }) =>
      as.mutation(community.reports.send, {
        ...{ subject: { kind: "artwork", id: draft }, reason: "spam", note: "" },
      }),
    edit: (as, { draft }) => as.mutation(community.works.edit, { id: draft, title: "Mine" }),
  };

  it.each(Object.entries(NEEDS_HANGING))("is not there for a stranger's %s", async (_, call) => {
    const scene = await setUp();
    expect((await call(scene.person("eve"), scene)).error?.code).toBe("artwork_not_found");
  });

  it("is on no wall, and opens for its artist alone", async () => {
    const { t, person, draft } = await setUp();
    const eve = person("eve");
    for (const stranger of [t, eve]) {
      expect(await stranger.query(community.artworks.get, { id: draft })).toBeNull();
      expect(await stranger.query(community.works.detail, { id: draft })).toBeNull();
    }
    const { feeds, search, artworks, works } = community;
    const walls = [
      await eve.query(artworks.feed, FIRST_PAGE),
      await eve.query(artworks.byProfile, { username: "ada", ...FIRST_PAGE }),
      await eve.query(feeds.trending, FIRST_PAGE),
      await eve.query(feeds.explore, { medium: "painting", ...FIRST_PAGE }),
      await eve.query(search.works, { text: "Lemons", ...FIRST_PAGE }),
    ];
    for (const { page } of walls) expect(page.map(({ id }) => id)).not.toContain(draft);
    const drafts = { state: "draft" as const, ...FIRST_PAGE };
    expect((await person("ada").query(works.unhung, drafts)).page).toHaveLength(1);
    expect(await person("ada").query(works.detail, { id: draft })).toMatchObject({
      state: "draft",
    });
  });

  it("stays hidden by an operator, whatever its artist does", async () => {
    const { t, person, work } = await setUp();
    const subject = { kind: "artwork" as const, id: work };
    const report = { subject, reason: "stolen" as const, note: "From my page" };
    await person("eve").mutation(community.reports.send, report);
    await person("eve").mutation(community.reports.send, report);
    const open = await t.query(internal.community.reports.open, {});
    expect(open).toMatchObject([{ kind: "artwork", subjectId: work, reporter: "eve" }]);
    const [first] = open;
    if (!first) throw new Error("No report");
    await t.mutation(internal.community.reports.close, { id: first.id, state: "upheld" });
    expect(await t.query(internal.community.reports.open, {})).toEqual([]);
    expect(await person("eve").query(community.artworks.get, { id: work })).toBeNull();
    const hang = { id: work, state: "published" as const };
    const { error } = await person("ada").mutation(community.works.setState, hang);
    expect(error?.code).toBe("forbidden");
  });
});

describe("who is blocked", () => {
  const REACHING: Readonly<Record<string, Call>> = {
    follow: (as) => as.mutation(community.follows.set, { username: "ada", followed: true }),
    like: (as, { work }) => as.mutation(community.likes.set, { artworkId: work, liked: true }),
    comment: (as, { work }) => as.mutation(community.comments.add, { artworkId: work, text: "Hi" }),
  };

  it.each(Object.entries(REACHING))("can't %s", async (_, call) => {
    const scene = await setUp();
    const block = { username: "eve", kind: "block" as const, silenced: true };
    await scene.person("ada").mutation(community.silences.set, block);
    expect((await call(scene.person("eve"), scene)).error?.code).toBe("blocked");
    await scene.person("ada").mutation(community.silences.set, { ...block, silenced: false });
    expect((await call(scene.person("eve"), scene)).error).toBeNull();
  });

  it("can't answer or name who blocked them, under anybody's work", async () => {
    const { t, person, hang } = await setUp();
    const work = await hang("ben", "b");
    const { add } = community.comments;
    const said = await person("ada").mutation(add, { artworkId: work, text: "Lovely" });
    if (!said.data) throw new Error("Not said");
    const block = { username: "eve", kind: "block" as const, silenced: true };
    await person("ada").mutation(community.silences.set, block);
    const answer = { artworkId: work, text: "Hm", replyTo: said.data.commentId };
    expect((await person("eve").mutation(add, answer)).error?.code).toBe("blocked");
    await person("eve").mutation(add, { artworkId: work, text: "Look, @ada and @ben" });
    const { page } = await t.query(community.comments.list, { artworkId: work, ...FIRST_PAGE });
    expect(page.map(({ mentions }) => mentions)).toEqual([["ben"], []]);
    expect(await person("ada").query(community.notifications.unread, {})).toBe(0);
  });

  it("follows no more from then on, nor is followed", async () => {
    const { person, settle } = await setUp();
    const { follows, silences, pages } = community;
    await person("eve").mutation(follows.set, { username: "ada", followed: true });
    await person("ada").mutation(follows.set, { username: "eve", followed: true });
    const block = { username: "eve", kind: "block" as const, silenced: true };
    await person("ada").mutation(silences.set, block);
    await settle();
    const page = await person("ada").query(pages.get, { username: "eve" });
    expect(page).toMatchObject({ followers: 0, followed: 0, isFollowed: false, isBlocked: true });
    expect((await person("eve").query(community.feeds.following, FIRST_PAGE)).page).toEqual([]);
  });
});
