import type { FunctionArgs } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { namesIn } from "../../../convex/community/comments/mentions";
import { FIRST_PAGE, openSite } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{comments/model,comments/functions,comments/likes,comments/suggestions,artworks/deletion,feed/functions,relationships/follows,likes,notifications/functions,profiles/functions,profiles/settings,relationships/blocks,artworks/functions}.ts",
);

const comments = api.community.comments.functions;
const feed = api.community.feed.functions;
const { follows, blocks } = api.community.relationships;
const { likes } = api.community;
const notifications = api.community.notifications.functions;
const { settings } = api.community.profiles;
const works = api.community.artworks.functions;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
});

const tellings = async ({ person }: Site, name: string) => {
  const { page } = await person(name).query(notifications.list, FIRST_PAGE);
  return page.map(({ kind, actor }) => `${actor.username} ${kind}`);
};

const say = async ({ person }: Site, name: string, artworkId: string, text: string) => {
  const { data, error } = await person(name).mutation(comments.add, { artworkId, text });
  if (!data) throw new Error(error.message);
  return data.commentId;
};

describe("namesIn", () => {
  it.each([
    ["Look, @ada.", ["ada"]],
    ["@Ada and @ada", ["ada"]],
    ["mail me: me@ada.com", []],
    ["@ab is too short", []],
    ["(@ben_k)", ["ben_k"]],
    ["@@ada", []],
  ])("reads %s", (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });
});

describe("a comment that is edited", () => {
  const read = async ({ t }: Site, artworkId: string) =>
    (await t.query(comments.list, { artworkId, ...FIRST_PAGE })).page[0];

  it("notifies those it newly mentions, once, and takes back what others were told", async () => {
    const site = await openSite(modules);
    const id = await site.hang("ada", "w");
    for (const name of ["cleo", "dan"]) await site.hang(name, "w");
    const commentId = await say(site, "ben", id, "See @cleo");
    const edit = async (text: string, name = "ben") =>
      (await site.person(name).mutation(comments.edit, { id: commentId, text })).error?.code;
    expect(await read(site, id)).toMatchObject({ editedAt: null });
    expect(await edit("See @cleo and @dan")).toBeUndefined();
    expect(await edit("See @dan, see @dan, and @ada")).toBeUndefined();
    expect(await tellings(site, "cleo")).toEqual([]);
    expect(await tellings(site, "dan")).toEqual(["ben mention"]);
    expect(await tellings(site, "ada")).toEqual(["ben comment"]);
    expect(await read(site, id)).toMatchObject({ mentions: ["dan", "ada"] });
    expect((await read(site, id))?.editedAt).toBeGreaterThan(0);
  });

  it("is edited by its author alone, while they reach the work", async () => {
    const site = await openSite(modules);
    const id = await site.hang("ada", "w");
    const commentId = await say(site, "ben", id, "Hm");
    const edit = async (text: string, name: string) =>
      (await site.person(name).mutation(comments.edit, { id: commentId, text })).error?.code;
    expect(await edit("Mine", "ada")).toBe("forbidden");
    expect(await edit("  ", "ben")).toBe("invalid_text");
    expect(await edit("x".repeat(2001), "ben")).toBe("invalid_text");
    const block = { username: "ben", kind: "block" as const, enabled: true };
    await site.person("ada").mutation(blocks.set, block);
    expect(await edit("Still here", "ben")).toBe("blocked");
    await site.person("ada").mutation(works.setState, { id, state: "draft" });
    expect(await edit("Still here", "ben")).toBe("comment_not_found");
    expect(await site.t.run(async (ctx) => (await ctx.db.get("comments", commentId))?.text)).toBe(
      "Hm",
    );
  });
});

describe("a like of a comment", () => {
  it("counts once for each member, and is taken back once", async () => {
    const site = await openSite(modules);
    const id = await site.hang("ada", "w");
    const commentId = await say(site, "ben", id, "Hm");
    const { set } = api.community.comments.likes;
    const like = async (name: string, liked = true) =>
      (await site.person(name).mutation(set, { id: commentId, liked })).error?.code;
    const seen = async (name: string) => {
      const { page } = await site
        .person(name)
        .query(comments.list, { artworkId: id, ...FIRST_PAGE });
      return page.map(({ likes: count, liked }) => [count, liked]);
    };
    for (const name of ["ada", "ada", "ben", "cleo"]) expect(await like(name)).toBeUndefined();
    expect([await seen("ada"), await seen("dan")]).toEqual([[[3, true]], [[3, false]]]);
    for (let time = 0; time < 2; time++) expect(await like("ada", false)).toBeUndefined();
    expect(await seen("ada")).toEqual([[2, false]]);
    const block = { username: "dan", kind: "block" as const, enabled: true };
    await site.hang("dan", "w");
    await site.person("ben").mutation(blocks.set, block);
    expect(await like("dan")).toBe("blocked");
    expect((await site.t.mutation(set, { id: commentId, liked: true })).error?.code).toBe(
      "unauthenticated",
    );
    await site.person("ben").mutation(comments.remove, { id: commentId });
    await site.settle();
    expect(await like("ada")).toBe("comment_not_found");
    expect(await site.t.run(async (ctx) => await ctx.db.query("commentLikes").take(5))).toEqual([]);
  });
});

describe("people suggested for a mention", () => {
  const { people } = api.community.comments.suggestions;
  const open = async () => {
    const site = await openSite(modules);
    for (const name of ["ada", "ben", "cleo", "dan", "eve"]) await site.hang(name, "w");
    const eve = site.person("eve");
    const suggested = async (text: string, args: Partial<FunctionArgs<typeof people>> = {}) =>
      (await eve.query(people, { text, ...args })).map(({ username }) => username);
    return { ...site, site, eve, suggested };
  };

  it("are the artist, the thread and its commenters, then those followed, then all others", async () => {
    const { site, eve, hang, suggested } = await open();
    const artworkId = await hang("ada", "Tide");
    const first = await say(site, "ben", artworkId, "Hm");
    await say(site, "cleo", artworkId, "Fine");
    await say(site, "eve", artworkId, "Mine");
    await eve.mutation(follows.set, { username: "dan", followed: true });
    await hang("dana", "w");
    expect(await suggested("", { artworkId })).toEqual(["ada", "cleo", "ben", "dan"]);
    expect(await suggested("", { artworkId, replyTo: first })).toEqual([
      ...["ada", "ben", "cleo", "dan"],
    ]);
    expect(await suggested("DA", { artworkId })).toEqual(["dan", "dana"]);
    expect(await suggested("e", { artworkId })).toEqual([]);
    expect(await suggested("x".repeat(41), { artworkId })).toEqual([]);
    expect(await suggested("", { artworkId: "none" })).toEqual([]);
    expect(await site.t.query(people, { text: "da", artworkId })).toEqual([]);
  });

  it("match by each word of username and name, without a work too", async () => {
    const { person, eve, suggested } = await open();
    await person("hana.novak").mutation(api.community.profiles.functions.ensure, {});
    const name = "Hana of Brno";
    await person("hana.novak").mutation(api.community.profiles.functions.edit, { name });
    expect(await suggested("han")).toEqual(["hana.novak"]);
    await eve.mutation(follows.set, { username: "hana.novak", followed: true });
    for (const text of ["hana.n", "nov", "brno"]) {
      expect([text, await suggested(text)]).toEqual([text, ["hana.novak"]]);
    }
    expect(await suggested("rno")).toEqual([]);
  });

  it("are six at most, and nobody who is muted, or blocked on either side", async () => {
    const { site, person, eve, hang, suggested } = await open();
    const artworkId = await hang("ada", "Tide");
    for (const name of ["ben", "cleo", "dan"]) await say(site, name, artworkId, "Hm");
    await eve.mutation(blocks.set, { username: "ben", kind: "mute", enabled: true });
    await eve.mutation(blocks.set, { username: "cleo", kind: "block", enabled: true });
    const block = { username: "eve", kind: "block" as const, enabled: true };
    await person("dan").mutation(blocks.set, block);
    expect(await suggested("", { artworkId })).toEqual(["ada"]);
    for (const text of ["ben", "cleo", "dan"]) expect(await suggested(text)).toEqual([]);
    for (let n = 1; n <= 8; n++) await hang(`fay${n}`, "w");
    expect(await suggested("fay")).toHaveLength(6);
  });

  it("are nobody at a work that the caller cannot open", async () => {
    const { site, person, hang, suggested } = await open();
    const id = await hang("ada", "Tide");
    await say(site, "ben", id, "Hm");
    await person("ada").mutation(works.setState, { id, state: "draft" });
    expect(await suggested("", { artworkId: id })).toEqual([]);
  });
});

describe("suggested artists", () => {
  it("are three with attention, none of them followed, muted or blocked", async () => {
    const site = await openSite(modules);
    const eve = site.person("eve");
    const names = async () =>
      (await eve.query(follows.suggested, {})).map(({ username }) => username).sort();
    for (const name of ["eve", "ada", "ben", "cleo", "dan", "fay"]) await site.hang(name, "w");
    await eve.mutation(follows.set, { username: "ada", followed: true });
    await eve.mutation(blocks.set, { username: "ben", kind: "mute", enabled: true });
    const block = { username: "eve", kind: "block" as const, enabled: true };
    await site.person("cleo").mutation(blocks.set, block);
    expect(await names()).toEqual(["dan", "fay"]);
    for (const name of ["gus", "hal"]) await site.hang(name, "w");
    expect(await names()).toHaveLength(3);
    expect(await site.t.query(follows.suggested, {})).toEqual([]);
  });
});

describe("notifications", () => {
  it("announce a like once, however often it is toggled, and not when it is undone unread", async () => {
    const site = await openSite(modules);
    const work = await site.hang("ada", "w");
    const like = async (liked: boolean) => {
      await site.person("ben").mutation(likes.set, { artworkId: work, liked });
      await site.tally();
    };
    await like(true);
    expect(await tellings(site, "ada")).toEqual(["ben like"]);
    await like(false);
    expect(await tellings(site, "ada")).toEqual([]);
    await like(true);
    await site.person("ada").mutation(notifications.markRead, {});
    await like(false);
    await like(true);
    expect(await tellings(site, "ada")).toEqual(["ben like"]);
    expect(await site.person("ada").query(notifications.unread, {})).toBe(0);
  });

  it("announce a comment once to each member, in the most direct way, and not to its author", async () => {
    const site = await openSite(modules);
    const work = await site.hang("ada", "w");
    await site.person("eve").mutation(api.community.profiles.functions.ensure, {});
    const first = await say(site, "ben", work, "Well, @ada and @eve");
    const answer = { artworkId: work, text: "@ben, yes", replyTo: first };
    await site.person("ada").mutation(comments.add, answer);
    expect(await tellings(site, "ada")).toEqual(["ben comment"]);
    expect(await tellings(site, "eve")).toEqual(["ben mention"]);
    expect(await tellings(site, "ben")).toEqual(["ada reply"]);
  });

  it("show a sensitive work to its artist, and to members who want to see such works", async () => {
    const site = await openSite(modules);
    const work = await site.hang("ada", "w", { sensitive: true });
    const eve = site.person("eve");
    await eve.mutation(api.community.profiles.functions.ensure, {});
    await say(site, "ben", work, "Well, @ada and @eve");
    const isSeen = async (name: string) => {
      const { page } = await site.person(name).query(notifications.list, FIRST_PAGE);
      return typeof page[0]?.artwork?.url === "string";
    };
    expect([await isSeen("ada"), await isSeen("eve")]).toEqual([true, false]);
    await eve.mutation(settings.set, { sensitive: "show", hiddenMadeHow: [] });
    expect(await isSeen("eve")).toBe(true);
  });

  it("announce a follower, and leave out muted members", async () => {
    const site = await openSite(modules);
    const work = await site.hang("ada", "w");
    const follow = { username: "ada", followed: true };
    await site.person("ben").mutation(follows.set, follow);
    await site.person("eve").mutation(follows.set, follow);
    const mute = { username: "eve", kind: "mute" as const, enabled: true };
    await site.person("ada").mutation(blocks.set, mute);
    expect(await tellings(site, "ada")).toEqual(["ben follow"]);
    expect(await site.person("ada").query(notifications.unread, {})).toBe(1);
    expect(
      (await site.person("ben").query(follows.followers, { username: "ada", ...FIRST_PAGE })).page,
    ).toMatchObject([{ username: "eve", isFollowed: false }, { username: "ben" }]);
    const seen = { followers: 2, isFollowed: true };
    expect(await site.person("ben").query(works.detail, { id: work })).toMatchObject(seen);
  });

  it("of an unpublished work are neither listed nor counted", async () => {
    const site = await openSite(modules);
    const work = await site.hang("ada", "w");
    await site.person("eve").mutation(api.community.profiles.functions.ensure, {});
    await say(site, "ben", work, "Look, @eve");
    const unread = async () => await site.person("eve").query(notifications.unread, {});
    expect(await unread()).toBe(1);
    await site.person("ada").mutation(works.setState, { id: work, state: "draft" });
    expect([await tellings(site, "eve"), await unread()]).toEqual([[], 0]);
    await site.person("ada").mutation(works.setState, { id: work, state: "published" });
    expect([await tellings(site, "eve"), await unread()]).toEqual([["ben mention"], 1]);
  });

  it("are all marked as read, however many there are", async () => {
    const site = await openSite(modules);
    const work = await site.hang("ada", "w");
    for (let n = 0; n < 51; n++) await say(site, `ben${n % 6}`, work, `Comment ${n}`);
    expect(await site.person("ada").query(notifications.unread, {})).toBe(51);
    await site.person("ada").mutation(notifications.markRead, {});
    expect(await site.person("ada").query(notifications.unread, {})).toBe(0);
  });
});

describe("comments", () => {
  it("are listed newest first, their replies oldest first and one level deep", async () => {
    const site = await openSite(modules);
    const work = await site.hang("ada", "w");
    const first = await say(site, "ben", work, "One");
    await say(site, "ben", work, "Two");
    const { add, list, replies } = comments;
    const answer = await site
      .person("ada")
      .mutation(add, { artworkId: work, text: "Answer", replyTo: first });
    if (!answer.data) throw new Error("Not said");
    const { commentId: replyTo } = answer.data;
    await site.person("ben").mutation(add, { artworkId: work, text: "To the answer", replyTo });
    const { page } = await site.t.query(list, { artworkId: work, ...FIRST_PAGE });
    expect(page.map((row) => [row.text, row.replies])).toEqual([
      ["Two", 0],
      ["One", 2],
    ]);
    const under = await site.t.query(replies, { commentId: first, ...FIRST_PAGE });
    expect(under.page.map(({ text }) => text)).toEqual(["Answer", "To the answer"]);
    expect(await site.t.query(works.detail, { id: work })).toMatchObject({ comments: 4 });
  });

  it("are deleted with all replies, by their author or the work's artist", async () => {
    const site = await openSite(modules);
    const work = await site.hang("ada", "w");
    const first = await say(site, "ben", work, "One");
    const answer = { artworkId: work, text: "Answer", replyTo: first };
    await site.person("eve").mutation(comments.add, answer);
    expect((await site.person("ada").mutation(comments.remove, { id: first })).error).toBeNull();
    await site.settle();
    expect(await site.t.query(works.detail, { id: work })).toMatchObject({ comments: 0 });
    await site.t.run(async (ctx) => {
      expect(await ctx.db.query("comments").take(1)).toEqual([]);
      expect(await ctx.db.query("notifications").take(1)).toEqual([]);
    });
  });

  it.each([["  "], ["x".repeat(2001)]])("refuse the text %j", async (text) => {
    const site = await openSite(modules);
    const work = await site.hang("ada", "w");
    const { error } = await site.person("ben").mutation(comments.add, { artworkId: work, text });
    expect(error?.code).toBe("invalid_text");
  });
});

describe("the following feed", () => {
  const titles = async ({ person }: Site, name: string) =>
    (await person(name).query(feed.following, FIRST_PAGE)).page.map(({ title }) => title);

  it("has works from before and after the follow, and none once it ends", async () => {
    const site = await openSite(modules);
    await site.hang("ada", "1", { title: "Before" });
    await site.hang("ben", "2", { title: "Of nobody that eve follows" });
    const follow = { username: "ada", followed: true };
    await site.person("eve").mutation(follows.set, follow);
    await site.settle();
    vi.setSystemTime(Date.now() + 1000);
    await site.hang("ada", "3", { title: "After" });
    await site.settle();
    expect(await titles(site, "eve")).toEqual(["After", "Before"]);
    await site.person("eve").mutation(follows.set, { ...follow, followed: false });
    await site.settle();
    expect(await titles(site, "eve")).toEqual([]);
  });

  it("has a draft as long as it is published", async () => {
    const site = await openSite(modules);
    await site.hang("ada", "0");
    await site.person("eve").mutation(follows.set, { username: "ada", followed: true });
    const draft = await site.hang("ada", "d", { title: "Draft", state: "draft" });
    await site.settle();
    expect(await titles(site, "eve")).not.toContain("Draft");
    const { setState } = works;
    await site.person("ada").mutation(setState, { id: draft, state: "published" });
    await site.settle();
    expect(await titles(site, "eve")).toContain("Draft");
    await site.person("ada").mutation(setState, { id: draft, state: "draft" });
    await site.settle();
    expect(await titles(site, "eve")).not.toContain("Draft");
  });

  it("leaves out muted members, and works that the viewer hides", async () => {
    const site = await openSite(modules);
    await site.hang("ada", "1", { title: "Bare", sensitive: true });
    await site.hang("ada", "2", { title: "Made", madeHow: "ai_generated" });
    await site.person("eve").mutation(follows.set, { username: "ada", followed: true });
    await site.settle();
    expect(await titles(site, "eve")).toHaveLength(2);
    await site.person("eve").mutation(settings.set, { sensitive: "hide" });
    expect(await titles(site, "eve")).toEqual(["Made"]);
    await site.person("eve").mutation(settings.set, { hiddenMadeHow: ["ai_generated"] });
    expect(await titles(site, "eve")).toEqual([]);
    const all = { sensitive: "show" as const, hiddenMadeHow: [] };
    await site.person("eve").mutation(settings.set, all);
    const mute = { username: "ada", kind: "mute" as const, enabled: true };
    await site.person("eve").mutation(blocks.set, mute);
    expect(await titles(site, "eve")).toEqual([]);
  });
});
