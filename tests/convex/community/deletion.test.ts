import { recoveryHashOf } from "../../../convex/accounts/twoStepRecords";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { QueryCtx } from "../../../convex/_generated/server";
import workErasure from "../../../convex/community/artworks/deletion.ts?raw";
import billingErasure from "../../../packages/billing/src/component/lifecycle/erasure.ts?raw";
import schema from "../../../convex/schema";
import billingSchema from "../../../packages/billing/src/component/schema";
import { ADA, deploy } from "../accounts/deployment";
import { inBilling } from "../backend";
import { fieldsIn } from "./id-fields";
import type { Tables } from "./id-fields";
import { LABEL, buyPlan, openSite, pngOf } from "./site";
import type { Site } from "./site";
import { findProfile } from "../../../convex/community/profiles/model";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,collections/items,collections/functions,comments/model,comments/functions,comments/likes,accountDeletion,dataExports/archive,dataExports/functions,dataExports/model,dataExports/read,artworks/deletion,relationships/follows,likes,studios/members,profiles/functions,moderation/reports,uploads/reservations,studios/seats,studios/functions,views}.ts",
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

/** Ada does everything that the site stores, and others do it to her. */
async function liveAsAda(site: Site) {
  const { person, hang, prepare, send, settle } = site;
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
  expect((await ben.mutation(uploads.publish, work)).error).toBeNull();
  await ada.mutation(seats.release, { ...IN_INK, username: "ben" });
  await ada.mutation(api.community.dataExports.functions.start, {});
  await settle();
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
    // The state in the seconds before changes are counted.
    for (const liked of [false, true]) {
      await person("ada").mutation(likes.set, { artworkId: other, liked });
    }
    // A table that refers to people but has no row of hers proves nothing, so this scene must grow
    // with the schema.
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
    const code = "aaaa-bbbb-cccc-dddd";
    await ada.mutation(api.community.profiles.functions.ensure, {});
    await t.run(async ({ db }) => {
      const [{ _id: accountId } = { _id: null }] = await db.query("accounts").take(1);
      if (accountId === null) throw new Error("No account");
      const email = "ada@art.example";
      const [later, mail] = [Date.now() + 60_000, { to: email, subject: "", text: "", html: "" }];
      const queued = { state: "unsent" as const, attempts: 0, dueAt: 0 };
      // More rows than one transaction deletes.
      for (let n = 0; n < 201; n += 1) await db.insert("mails", { accountId, ...mail, ...queued });
      for (const purpose of ["confirm_email", "reset_password"] as const) {
        const link = { purpose, tokenHash: purpose, email, expiresAt: later };
        await db.insert("emailLinks", { accountId, ...link });
      }
      const recoveryHashes = [await recoveryHashOf(accountId, code)];
      const key = { secret: "A", isOn: true, usedStep: 0, recoveryHashes };
      await db.insert("twoStep", { accountId, ...key });
      const ticket = { ticketHash: "t", device: null, guesses: 0, expiresAt: later };
      await db.insert("signInTickets", { accountId, ...ticket });
    });
    const guess = { ...ADA, password: "not it" };
    await t.action(api.accounts.credentials.signIn, guess);
    const { removeAccount } = accountDeletion;
    for (const confirmation of [{ currentPassword: "not it" }, { username: ADA.username }]) {
      const { error } = await ada.action(removeAccount, { confirmation });
      expect(error?.code).toBe("invalid_credentials");
    }
    const confirmation = { currentPassword: ADA.password, code };
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
});
