import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { FIRST_PAGE, openSite } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,collections/items,collections/functions,comments/functions,feed/functions,relationships/follows,likes,notifications/functions,profiles/functions,moderation/reports,search,relationships/blocks}.ts",
);

const { community } = api;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
});

type Scene = Awaited<ReturnType<typeof setUp>>;
type Person = ReturnType<Site["person"]>;
type Call = (as: Person, scene: Scene) => Promise<{ error: { code: string } | null }>;

/** Ada's works, one of them a draft, and a collection of hers. Eve is a stranger. */
async function setUp() {
  const site = await openSite(modules);
  const work = await site.hang("ada", "w");
  const draft = await site.hang("ada", "d", { state: "draft" });
  await site.person("eve").mutation(community.profiles.functions.ensure, {});
  const texts = { title: "Best", description: "", visibility: "private" as const };
  const made = await site.person("ada").mutation(community.collections.functions.create, texts);
  if (!made.data) throw new Error("The scene did not stand");
  return { ...site, work, draft, collection: made.data.id };
}

describe("another member's", () => {
  it("private collection is visible to its owner alone", async () => {
    const { t, person, collection, work } = await setUp();
    const args = { collectionId: collection, artworkId: work };
    await person("ada").mutation(community.collections.items.add, args);
    const list = { collectionId: collection, ...FIRST_PAGE };
    for (const stranger of [t, person("eve")]) {
      expect(
        await stranger.query(community.collections.functions.get, { id: collection }),
      ).toBeNull();
      expect((await stranger.query(community.collections.items.list, list)).page).toEqual([]);
      const of = { username: "ada", ...FIRST_PAGE };
      expect((await stranger.query(community.collections.functions.byProfile, of)).page).toEqual(
        [],
      );
    }
    const own = await person("ada").query(community.collections.functions.get, { id: collection });
    expect(own).toMatchObject({ isMine: true, items: 1 });
  });

  it("notification cannot be marked as read", async () => {
    const { t, person, work, tally } = await setUp();
    await person("eve").mutation(community.likes.set, { artworkId: work, liked: true });
    await tally();
    const [notice] = await t.run((ctx) => ctx.db.query("notifications").take(1));
    if (!notice) throw new Error("Nobody was told");
    await person("eve").mutation(community.notifications.functions.markRead, { ids: [notice._id] });
    expect(await person("ada").query(community.notifications.functions.unread, {})).toBe(1);
    await person("ada").mutation(community.notifications.functions.markRead, { ids: [notice._id] });
    expect(await person("ada").query(community.notifications.functions.unread, {})).toBe(0);
  });
});

describe("a work that is not published", () => {
  it("is in no feed, and opens for its artist alone", async () => {
    const { t, person, draft } = await setUp();
    const eve = person("eve");
    for (const stranger of [t, eve]) {
      expect(await stranger.query(community.artworks.functions.get, { id: draft })).toBeNull();
      expect(await stranger.query(community.artworks.functions.detail, { id: draft })).toBeNull();
    }
    const { feed, search } = community;
    const artworks = community.artworks.functions;
    const walls = [
      await eve.query(artworks.feed, FIRST_PAGE),
      await eve.query(artworks.byProfile, { username: "ada", ...FIRST_PAGE }),
      await eve.query(feed.functions.trending, FIRST_PAGE),
      await eve.query(feed.functions.explore, { medium: "painting", ...FIRST_PAGE }),
      await eve.query(search.works, { text: "Lemons", ...FIRST_PAGE }),
    ];
    for (const { page } of walls) expect(page.map(({ id }) => id)).not.toContain(draft);
    const drafts = { state: "draft" as const, ...FIRST_PAGE };
    expect((await person("ada").query(artworks.unpublished, drafts)).page).toHaveLength(1);
    expect(await person("ada").query(artworks.detail, { id: draft })).toMatchObject({
      state: "draft",
    });
  });

  it("stays hidden by an operator, whatever its artist does", async () => {
    const { t, person, work } = await setUp();
    const subject = { kind: "artwork" as const, id: work };
    const report = { subject, reason: "stolen" as const, note: "From my page" };
    await person("eve").mutation(community.moderation.reports.send, report);
    await person("eve").mutation(community.moderation.reports.send, report);
    const open = await t.query(internal.community.moderation.reports.open, {});
    expect(open).toMatchObject([{ kind: "artwork", subjectId: work, reporter: "eve" }]);
    const [first] = open;
    if (!first) throw new Error("No report");
    await t.mutation(internal.community.moderation.reports.close, {
      id: first.id,
      state: "upheld",
    });
    expect(await t.query(internal.community.moderation.reports.open, {})).toEqual([]);
    expect(await person("eve").query(community.artworks.functions.get, { id: work })).toBeNull();
    const hang = { id: work, state: "published" as const };
    const { error } = await person("ada").mutation(community.artworks.functions.setState, hang);
    expect(error?.code).toBe("forbidden");
  });

  it("is settled with all its reports at once", async () => {
    const { t, person, work } = await setUp();
    const subject = { kind: "artwork" as const, id: work };
    await person("eve").mutation(community.moderation.reports.send, {
      subject,
      reason: "spam",
      note: "",
    });
    const last = await t.run(async ({ db }) => {
      const report = await db.query("reports").first();
      if (!report) throw new Error("No report");
      const { reporterId, subjectId, reason, note, state } = report;
      const row = { reporterId, subject, subjectId, reason, note, state };
      for (let n = 0; n < 200; n++) await db.insert("reports", row);
      return await db.query("reports").order("desc").first();
    });
    if (!last) throw new Error("No report");
    await t.mutation(internal.community.moderation.reports.close, {
      id: last._id,
      state: "upheld",
    });
    expect(await t.query(internal.community.moderation.reports.open, {})).toEqual([]);
  });
});

describe("a blocked member", () => {
  const REACHING: Readonly<Record<string, Call>> = {
    follow: (as) =>
      as.mutation(community.relationships.follows.set, { username: "ada", followed: true }),
    like: (as, { work }) => as.mutation(community.likes.set, { artworkId: work, liked: true }),
    comment: (as, { work }) =>
      as.mutation(community.comments.functions.add, { artworkId: work, text: "Hi" }),
  };

  it.each(Object.entries(REACHING))("cannot %s", async (_, call) => {
    const scene = await setUp();
    const block = { username: "eve", kind: "block" as const, enabled: true };
    await scene.person("ada").mutation(community.relationships.blocks.set, block);
    expect((await call(scene.person("eve"), scene)).error?.code).toBe("blocked");
    await scene
      .person("ada")
      .mutation(community.relationships.blocks.set, { ...block, enabled: false });
    expect((await call(scene.person("eve"), scene)).error).toBeNull();
  });

  it("cannot answer or mention the member who blocked them, under any work", async () => {
    const { t, person, hang } = await setUp();
    const work = await hang("ben", "b");
    const { add } = community.comments.functions;
    const said = await person("ada").mutation(add, { artworkId: work, text: "Lovely" });
    if (!said.data) throw new Error("Not said");
    const block = { username: "eve", kind: "block" as const, enabled: true };
    await person("ada").mutation(community.relationships.blocks.set, block);
    const answer = { artworkId: work, text: "Hm", replyTo: said.data.commentId };
    expect((await person("eve").mutation(add, answer)).error?.code).toBe("blocked");
    await person("eve").mutation(add, { artworkId: work, text: "Look, @ada and @ben" });
    const { page } = await t.query(community.comments.functions.list, {
      artworkId: work,
      ...FIRST_PAGE,
    });
    expect(page.map(({ mentions }) => mentions)).toEqual([["ben"], []]);
    expect(await person("ada").query(community.notifications.functions.unread, {})).toBe(0);
  });

  it("is unfollowed both ways, and cannot follow again", async () => {
    const { person, settle } = await setUp();
    const { follows, blocks } = community.relationships;
    await person("eve").mutation(follows.set, { username: "ada", followed: true });
    await person("ada").mutation(follows.set, { username: "eve", followed: true });
    const block = { username: "eve", kind: "block" as const, enabled: true };
    await person("ada").mutation(blocks.set, block);
    await settle();
    const page = await person("ada").query(community.profiles.functions.get, { username: "eve" });
    expect(page).toMatchObject({ followers: 0, followed: 0, isFollowed: false, isBlocked: true });
    expect(
      (await person("eve").query(community.feed.functions.following, FIRST_PAGE)).page,
    ).toEqual([]);
  });
});
