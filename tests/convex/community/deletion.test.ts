import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../convex/_generated/server";
import workErasure from "../../../convex/community/artworks/deletion.ts?raw";
import billingErasure from "../../../packages/billing/src/component/lifecycle/erasure.ts?raw";
import schema from "../../../convex/schema";
import billingSchema from "../../../packages/billing/src/component/schema";
import { ADA, deploy } from "../accounts/deployment";
import { inBilling } from "../backend";
import { fieldsIn } from "./id-fields";
import type { Tables } from "./id-fields";
import { FIRST_PAGE, LABEL, buyPlan, openSite, pngOf } from "./site";
import type { Site } from "./site";
import { NEW_PROFILE, findProfile } from "../../../convex/community/profiles/model";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,collections/items,collections/functions,comments/model,comments/functions,comments/likes,accountDeletion,dataExports/archive,dataExports/functions,dataExports/model,dataExports/read,artworks/deletion,relationships/follows,likes,studios/members,profiles/functions,moderation/reports,uploads/reservations,studios/seats,studios/seatCarryOver,studios/functions,views}.ts",
);

const collections = api.community.collections.functions;
const comments = api.community.comments.functions;
const { accountDeletion, likes, views } = api.community;
const { follows } = api.community.relationships;
const { members, seats, functions: studios } = api.community.studios;
const { functions: pages } = api.community.profiles;
const { reports } = api.community.moderation;
const { reservations, functions: uploads } = api.community.uploads;
const works = api.community.artworks.functions;
beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  // Archives are written with streams, which need the real setImmediate.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});

const IN_INK = { slug: "ink-room" };

type Table = keyof typeof schema.tables;
const TABLES = Object.keys(schema.tables) as Table[];
const BILLING_TABLES = Object.keys(billingSchema.tables) as (keyof typeof billingSchema.tables)[];

/** Rows that name a work and are deleted elsewhere. */
const OF_WORKS = {
  artworkTags: "taken back by hanging",
  feedEntries: "taken back by delivery",
  profiles: "unpinned",
  takedowns: "what the bytes were stays known; the copies go with the work",
};

/** Rows of a deleted customer that stay, and why. */
const OF_BILLING = {
  charges: "what a processor was asked to pay",
  paymentEvents: "what a processor reported",
  disputes: "what a bank disputed",
  accountClosures: "deleted when the processor has forgotten the customer",
  challenges: "swept within a day",
  portalSessions: "swept when they expire",
  invoices: "deleted one by one, when what bookkeeping needs of each is in keptInvoices",
};

const fieldsOf = (table: Table, of: string) => fieldsIn(schema.tables, table, of);

/** Every field of the schema that names a row of a table, as "table.field". */
const placesFor = (of: string) =>
  TABLES.flatMap((table) => fieldsOf(table, of).map((field) => `${table}.${field}`));

/** The fields that name a profile now. */
async function whereNamed({ db }: QueryCtx, profileId: string | undefined): Promise<string[]> {
  const places: string[] = [];
  for (const table of TABLES) {
    const rows: unknown[] = await db.query(table).take(500);
    for (const field of fieldsOf(table, "profiles")) {
      const values = rows.flatMap((row) => valueAt(row, field.split(".")));
      if (values.includes(profileId)) places.push(`${table}.${field}`);
    }
  }
  return places;
}

function valueAt(row: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return row;
  return valueAt((row as Record<string, unknown>)[name], rest);
}

/** Ada does everything that the site stores, and has it done to her. */
async function liveAsAda(site: Site) {
  const { t, person, hang, prepare, send, settle } = site;
  const [ada, ben] = [person("ada"), person("ben")];
  const own = await hang("ada", "w", { tags: ["ink"] });
  const other = await hang("ben", "b");
  await ada.mutation(pages.setProfileImage, { kind: "cover", storageId: await prepare("ada") });
  await prepare("ada");
  const file = { bytes: 10, width: 1, height: 1 };
  await ada.mutation(reservations.reserve, { clientUploadId: "r", ...file });
  await ada.mutation(api.community.uploads.functions.begin, { mediaType: "image/png", bytes: 33 });
  await ada.mutation(follows.set, { username: "ben", followed: true });
  await ben.mutation(follows.set, { username: "ada", followed: true });
  for (const [viewer, artworkId] of [
    [ada, other],
    [ben, own],
  ] as const) {
    await viewer.mutation(likes.set, { artworkId, liked: true });
    await viewer.mutation(views.record, { artworkId });
    await viewer.mutation(comments.add, { artworkId, text: "Hello @ada and @ben" });
    const subject = { kind: "artwork" as const, id: artworkId };
    await viewer.mutation(reports.send, { subject, reason: "spam", note: "" });
  }
  const { data: said } = await ada.mutation(comments.add, { artworkId: other, text: "Mine" });
  if (!said) throw new Error("Not said");
  await ben.mutation(comments.add, { artworkId: other, text: "Aye", replyTo: said.commentId });
  await ben.mutation(comments.add, { artworkId: other, text: "See @ada" });
  for (const [kind, id] of [
    ["profile", "ada"],
    ["comment", said.commentId],
  ] as const) {
    await ben.mutation(reports.send, { subject: { kind, id }, reason: "other", note: "Ada!" });
  }
  await ada.mutation(api.community.comments.likes.set, { id: said.commentId, liked: true });
  const texts = { title: "Best", description: "", visibility: "public" as const };
  await ada.mutation(collections.create, texts);

  await buyPlan(site, "ada");
  await ada.mutation(studios.create, { ...IN_INK, name: "Ink Room" });
  await ada.mutation(members.invite, { ...IN_INK, username: "ben", role: "member" });
  await ben.mutation(members.accept, IN_INK);
  await ada.action(seats.assign, { ...IN_INK, username: "ben" });
  const storageId = await send(pngOf(3, 2), "image/png", "ben");
  const work = { ...LABEL, clientUploadId: "s", studio: IN_INK.slug, storageId };
  expect((await ben.action(uploads.publish, work)).error).toBeNull();
  await ada.mutation(seats.release, { ...IN_INK, username: "ben" });
  await ada.mutation(api.community.dataExports.functions.start, {});
  await settle();
  expect(await t.run((ctx) => ctx.db.query("seatCarryOvers").take(2))).toHaveLength(1);
  return { other };
}

describe("accountDeletion.removeAccount", () => {
  it("is refused to a visitor, and for another name", async () => {
    const { t, person, hang } = await openSite(modules);
    await hang("ada", "w");
    const remove = accountDeletion.removeAccount;
    expect((await t.action(remove, { confirmation: { username: "ada" } })).error?.code).toBe(
      "unauthenticated",
    );
    const eve = await person("eve").action(remove, { confirmation: { username: "ada" } });
    expect(eve.error?.code).toBe("artist_not_found");
    expect(await t.query(pages.get, { username: "ada" })).not.toBeNull();
  });

  it("leaves no row and no file that names them, and others' counts right", async () => {
    const site = await openSite(modules);
    const { t, person, settle } = site;
    const { other } = await liveAsAda(site);
    const profileId = await t.run(async (ctx) => {
      const [her, ben] = [await findProfile(ctx, "ada"), await findProfile(ctx, "ben")];
      if (!her || !ben) throw new Error("Nobody there");
      const own = { slug: "bens", name: "Ben's", ownerId: ben._id, customerId: "ben" };
      const studioId = await ctx.db.insert("studios", { ...own, offeredTo: her._id });
      const seat = { role: "member" as const, state: "joined" as const, entityId: null };
      const member = { studioId, profileId: her._id, customerId: "ada" };
      await ctx.db.insert("studioMembers", { ...member, ...seat });
      const none = { hidden: [], mailed: [], digestAt: null, digestedAt: 0, mailedUntil: 0 };
      await ctx.db.insert("notificationChoices", { profileId: her._id, ...none, stopToken: "s" });
      const former = { usernameKey: "ada.before", profileId: her._id, at: 1 };
      await ctx.db.insert("formerUsernames", former);
      return her._id;
    });
    // A table that names people and has no row of hers proves nothing: the scene must grow with the
    // schema.
    const named = await t.run((ctx) => whereNamed(ctx, profileId));
    expect(named).toEqual(placesFor("profiles"));

    const [ada, ben] = [person("ada"), person("ben")];
    await ada.mutation(studios.close, IN_INK);
    await settle();
    expect(
      (await ada.action(accountDeletion.removeAccount, { confirmation: { username: "Ada" } }))
        .error,
    ).toBeNull();
    expect(await t.query(pages.get, { username: "ada" })).toBeNull();
    await settle();

    const check = (table: string, rows: readonly unknown[]) => {
      // The buyer's name is printed on an invoice.
      const hers = [profileId, "|ada", ...(table === "keptInvoices" ? [] : ['"ada"'])];
      const text = JSON.stringify(rows);
      expect([table, hers.filter((one) => text.includes(one))]).toEqual([table, []]);
    };
    await inBilling(t, async ({ db }) => {
      for (const table of BILLING_TABLES) check(table, await db.query(table).take(500));
      expect(await db.query("customers").take(10)).toHaveLength(1);
    });
    await t.run(async (ctx) => {
      for (const table of TABLES) check(table, await ctx.db.query(table).take(500));
      // Ben's own files: one of his own work, one of a studio's.
      expect(await ctx.db.system.query("_storage").take(10)).toHaveLength(2);
      expect(await ctx.db.query("tags").take(1)).toEqual([]);
    });
    const page = await t.query(pages.get, { username: "ben" });
    expect(page).toMatchObject({ followers: 0, followed: 0 });
    const left = await t.query(works.detail, { id: other });
    expect(left).toMatchObject({ comments: 1 });
    const found = await t.query(api.community.artworks.functions.get, { id: other });
    expect(found?.artwork.likes).toBe(0);
    expect(
      (await ben.mutation(api.community.artworks.functions.remove, { id: other })).error,
    ).toBeNull();
  });

  it("covers every table that names a customer or a work, or lists why it stays", () => {
    const uncovered = (tables: Tables, of: string, erasure: string, others: object) =>
      Object.keys(tables)
        .filter((table) => fieldsIn(tables, table, of).length > 0)
        .filter((table) => !erasure.includes(`["${table}",`) && !(table in others));
    const ofBilling = uncovered(billingSchema.tables, "customers", billingErasure, OF_BILLING);
    expect(ofBilling).toEqual([]);
    expect(uncovered(schema.tables, "artworks", workErasure, OF_WORKS)).toEqual([]);
  });

  it("counts a reply out once when its comment was deleted first", async () => {
    const { t, person, hang, settle } = await openSite(modules);
    const work = await hang("ben", "b");
    const say = async (name: string, text: string, replyTo?: Id<"comments">) => {
      const args = { artworkId: work, text, ...(replyTo && { replyTo }) };
      const { data } = await person(name).mutation(comments.add, args);
      if (!data) throw new Error("Not said");
      return data.commentId;
    };
    const first = await say("ada", "One");
    const answer = await say("ada", "Two", first);
    await say("ben", "Three");
    await person("ada").mutation(comments.remove, { id: first });
    await person("ada").mutation(comments.remove, { id: answer });
    await settle();
    expect(await t.query(works.detail, { id: work })).toMatchObject({ comments: 1 });
  });

  it("deletes the sign-in too: account, sessions, and known browsers", async () => {
    const { t, as } = await deploy(
      undefined,
      import.meta.glob("../../../convex/community/**/*.ts"),
    );
    await t.mutation(internal.billing.install, {});
    const known = { ...ADA, device: "d".repeat(43) };
    const { data } = await t.action(api.accounts.credentials.signUp, known);
    const ada = await as(data?.accessToken ?? "");
    await ada.mutation(api.community.profiles.functions.ensure, {});
    await t.run(async ({ db }) => {
      const [{ _id: accountId } = { _id: null }] = await db.query("accounts").take(1);
      if (accountId === null) throw new Error("No account");
      const email = "ada@art.example";
      const [later, mail] = [Date.now() + 60_000, { to: email, subject: "", text: "", html: "" }];
      const queued = { state: "unsent" as const, attempts: 0, dueAt: 0 };
      // More than one transaction deletes.
      for (let n = 0; n < 201; n += 1) await db.insert("mails", { accountId, ...mail, ...queued });
      for (const purpose of ["confirm_email", "reset_password"] as const) {
        const link = { purpose, tokenHash: purpose, email, expiresAt: later };
        await db.insert("emailLinks", { accountId, ...link });
      }
      const key = { secret: "A", isOn: true, usedStep: 0, recoveryHashes: [] };
      await db.insert("twoStep", { accountId, ...key });
      const ticket = { ticketHash: "t", device: null, guesses: 0, expiresAt: later };
      await db.insert("signInTickets", { accountId, ...ticket });
    });
    const guess = { ...ADA, password: "not it" };
    await t.action(api.accounts.credentials.signIn, guess);
    const { removeAccount } = accountDeletion;
    for (const confirmation of [{ password: "not it" }, { username: ADA.username }]) {
      const { error } = await ada.action(removeAccount, { confirmation });
      expect(error?.code).toBe("invalid_credentials");
    }
    const confirmation = { password: ADA.password };
    expect((await ada.action(removeAccount, { confirmation })).error).toBeNull();
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    await t.run(async ({ db }) => {
      const own = ["accounts", "sessions", "devices", "profiles"] as const;
      const ofMail = ["mails", "emailLinks", "twoStep", "signInTickets"] as const;
      for (const table of [...own, ...ofMail]) {
        expect([table, await db.query(table).take(5)]).toEqual([table, []]);
      }
    });
    expect(await inBilling(t, ({ db }) => db.query("identities").take(5))).toEqual([]);
    // The access token is valid for some more minutes.
    expect((await ada.mutation(api.community.profiles.functions.ensure, {})).error?.code).toBe(
      "unauthenticated",
    );
  });

  it("frees the name for other members", async () => {
    const { t, person, hang, settle } = await openSite(modules);
    await hang("ada", "w");
    await person("ada").action(accountDeletion.removeAccount, {
      confirmation: { username: "ada" },
    });
    await settle();
    const next = {
      subject: "ada2",
      issuer: "https://local",
      tokenIdentifier: "https://local|ada2",
    };
    const again = await t
      .withIdentity({ ...next, preferredUsername: "ada" })
      .mutation(api.community.profiles.functions.ensure, {});
    expect(again.data?.username).toBe("ada");
  });
});

describe("a site with much data", () => {
  const modules = import.meta.glob(
    "../../../convex/community/{artworks/functions,collections/items,collections/functions,comments/model,comments/functions,accountDeletion,entitlements,artworks/deletion,feed/functions,relationships/follows,profiles/functions,storage/quota,relationships/blocks}.ts",
  );

  const artworks = api.community.artworks.functions;
  const { items } = api.community.collections;
  const feeds = api.community.feed.functions;
  const { blocks } = api.community.relationships;
  const { fanOut } = internal.community.feed;

  /** More than any batch of it, and less than two: 100, 500 or 200 rows, 25 of a deleted member. */
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
        if (counts) await db.patch("workCounts", counts._id, { comments: MANY.rows + 1 });
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
      await person("ada").mutation(artworks.remove, { id: work });
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
      // Followed again before the deletion ran: they stay.
      await t.mutation(fanOut.removeArtist, pair);
      expect(await feed()).toHaveLength(50);
      // A work that is published again by then stays too.
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
      await person("ada").mutation(artworks.remove, { id: three });
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
});
