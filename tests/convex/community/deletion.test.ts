import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { QueryCtx } from "../../../convex/_generated/server";
import { findProfile } from "../../../convex/community/profiles";
import workErasure from "../../../convex/community/erasure.ts?raw";
import billingErasure from "../../../convex/engine/customers/erasure.ts?raw";
import schema from "../../../convex/schema";
import { ADA, deploy } from "../accounts/deployment";
import { LABEL, buyPlan, openSite, pngOf } from "./site";
import type { Site } from "./site";

const { collections, comments, deletion, follows, likes, members, pages } = api.community;
const { reports, reservations, seats, studios, uploads, views, works } = api.community;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.useFakeTimers();
});

const IN_INK = { slug: "ink-room" };

type Table = keyof typeof schema.tables;
const TABLES = Object.keys(schema.tables) as Table[];

/** Rows that name a work and go another way. */
const OF_WORKS = {
  artworkTags: "taken back by hanging",
  feedEntries: "taken back by delivery",
  profiles: "unpinned",
};

/** Rows of a deleted customer that stay, and why. */
const OF_BILLING = {
  charges: "what a processor was asked to pay",
  paymentEvents: "what a processor reported",
  challenges: "swept within a day",
  portalSessions: "swept when they expire",
};

/** The fields of a table that are ids of another, "a.b" where it lies deeper. */
function idFields(validator: unknown, of: string, path: readonly string[] = []): string[] {
  const found = validator as {
    kind: string;
    tableName?: string;
    fields?: Record<string, unknown>;
    element?: unknown;
    members?: unknown[];
  };
  if (found.kind === "id") return found.tableName === of ? [path.join(".")] : [];
  return [
    ...Object.entries(found.fields ?? {}).flatMap(([name, field]) =>
      idFields(field, of, [...path, name]),
    ),
    ...[found.element, ...(found.members ?? [])].flatMap((part) =>
      part === undefined ? [] : idFields(part, of, path),
    ),
  ];
}

const fieldsOf = (table: Table, of: string) => [
  ...new Set(idFields(schema.tables[table].validator, of)),
];

/** Every place of the schema that names a row of a table, as "table.field". */
const placesFor = (of: string) =>
  TABLES.flatMap((table) => fieldsOf(table, of).map((field) => `${table}.${field}`));

/** The places where a profile is named now. */
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

/** Ada does, and has done to her, whatever the site remembers of anybody. */
async function liveAsAda(site: Site) {
  const { t, person, hang, prepare, send, settle } = site;
  const [ada, ben] = [person("ada"), person("ben")];
  const own = await hang("ada", "w", { tags: ["ink"] });
  const other = await hang("ben", "b");
  await ada.mutation(pages.setPortrait, { kind: "cover", storageId: await prepare("ada") });
  await prepare("ada");
  const file = { bytes: 10, width: 1, height: 1 };
  await ada.mutation(reservations.reserve, { clientUploadId: "r", ...file });
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
  const texts = { title: "Best", description: "", visibility: "public" as const };
  await ada.mutation(collections.create, texts);

  await buyPlan(site, "ada");
  await ada.mutation(studios.create, { ...IN_INK, name: "Ink Room" });
  await ada.mutation(members.invite, { ...IN_INK, username: "ben", role: "member" });
  await ben.mutation(members.accept, IN_INK);
  await ada.action(seats.assign, { ...IN_INK, username: "ben" });
  const storageId = await send(pngOf(3, 2));
  const work = { ...LABEL, clientUploadId: "s", studio: IN_INK.slug, storageId };
  expect((await ben.action(uploads.publish, work)).error).toBeNull();
  await ada.mutation(seats.release, { ...IN_INK, username: "ben" });
  await settle();
  expect(await t.run((ctx) => ctx.db.query("spentSeats").take(2))).toHaveLength(1);
  return { other };
}

describe("deletion.removeAccount", () => {
  it("is refused to who is signed out, and to who types another name", async () => {
    const { t, person, hang } = await openSite();
    await hang("ada", "w");
    const remove = deletion.removeAccount;
    expect((await t.action(remove, { username: "ada" })).error?.code).toBe("unauthenticated");
    const eve = await person("eve").action(remove, { username: "ada" });
    expect(eve.error?.code).toBe("artist_not_found");
    expect(await t.query(pages.get, { username: "ada" })).not.toBeNull();
  });

  it("leaves no row and no file that names them, and others' counts right", async () => {
    const site = await openSite();
    const { t, person, settle } = site;
    const { other } = await liveAsAda(site);
    const profileId = await t.run(async (ctx) => (await findProfile(ctx, "ada"))?._id);
    // A table that names people and has none of hers proves nothing: the scene has to grow with the schema.
    const named = await t.run((ctx) => whereNamed(ctx, profileId));
    expect(named).toEqual(placesFor("profiles"));

    const [ada, ben] = [person("ada"), person("ben")];
    await ada.mutation(studios.close, IN_INK);
    await settle();
    expect((await ada.action(deletion.removeAccount, { username: "Ada" })).error).toBeNull();
    expect(await t.query(pages.get, { username: "ada" })).toBeNull();
    await settle();

    await t.run(async (ctx) => {
      for (const table of TABLES) {
        const rows = JSON.stringify(await ctx.db.query(table).take(500));
        const traces = [profileId, "|ada", '"ada"'].filter((one) => rows.includes(String(one)));
        expect([table, traces]).toEqual([table, []]);
      }
      // Ben's own pictures: one of his own, one that hung for the studio.
      expect(await ctx.db.system.query("_storage").take(10)).toHaveLength(2);
      expect(await ctx.db.query("customers").take(10)).toHaveLength(1);
      expect(await ctx.db.query("tags").take(1)).toEqual([]);
    });
    const page = await t.query(pages.get, { username: "ben" });
    expect(page).toMatchObject({ followers: 0, followed: 0 });
    const left = await t.query(works.detail, { id: other });
    expect(left).toMatchObject({ comments: 1 });
    const found = await t.query(api.community.artworks.get, { id: other });
    expect(found?.artwork.likes).toBe(0);
    expect((await ben.mutation(api.community.artworks.remove, { id: other })).error).toBeNull();
  });

  it("covers every table that names a customer or a work, or knows why it stays", () => {
    const uncovered = (of: string, erasure: string, others: Readonly<Record<string, string>>) =>
      TABLES.filter((table) => fieldsOf(table, of).length > 0).filter(
        (table) => !erasure.includes(`["${table}",`) && !(table in others),
      );
    expect(uncovered("customers", billingErasure, OF_BILLING)).toEqual([]);
    expect(uncovered("artworks", workErasure, OF_WORKS)).toEqual([]);
  });

  it("counts an answer out once, where what it answers went first", async () => {
    const { t, person, hang, settle } = await openSite();
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

  it("ends the sign-in itself: account, sessions, and what was guessed at it", async () => {
    const { t, as } = await deploy(undefined, import.meta.glob("../../../convex/community/*.ts"));
    await t.mutation(internal.seed.catalogue, {});
    const { data } = await t.action(api.accounts.credentials.signUp, ADA);
    const ada = await as(data?.accessToken ?? "");
    const { data: profile } = await ada.mutation(api.community.profiles.ensure, {});
    const guess = { ...ADA, password: "not it" };
    await t.action(api.accounts.credentials.signIn, guess);
    const named = { username: profile?.username ?? "" };
    expect((await ada.action(deletion.removeAccount, named)).error).toBeNull();
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    await t.run(async ({ db }) => {
      for (const table of ["accounts", "sessions", "identities", "profiles"] as const) {
        expect([table, await db.query(table).take(5)]).toEqual([table, []]);
      }
      const guesses = await db.query("attempts").take(5);
      expect(guesses.map(({ key }) => key)).toEqual(["signUp"]);
    });
    // The access token is good for minutes yet.
    expect((await ada.mutation(api.community.profiles.ensure, {})).error?.code).toBe(
      "unauthenticated",
    );
  });

  it("frees the name for whoever comes next", async () => {
    const { person, hang, settle } = await openSite();
    await hang("ada", "w");
    await person("ada").action(deletion.removeAccount, { username: "ada" });
    await settle();
    const again = await person("ada").mutation(api.community.profiles.ensure, {});
    expect(again.data?.username).toBe("ada");
  });
});
