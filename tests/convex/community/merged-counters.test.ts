import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { mergeNow } from "../../../convex/community/artworks/counts";
import { FIRST_PAGE, openSite } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,comments/model,comments/functions,accountDeletion,feed/functions,relationships/follows,likes,notifications/functions,profiles/functions,moderation/reports,views}.ts",
);

const artworks = api.community.artworks.functions;
const comments = api.community.comments.functions;
const feed = api.community.feed.functions;
const { follows } = api.community.relationships;
const { likes, views } = api.community;
const notifications = api.community.notifications.functions;
const { reports } = internal.community.moderation;

const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
  vi.setSystemTime(Date.UTC(2026, 10, 21, 12));
});

/** A work of ada's, and one of ben's; eve and ben have profiles too. */
async function openWorks() {
  const site = await openSite(modules);
  const { person, hang } = site;
  for (const name of ["ada", "ben", "eve"]) {
    await person(name).mutation(api.community.profiles.functions.ensure, {});
  }
  return { ...site, ada: await hang("ada", "a"), ben: await hang("ben", "b") };
}

/** Every count and notification other than zero, after the merge. */
async function countsOf(ctx: MutationCtx): Promise<string[]> {
  const { db } = ctx;
  const people = new Map(
    (await db.query("profiles").take(10)).map((one) => [one._id, one] as const),
  );
  const nameOf = (id: Id<"profiles">) => people.get(id)?.username ?? "nobody";
  const lines: string[] = [];
  const note = (what: string, counts: Readonly<Record<string, number>>) => {
    for (const [name, count] of Object.entries(counts)) {
      if (count !== 0) lines.push(`${what}: ${count} ${name}`);
    }
  };
  for (const { profileId, followers, followed } of await db.query("profileCounts").take(10)) {
    note(nameOf(profileId), { followers, followed });
  }
  for (const { _id } of await db.query("artworks").take(10)) await mergeNow(ctx, _id);
  for (const work of await db.query("artworks").take(10)) {
    const { likes: liked, comments: said, views: seen } = work;
    note(`${nameOf(work.profileId)}'s work`, { likes: liked, comments: said, views: seen });
    const attention = 10 ** (work.trending - work.publishedAt / (2 * DAY_MS)) - 1;
    note(`${nameOf(work.profileId)}'s work`, { attention: Math.round(attention) });
  }
  for (const row of await db.query("dailyCounts").take(10)) {
    const { views: seen, likes: liked, comments: said, follows: followed } = row;
    note(`${nameOf(row.profileId)}'s day`, { seen, liked, said, followed });
  }
  for (const row of await db.query("notifications").take(20)) {
    lines.push(`${nameOf(row.recipientId)} is told: ${row.kind} of ${nameOf(row.actorId)}`);
  }
  return lines.sort();
}

const counted = async ({ t }: Site) => await t.run(countsOf);

type Works = Awaited<ReturnType<typeof openWorks>>;
type Deed = (site: Works, isDone: boolean) => Promise<unknown>;

const like = (name: string, whose: "ada" | "ben"): Deed => {
  return async (site, liked) =>
    await site.person(name).mutation(likes.set, { artworkId: site[whose], liked });
};

const DEEDS: Readonly<Record<string, readonly [Deed, readonly string[]]>> = {
  "a like of a work": [
    like("eve", "ada"),
    [
      ...["ada is told: like of eve", "ada's day: 1 liked"],
      ...["ada's work: 1 likes", "ada's work: 5 attention"],
    ],
  ],
  "a like of the artist's own work": [
    like("ada", "ada"),
    ["ada's work: 1 likes", "ada's work: 5 attention"],
  ],
  "a follow": [
    async ({ person }, followed) =>
      await person("eve").mutation(follows.set, { username: "ada", followed }),
    [
      ...["ada is told: follow of eve", "ada's day: 1 followed"],
      ...["ada: 1 followers", "eve: 1 followed"],
    ],
  ],
};

/** Comments; with `isDone` false, deletes the member's comments. */
const say = async (site: Works, name: string, text: string, replyTo?: Id<"comments">) => {
  const said = { artworkId: site.ada, text, ...(replyTo && { replyTo }) };
  const { data } = await site.person(name).mutation(comments.add, said);
  if (!data) throw new Error("Not said");
  return data.commentId;
};

describe("a count", () => {
  it.each(Object.entries(DEEDS))("is undone with what it counts: %s", async (_, [deed, lines]) => {
    const site = await openWorks();
    for (const times of [1, 2]) {
      await deed(site, true);
      expect([times, await counted(site)]).toEqual([times, [...lines].sort()]);
    }
    for (const times of [1, 2]) {
      await deed(site, false);
      expect([times, await counted(site)]).toEqual([times, []]);
    }
  });

  it("of likes is notified once per work, and not again after it was read", async () => {
    const site = await openWorks();
    const other = await site.hang("ada", "a2");
    const set = async (artworkId: string, liked: boolean) => {
      await site.person("eve").mutation(likes.set, { artworkId, liked });
      await site.tally();
    };
    const told = async () =>
      (await site.person("ada").query(notifications.list, FIRST_PAGE)).page.length;
    await set(site.ada, true);
    await set(other, true);
    expect(await told()).toBe(2);
    await site.person("ada").mutation(notifications.markRead, {});
    await set(site.ada, false);
    await set(site.ada, true);
    expect([await told(), await site.person("ada").query(notifications.unread, {})]).toEqual([
      2, 0,
    ]);
  });

  it("of views is once a day per member, without the artist's own", async () => {
    const site = await openWorks();
    const look = async (name: string) =>
      await site.person(name).mutation(views.record, { artworkId: site.ada });
    for (const name of ["ada", "eve", "eve", "ben"]) await look(name);
    expect(await counted(site)).toEqual([
      ...["ada's day: 2 seen", "ada's work: 2 attention", "ada's work: 2 views"],
    ]);
    expect((await site.t.query(feed.trending, FIRST_PAGE)).page[0]?.id).toBe(site.ada);
  });

  it("of comments includes replies, without the artist's own, and decreases when they are deleted", async () => {
    const site = await openWorks();
    await say(site, "ada", "Mine, @ada");
    const first = await say(site, "ben", "Ah, @nobody and @eve and @eve");
    const answer = await say(site, "eve", "Oh", first);
    const second = await say(site, "ada", "Well", answer);
    expect(await counted(site)).toEqual([
      ...["ada is told: comment of ben", "ada is told: comment of eve", "ada's day: 2 said"],
      ...["ada's work: 4 comments", "ben is told: reply of eve"],
      ...["eve is told: mention of ben", "eve is told: reply of ada"],
    ]);
    const rows = await site.t.query(comments.list, { artworkId: site.ada, ...FIRST_PAGE });
    expect(rows.page.map(({ replies }) => replies)).toEqual([2, 0]);
    const remove = async (name: string, id: Id<"comments">) => {
      await site.person(name).mutation(comments.remove, { id });
      await site.settle();
      return await counted(site);
    };
    expect(await remove("eve", answer)).toEqual([
      ...["ada is told: comment of ben", "ada's day: 1 said"],
      ...["ada's work: 3 comments", "eve is told: mention of ben", "eve is told: reply of ada"],
    ]);
    expect(await remove("ada", second)).toEqual([
      ...["ada is told: comment of ben", "ada's day: 1 said"],
      ...["ada's work: 2 comments", "eve is told: mention of ben"],
    ]);
    await say(site, "eve", "Hm", first);
    expect(await remove("ben", first)).toEqual([
      // Deleted replies are not subtracted from their days.
      ...["ada's day: 1 said", "ada's work: 1 comments"],
    ]);
  });

  it("of mentions is ten members at most, without blocked ones", async () => {
    const site = await openWorks();
    const names = Array.from({ length: 11 }, (_, n) => `person${n}`);
    for (const name of names)
      await site.person(name).mutation(api.community.profiles.functions.ensure, {});
    await say(site, "ben", names.map((name) => `@${name}`).join(" "));
    const { page } = await site.t.query(comments.list, { artworkId: site.ada, ...FIRST_PAGE });
    expect(page[0]?.mentions).toEqual(names.slice(0, 10));
  });

  it("of a deleted account is removed everywhere", async () => {
    const site = await openWorks();
    await like("eve", "ada")(site, true);
    await like("ben", "ada")(site, true);
    await site.person("eve").mutation(follows.set, { username: "ada", followed: true });
    const first = await say(site, "ben", "Ah, @eve");
    await say(site, "eve", "Oh", first);
    const waiting = await site.prepare("eve");
    await site
      .person("eve")
      .action(api.community.accountDeletion.removeAccount, { confirmation: { username: "eve" } });
    await site.settle();
    // Her day is deleted; ada's day still counts what happened on it.
    expect(await counted(site)).toEqual([
      ...["ada is told: comment of ben", "ada is told: like of ben", "ada's day: 1 followed"],
      ...["ada's day: 1 said", "ada's day: 2 liked", "ada's work: 1 comments"],
      ...["ada's work: 1 likes", "ada's work: 5 attention"],
    ]);
    expect(await site.exists(waiting)).toBe(false);
  });
});

type Subject = { kind: "artwork" | "comment" | "profile"; id: string };

describe("a report", () => {
  async function openReports() {
    const site = await openWorks();
    const commentId = await say(site, "ben", "Ah");
    await say(site, "eve", "Oh", commentId);
    const draft = await site.hang("ada", "d", { state: "draft" });
    const send = async (name: string, subject: Subject, note = "") => {
      const report = { subject, reason: "spam" as const, note };
      return (await site.person(name).mutation(api.community.moderation.reports.send, report)).error
        ?.code;
    };
    const open = async () => await site.t.query(reports.open, {});
    return { ...site, commentId, draft, send, open };
  }

  it("concerns visible content of another member, once per reporter", async () => {
    const { send, open, ada, ben, commentId, draft } = await openReports();
    const work = { kind: "artwork" as const, id: ada };
    const comment = { kind: "comment" as const, id: commentId };
    const profile = { kind: "profile" as const, id: "Ada" };
    const codes = [
      [await send("ada", work), await send("ada", profile), await send("ben", comment)],
      [await send("eve", { ...work, id: draft }), await send("eve", { ...work, id: commentId })],
      [await send("eve", { ...comment, id: "x" }), await send("eve", { ...profile, id: "x" })],
      [await send("eve", work, "x".repeat(1001)), await send("eve", work, "x".repeat(1000))],
      [await send("eve", work), await send("eve", { ...work, id: ben }), await send("ben", work)],
      [await send("eve", comment), await send("eve", profile)],
    ];
    expect(codes).toEqual([
      ["not_yourself", "not_yourself", "not_yourself"],
      ["artwork_not_found", "artwork_not_found"],
      ["comment_not_found", "artist_not_found"],
      ["invalid_text", undefined],
      [undefined, undefined, undefined],
      [undefined, undefined],
    ]);
    expect((await open()).map(({ kind, reporter }) => `${kind} by ${reporter}`)).toEqual([
      ...["artwork by eve", "artwork by eve", "artwork by ben", "comment by eve", "profile by eve"],
    ]);
  });

  it.each([
    ["upheld", "hidden", 0],
    ["dismissed", "published", 2],
  ] as const)(
    "that is %s settles all reports of the same subject, and no others",
    async (state, after, said) => {
      const site = await openReports();
      const { t, send, open, ada, ben, commentId, settle } = site;
      await site.person("ada").mutation(artworks.edit, { id: ada, tags: ["ink"] });
      await send("eve", { kind: "artwork", id: ada });
      await send("ben", { kind: "artwork", id: ada });
      await send("eve", { kind: "artwork", id: ben });
      await send("eve", { kind: "comment", id: commentId });
      await send("eve", { kind: "profile", id: "ada" });
      const close = async (kind: string) => {
        const one = (await open()).find((report) => report.kind === kind);
        if (!one) throw new Error(`Nothing about a ${kind}`);
        await t.mutation(reports.close, { id: one.id, state });
        await settle();
        return (await open()).map((report) => report.kind).join();
      };
      expect(await close("comment")).toBe("artwork,artwork,artwork,profile");
      expect(await t.query(artworks.detail, { id: ada })).toMatchObject({ comments: said });
      expect(await close("artwork")).toBe("artwork,profile");
      const rows = await t.run(async ({ db }) => [
        (await db.get("artworks", ada))?.state,
        (await db.get("artworks", ben))?.state,
        (await db.query("artworkTags").take(5)).length,
        (await db.query("reports").take(9)).map((row) => row.state).join(),
      ]);
      const closed =
        state === "upheld"
          ? "upheld,upheld,open,open"
          : [state, state, "open", state, "open"].join();
      expect(rows).toEqual([after, "published", state === "upheld" ? 0 : 1, closed]);
      expect(await close("profile")).toBe("artwork");
      expect(await t.query(artworks.get, { id: ben })).not.toBeNull();
    },
  );
});
