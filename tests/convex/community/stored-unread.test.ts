import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { MAX_ENTRIES } from "../../../convex/community/feed/fanOut";
import { casesOf } from "../../cases";
import { undone } from "../undone";
import { openSite, tallyOn } from "./site";
import type { Site } from "./site";
import { findProfile } from "../../../convex/community/profiles/model";
import {
  MAX_NOTIFICATIONS,
  ensureNotificationCounts,
} from "../../../convex/community/notifications/model";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,comments/model,comments/functions,accountDeletion,artworks/deletion,feed/functions,relationships/follows,likes,studios/members,notifications/functions,profiles/functions,storage/quota,relationships/blocks,studios/functions,moderation/takedowns}.ts",
);

const artworks = api.community.artworks.functions;
const comments = api.community.comments.functions;
const { follows, blocks } = api.community.relationships;
const { likes } = api.community;
const notifications = api.community.notifications.functions;
const profiles = api.community.profiles.functions;
const { takedowns } = internal.community.moderation;
const EVERYTHING = { paginationOpts: { numItems: 50, cursor: null } };

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
});

/** Works of ada's and ben's; eve has a profile too. */
async function openWorks() {
  const site = await openSite(modules);
  for (const name of ["ada", "ben", "eve"]) await site.person(name).mutation(profiles.ensure, {});
  return { ...site, works: [await site.hang("ada", "a"), await site.hang("ben", "b")] as const };
}
type Works = Awaited<ReturnType<typeof openWorks>>;

const NAMES = ["ada", "ben", "eve"] as const;
const unreadOf = async ({ person }: Site, name: string) =>
  await person(name).query(notifications.unread, {});
const listOf = async ({ person }: Site, name: string) =>
  (await person(name).query(notifications.list, EVERYTHING)).page;

const aName = fc.constantFrom(...NAMES);
const aWork = fc.constantFrom(0 as const, 1 as const);
/** Possible events; `n` chooses among the existing objects. */
const aDeed = fc.record({
  what: fc.constantFrom(
    ...(["like", "follow", "say", "say", "mute", "block", "state", "hide"] as const),
    ...(["read", "read all", "unsay", "tally"] as const),
  ),
  who: aName,
  whom: aName,
  work: aWork,
  yes: fc.boolean(),
  n: fc.nat(5),
});
type Deed = typeof aDeed extends fc.Arbitrary<infer T> ? T : never;

async function act(site: Works, { what, who, whom, work, yes, n }: Deed): Promise<unknown> {
  const as = site.person(who);
  const artworkId = site.works[work];
  if (what === "like") return await as.mutation(likes.set, { artworkId, liked: yes });
  if (what === "follow") return await as.mutation(follows.set, { username: whom, followed: yes });
  if (what === "say") return await as.mutation(comments.add, { artworkId, text: `Oh @${whom}` });
  if (what === "tally") return await tallyOn(site.t);
  if (what === "read all") return await as.mutation(notifications.markRead, {});
  if (what === "mute" || what === "block")
    return await as.mutation(blocks.set, { username: whom, kind: what, enabled: yes });
  if (what === "read") {
    const own = (await listOf(site, who)).slice(0, n);
    const others = (await listOf(site, whom)).slice(0, 1);
    const ids = [...own, ...others, ...own].map(({ id }) => id);
    return await as.mutation(notifications.markRead, { ids });
  }
  const owner = site.person(work === 0 ? "ada" : "ben");
  if (what === "unsay") {
    const said = { artworkId, ...EVERYTHING };
    const { page } = await owner.query(comments.list, said);
    const comment = page[n % Math.max(page.length, 1)];
    return comment && (await owner.mutation(comments.remove, { id: comment.id }));
  }
  if (what === "state") {
    const state = yes ? ("published" as const) : ("draft" as const);
    return await owner.mutation(artworks.setState, { id: artworkId, state });
  }
  await site.t.run(async (ctx) => {
    const hidden = (await ctx.db.get("artworks", artworkId))?.state === "hidden";
    if (hidden) await ctx.runMutation(takedowns.restore, { artworkId });
    else await hide(ctx, artworkId);
  });
  return null;
}

/** Like an operator. */
async function hide(ctx: MutationCtx, artworkId: Id<"artworks">): Promise<void> {
  const { hideWork } = await import("../../../convex/community/moderation/takedowns");
  await hideWork(ctx, artworkId);
}

describe("the stored count of unread notifications", () => {
  it("equals the number of unread notifications in the list, whatever happens", async () => {
    const site = await openWorks();
    await fc.assert(
      fc.asyncProperty(fc.array(aDeed, { minLength: 4, maxLength: 10 }), (deeds) =>
        undone(site.t, async (t) => {
          for (const deed of deeds) {
            await act({ ...site, t }, deed);
            for (const name of NAMES) {
              const unread = (await listOf(site, name)).filter((row) => !row.isRead).length;
              expect([deed, name, await unreadOf(site, name)]).toEqual([deed, name, unread]);
            }
          }
        }),
      ),
      { numRuns: casesOf(200, 1_000) },
    );
  });

  it("falls when a studio, a work or an account is deleted, and rises when a work is restored", async () => {
    const site = await openWorks();
    const { t, person, settle } = site;
    const [ofAda] = site.works;
    await person("ben").mutation(comments.add, { artworkId: ofAda, text: "Oh @eve" });
    await person("ada").mutation(follows.set, { username: "eve", followed: true });
    await t.run(async (ctx) => {
      const [ben, eve] = [await findProfile(ctx, "ben"), await findProfile(ctx, "eve")];
      if (!ben || !eve) throw new Error("Nobody there");
      const named = { slug: "ink", name: "Ink", ownerId: ben._id, customerId: "ben" };
      const studioId = await ctx.db.insert("studios", named);
      for (const profileId of [ben._id, eve._id]) {
        const member = { studioId, profileId, role: "manager" as const, state: "joined" as const };
        await ctx.db.insert("studioMembers", { ...member, customerId: null, entityId: null });
      }
      const { addNotification } = await import("../../../convex/community/notifications/model");
      // Sent by the previous owner: closing the studio deletes only the current owner's
      // invitations.
      const about = { artworkId: null, commentId: null, studioId, key: "invite" };
      await addNotification(ctx, {
        ...about,
        recipientId: eve._id,
        actorId: eve._id,
        kind: "invite",
      });
    });
    expect(await unreadOf(site, "eve")).toBe(3);
    await person("ben").mutation(api.community.studios.functions.close, { slug: "ink" });
    expect(await unreadOf(site, "eve")).toBe(2);
    await t.run(async (ctx) => await hide(ctx, ofAda));
    expect(await unreadOf(site, "eve")).toBe(1);
    await t.mutation(takedowns.restore, { artworkId: ofAda });
    expect(await unreadOf(site, "eve")).toBe(2);
    await person("ada").mutation(artworks.remove, { id: ofAda });
    await settle();
    expect(await unreadOf(site, "eve")).toBe(1);
    await person("ada").action(api.community.accountDeletion.removeAccount, {
      confirmation: { username: "ada" },
    });
    await settle();
    expect(await unreadOf(site, "eve")).toBe(0);
  });

  it("is updated for more notifications than one transaction reads", async () => {
    const site = await openWorks();
    const { t, person, settle } = site;
    await person("ben").mutation(follows.set, { username: "ada", followed: true });
    await t.run(async ({ db }) => {
      const row = await db.query("notifications").unique();
      const counts = await db.query("notificationCounts").unique();
      if (!row || !counts) throw new Error("Nothing was told");
      const { _id, _creationTime, ...bare } = row;
      for (let n = 0; n < 100; n++) await db.insert("notifications", { ...bare, key: `${n}` });
      await db.patch("notificationCounts", counts._id, { unread: 101 });
    });
    const mute = { username: "ben", kind: "mute" as const };
    await person("ada").mutation(blocks.set, { ...mute, enabled: true });
    await settle();
    expect(await unreadOf(site, "ada")).toBe(0);
    await person("ada").mutation(blocks.set, { ...mute, enabled: false });
    await settle();
    expect(await unreadOf(site, "ada")).toBe(101);
  });

  it("of a member without one is computed, and updated from there", async () => {
    const site = await openWorks();
    const { t, person } = site;
    for (const name of ["ben", "eve"])
      await person(name).mutation(follows.set, { username: "ada", followed: true });
    const forget = async () =>
      await t.run(async ({ db }) => {
        for (const { _id } of await db.query("notificationCounts").take(9)) {
          await db.delete("notificationCounts", _id);
        }
        for (const { _id } of await db.query("notifications").take(9)) {
          await db.patch("notifications", _id, { position: undefined, isHidden: undefined });
        }
      });
    await person("ada").mutation(blocks.set, { username: "eve", kind: "mute", enabled: true });
    await forget();
    expect(await unreadOf(site, "ada")).toBe(1);
    const [ofAda] = site.works;
    await person("ben").mutation(likes.set, { artworkId: ofAda, liked: true });
    await site.tally();
    expect(await unreadOf(site, "ada")).toBe(2);
    await forget();
    const stored = await t.run(async (ctx) => {
      const ada = await findProfile(ctx, "ada");
      return ada && (await ensureNotificationCounts(ctx, ada._id)).unread;
    });
    expect([stored, await unreadOf(site, "ada")]).toEqual([2, 2]);
    await person("ada").mutation(blocks.set, { username: "eve", kind: "mute", enabled: false });
    expect(await unreadOf(site, "ada")).toBe(3);
  });
});

describe("the stored rows of a member", () => {
  it("are the last thousand notifications: earlier ones are not counted either", async () => {
    const site = await openWorks();
    const { t, person } = site;
    const [ofAda] = site.works;
    const say = async () =>
      await person("ben").mutation(comments.add, { artworkId: ofAda, text: "Oh" });
    for (const _ of [1, 2, 3]) await say();
    await t.run(async ({ db }) => {
      const counts = await db.query("notificationCounts").unique();
      if (counts) await db.patch("notificationCounts", counts._id, { made: MAX_NOTIFICATIONS + 1 });
    });
    // Two old ones are deleted with each new one.
    await say();
    expect([(await listOf(site, "ada")).length, await unreadOf(site, "ada")]).toEqual([2, 2]);
  });

  it("are the last thousand works of the feed", async () => {
    const site = await openWorks();
    const { t, person, hang, settle } = site;
    await person("eve").mutation(follows.set, { username: "ada", followed: true });
    await settle();
    await t.run(async ({ db }) => {
      const entry = await db.query("feedEntries").unique();
      if (!entry) throw new Error("Nothing came");
      const { _id, _creationTime, ...bare } = entry;
      await db.insert("feedEntries", { ...bare, position: MAX_ENTRIES });
    });
    await hang("ada", "next");
    await settle();
    const positions = await t.run(async ({ db }) =>
      (await db.query("feedEntries").take(5)).map(({ position }) => position),
    );
    expect(positions).toEqual([MAX_ENTRIES, MAX_ENTRIES + 1]);
  });
});

describe("a work of an artist with many followers", () => {
  const fanOut = internal.community.feed.fanOut;
  const MANY = 4001;

  it("is fanned out in parallel parts, which reach each follower once", async () => {
    const site = await openWorks();
    const { t, settle } = site;
    const [artworkId] = site.works;
    await settle();
    const since = await t.run(async (ctx) => {
      const [ada, eve] = [await findProfile(ctx, "ada"), await findProfile(ctx, "eve")];
      if (!ada || !eve) throw new Error("Nobody there");
      const follow = { kind: "follow" as const, toId: ada._id, fromId: eve._id };
      for (let n = 0; n < MANY; n++) await ctx.db.insert("relationships", follow);
      return (await ctx.db.query("relationships").take(MANY)).map(
        (relationship) => relationship._creationTime,
      );
    });
    await t.mutation(fanOut.fanOut, { artworkId });
    const asked = await t.run(async ({ db }) => {
      const jobs = await db.system.query("_scheduled_functions").order("desc").take(41);
      const deliveries = jobs.filter(({ name }) => name.includes("feed/fanOut"));
      return deliveries.map(({ args }): unknown => args[0]);
    });
    const parts = Array.from({ length: 40 }, (_, n) => {
      return { artworkId, from: since[n * 100], until: since[n * 100 + 99] };
    });
    expect(asked.toReversed()).toEqual([...parts, { artworkId, from: since.at(-1) }]);
    for (const times of [1, 2]) {
      await t.mutation(fanOut.fanOut, { artworkId, from: since.at(-1) ?? 0 });
      const entries = await t.run(async ({ db }) => await db.query("feedEntries").take(9));
      expect([times, entries.length]).toEqual([times, 1]);
    }
  });

  it("goes to those who still follow, and to none after it was unpublished", async () => {
    const site = await openWorks();
    const { t, person, settle } = site;
    const [artworkId] = site.works;
    for (const name of ["ben", "eve"])
      await person(name).mutation(follows.set, { username: "ada", followed: true });
    await settle();
    const deliver = async (from: number, until: number) =>
      await t.run(async ({ db, runMutation }) => {
        for (const { _id } of await db.query("feedEntries").take(9))
          await db.delete("feedEntries", _id);
        const relationships = await db.query("relationships").take(9);
        const timeOf = (at: number) => relationships[at]?._creationTime ?? 0;
        const part = { artworkId, from: timeOf(from), until: timeOf(until) };
        await runMutation(fanOut.fanOutPart, part);
        return (await db.query("feedEntries").take(9)).length;
      });
    expect([await deliver(0, 1), await deliver(1, 1), await deliver(0, 0)]).toEqual([2, 1, 1]);
    await person("ada").mutation(artworks.setState, { id: artworkId, state: "draft" });
    expect(await deliver(0, 1)).toBe(0);
  });
});
