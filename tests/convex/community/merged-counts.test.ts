import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { casesOf } from "../../cases";
import { needsRun, shownLikes, switched } from "../../../convex/community/artworks/countRules";
import type { CountedLike } from "../../../convex/community/artworks/countRules";
import { ensureFollowCounts } from "../../../convex/community/relationships/followCounts";
import { FIRST_PAGE, openSite } from "./site";
import { findProfile } from "../../../convex/community/profiles/model";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,comments/functions,artworks/deletion,feed/functions,storage/quota,relationships/follows,likes,profiles/functions,views}.ts",
);

const artworks = api.community.artworks.functions;
const comments = api.community.comments.functions;
const feed = api.community.feed.functions;
const { follows } = api.community.relationships;
const { likes, views } = api.community;
const { functions: pages } = api.community.profiles;
const NOW = Date.UTC(2026, 10, 23, 2);
const TEN_MINUTES = 10 * 60 * 1000;
const TWO_SECONDS = 2000;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
});

/** A work by ada that ben and eve view, like and comment on. */
async function openWork() {
  const site = await openSite(modules);
  const id = await site.hang("ada", "w");
  await site.settle();
  const start = Date.now();
  const row = async () => await site.t.run(async ({ db }) => await db.get("artworks", id));
  const scheduled = async () =>
    await site.t.run(async ({ db }) => {
      const jobs = await db.system.query("_scheduled_functions").take(100);
      const merges = jobs.filter(({ name }) => name.includes("artworks/counts"));
      return merges.map(({ scheduledTime }) => scheduledTime - start);
    });
  const count = async () => (await site.t.query(artworks.get, { id }))?.artwork.likes;
  const like = async (name: string, liked: boolean) => {
    await site.person(name).mutation(likes.set, { artworkId: id, liked });
    return await count();
  };
  const card = async (name: string) => {
    const { page } = await site.person(name).query(feed.trending, FIRST_PAGE);
    return page.map((one) => `${one.likes}${one.liked ? " liked" : ""}`).join();
  };
  const run = async (step: "seal" | "fold" | "merge") =>
    await site.t.mutation(internal.community.artworks.counts[step], { artworkId: id });
  const merge = async () => {
    for (const step of ["seal", "fold", "merge"] as const) await run(step);
  };
  return { ...site, id, row, scheduled, like, card, run, merge };
}

describe("a view, a like and a comment", () => {
  it("change no row that lists read, until one merge ten minutes after the first", async () => {
    const { t, person, id, row, scheduled, like, settle } = await openWork();
    const before = await row();
    for (const name of ["ben", "eve"]) {
      await person(name).mutation(views.record, { artworkId: id });
      await like(name, true);
      await person(name).mutation(comments.add, { artworkId: id, text: "Oh" });
      vi.setSystemTime(Date.now() + 1000);
    }
    expect(await row()).toEqual(before);
    expect(await scheduled()).toEqual([TWO_SECONDS]);
    const now = { likes: 2, comments: 2 };
    expect((await t.query(artworks.get, { id }))?.artwork).toMatchObject(now);
    expect(await t.query(artworks.detail, { id })).toMatchObject({ views: 2, comments: 2 });
    const { page } = await t.query(artworks.feed, FIRST_PAGE);
    expect(page).toMatchObject([{ likes: 0, comments: 0 }]);
    await settle();
    const [, fold = NaN, merge = NaN, ...more] = await scheduled();
    expect([merge - fold, more]).toEqual([TEN_MINUTES, []]);
    expect(await row()).toMatchObject({ ...now, views: 2, merges: 1 });
    expect((await row())?.trending).toBeGreaterThan(before?.trending ?? Infinity);
    expect((await t.query(artworks.feed, FIRST_PAGE)).page).toMatchObject([now]);
  });

  it("schedule the next merge after the last one, and again when one was lost", async () => {
    const { t, scheduled, like, settle } = await openWork();
    await like("ben", true);
    await settle();
    await like("ben", false);
    expect(await scheduled()).toHaveLength(4);
    await t.run(async ({ db }) => {
      const counts = await db.query("workCounts").unique();
      const lost = { foldAt: NOW - TEN_MINUTES, mergeAt: NOW - TEN_MINUTES };
      if (counts) await db.patch("workCounts", counts._id, lost);
    });
    await like("eve", true);
    expect(await scheduled()).toHaveLength(5);
    await like("ben", true);
    expect(await scheduled()).toHaveLength(5);
    await settle();
    expect(await scheduled()).toHaveLength(7);
  });

  it.each([
    [null, true],
    [NOW, false],
    [NOW - TEN_MINUTES, false],
    [NOW - TEN_MINUTES - 1, true],
  ])("need a run when the next one is at %s: %s", (runAt, needed) => {
    expect(needsRun(runAt, NOW)).toBe(needed);
  });

  it("leave nothing behind when the work is deleted, and its merge finds nothing", async () => {
    const { t, person, id, like, settle } = await openWork();
    await like("ben", true);
    await person("ada").mutation(artworks.remove, { id });
    await settle();
    const left = await t.run(async ({ db }) => [
      (await db.query("workCounts").take(2)).length,
      (await db.query("likes").take(2)).length,
      (await db.query("workChanges").take(2)).length,
    ]);
    expect(left).toEqual([0, 0, 0]);
  });

  it("are counted in batches, and merged only when a whole generation is", async () => {
    const { t, id, row, run, like, settle } = await openWork();
    await like("ben", true);
    await t.run(async ({ db }) => {
      const [change] = await db.query("workChanges").take(1);
      if (!change) throw new Error("Nothing changed");
      const { artworkId, generation, what, by, day, ofDay } = change;
      const one = { artworkId, generation, what, by, day, ofDay };
      for (let n = 0; n < 249; n += 1) await db.insert("workChanges", one);
    });
    await run("seal");
    await like("eve", true);
    for (const left of [151, 51]) {
      await run("fold");
      const rows = await t.run(async ({ db }) => await db.query("workChanges").take(300));
      expect(rows).toHaveLength(left);
      await run("merge");
      expect(await row()).toMatchObject({ likes: 0 });
      const page = await t.query(artworks.get, { id });
      expect(page?.artwork.likes).toBe(left > 100 ? 100 + 100 : 251);
    }
    await run("fold");
    await run("merge");
    expect(await row()).toMatchObject({ likes: 250, merges: 1 });
    await settle();
    expect(await row()).toMatchObject({ likes: 251, merges: 2 });
  });
});

describe("a member's own like", () => {
  it("counts at once for that member, added or removed, and once for others", async () => {
    const { t, like, card, merge } = await openWork();
    const all = async () => [await card("ben"), await card("eve")].join(" / ");
    await like("ben", true);
    expect(await all()).toBe("1 liked / 0");
    await merge();
    expect(await all()).toBe("1 liked / 1");
    expect([await like("ben", false), await all()]).toEqual([0, "0 / 1"]);
    expect([await like("ben", true), await all()]).toEqual([1, "1 liked / 1"]);
    await like("ben", false);
    await merge();
    expect(await all()).toBe("0 / 0");
    expect(await t.run(async ({ db }) => await db.query("likes").take(1))).toEqual([]);
  });

  it("is added to the counts of lists in any order of events", () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ who: fc.nat(2), liked: fc.boolean() }) },
      ...(["seal", "fold", "merge", "forget"] as const).map((kind) => ({
        weight: 1,
        arbitrary: fc.constant(kind),
      })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const rows = new Map<number, CountedLike>();
        const likers = new Set<number>();
        /** The members who like it at the end of each generation. */
        const ends = [new Set<number>()];
        let counted = 0;
        let merged = new Set<number>();
        const work = { likes: 0, merges: 0 };
        for (const one of steps) {
          const generation = ends.length - 1;
          if (one === "seal") ends.push(new Set(likers));
          else if (one === "fold") counted = generation;
          else if (one === "merge" && counted === generation) {
            merged = counted === 0 ? new Set() : (ends[counted - 1] ?? merged);
            Object.assign(work, { likes: merged.size, merges: counted });
          } else if (one === "forget") {
            for (const [who, { withdrawn }] of rows) {
              if (withdrawn !== undefined && withdrawn < work.merges) rows.delete(who);
            }
          } else if (typeof one === "object" && one.liked !== likers.has(one.who)) {
            const { who, liked } = one;
            const row = rows.get(who);
            if (liked) likers.add(who);
            else likers.delete(who);
            const next = row ? switched(work, row, generation) : { since: generation };
            if (next) rows.set(who, next);
            else rows.delete(who);
            ends[generation] = new Set(likers);
          }
          for (const who of [0, 1, 2]) {
            const others = [...merged].filter((other) => other !== who).length;
            const own = likers.has(who) ? 1 : 0;
            expect(shownLikes(work, rows.get(who) ?? null)).toBe(others + own);
          }
        }
      }),
      { numRuns: casesOf(500) },
    );
  });
});

describe("rows of an earlier version", () => {
  it("count as before: likes are merged, follows are counted in the profile", async () => {
    const { t, person, id, like, card } = await openWork();
    await person("ben").mutation(api.community.profiles.functions.ensure, {});
    await t.run(async (ctx) => {
      const [ada, ben] = [await findProfile(ctx, "ada"), await findProfile(ctx, "ben")];
      if (!ada || !ben) throw new Error("Nobody there");
      await ctx.db.insert("likes", { profileId: ben._id, artworkId: id });
      await ctx.db.patch("artworks", id, { likes: 4, comments: 2, views: 9 });
      await ctx.db.patch("profiles", ada._id, { followers: 7, followed: 3 });
    });
    expect([await card("ben"), await card("eve")]).toEqual(["4 liked", "4"]);
    expect(await t.query(artworks.detail, { id })).toMatchObject({ views: 9, followers: 7 });
    expect(await like("ben", false)).toBe(3);
    expect([await card("ben"), await card("eve")]).toEqual(["3", "4"]);
    const page = async () => await t.query(pages.get, { username: "ada" });
    expect(await page()).toMatchObject({ followers: 7, followed: 3 });
    const follow = { username: "ada", followed: true };
    expect((await person("eve").mutation(follows.set, follow)).data?.followers).toBe(8);
    expect(await page()).toMatchObject({ followers: 8, followed: 3 });
  });

  it("of a profile are migrated once", async () => {
    const { t } = await openWork();
    const moved = await t.run(async (ctx) => {
      const ada = await findProfile(ctx, "ada");
      if (!ada) throw new Error("Nobody there");
      await ctx.db.patch("profiles", ada._id, { followers: 7, followed: 3 });
      await ensureFollowCounts(ctx, ada._id);
      await ensureFollowCounts(ctx, ada._id);
      const rows = await ctx.db.query("profileCounts").take(3);
      const { followers } = (await ctx.db.get("profiles", ada._id)) ?? {};
      return [followers ?? "none", ...rows.map((row) => `${row.followers} ${row.followed}`)];
    });
    expect(moved).toEqual(["none", "7 3"]);
  });
});
