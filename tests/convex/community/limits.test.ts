import { makeFunctionReference } from "convex/server";
import type { WithoutSystemFields } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import { WORK_LIMITS } from "../../../convex/contract/works";
import { billing } from "../../../convex/billing";
import { LABEL, buyPlan, openSite, pngOf } from "./site";
import type { Site } from "./site";
import { findProfile } from "../../../convex/community/profiles/model";

const collections = api.community.collections.functions;
const { members, seats, functions: studios } = api.community.studios;
const notifications = api.community.notifications.functions;
const profiles = api.community.profiles.functions;

const ROOT = "../../../convex/";
const modules = import.meta.glob("../../../convex/community/**/*.ts");
const LARGEST_PAGE = 50;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.useFakeTimers();
});

interface Full extends Site {
  work: Id<"artworks">;
  page: Id<"workFiles">;
  collection: Id<"collections">;
  file: Id<"_storage">;
}

type Args = (full: Full) => Record<string, unknown>;
/** The caller who exceeds the limit by one, with the arguments, and the expected refusal. */
type Limit = readonly [who: string, args: Args, code: string];

const ofWork: Args = ({ work }) => ({ artworkId: work });
const ink = (username: string) => ({ slug: "ink-room", username });
const long = (chars: number) => "x".repeat(chars + 1);

/** One more than the plan, the site or the text allows. Ada is on Free; fay runs a studio. */
const LIMITS: Readonly<Record<string, Limit>> = {
  "boosts:boost": ["ada", ofWork, "insufficient_balance"],
  "collections/items:add": [
    "ada",
    ({ collection, work }) => ({ collectionId: collection, artworkId: work }),
    "too_many",
  ],
  "collections/functions:create": [
    "ada",
    () => ({ title: "Fourth", description: "", visibility: "public" }),
    "insufficient_balance",
  ],
  "collections/functions:edit": [
    "ada",
    (full) => ({ id: full.collection, title: long(80) }),
    "invalid_text",
  ],
  "comments/functions:add": [
    "ada",
    (full) => ({ ...ofWork(full), text: long(2000) }),
    "invalid_text",
  ],
  "relationships/follows:set": ["ada", () => ({ username: "gil", followed: true }), "too_many"],
  "insights/functions:read": ["ada", () => ({ window: 90 }), "insufficient_balance"],
  "studios/members:handOver": ["fay", () => ink("hal"), "too_many"],
  "studios/members:invite": ["fay", () => ({ ...ink("ada"), role: "member" }), "too_many"],
  "profiles/functions:edit": ["ada", () => ({ name: long(2000) }), "invalid_text"],
  "profiles/usernames:change": ["ada", () => ({ username: "ab" }), "invalid_username"],
  "profiles/functions:pin": ["ada", (full) => ({ ...ofWork(full), pinned: true }), "too_many"],
  "files/functions:add": [
    "ada",
    (full) => ({ ...ofWork(full), role: "step", storageId: full.file, caption: "" }),
    "too_many",
  ],
  "files/functions:setCaption": [
    "ada",
    ({ page }) => ({ id: page, caption: long(1000) }),
    "invalid_alt",
  ],
  "prints/functions:order": [
    "ada",
    (full) => ({ ...ofWork(full), address: "Quay 1" }),
    "insufficient_balance",
  ],
  "artworks/tagSuggestions:suggest": [
    "ada",
    () => ({ words: "Lemons", tags: [] }),
    "insufficient_balance",
  ],
  "moderation/reports:send": [
    "fay",
    ({ work }) => ({ subject: { kind: "artwork", id: work }, reason: "spam", note: long(1000) }),
    "invalid_text",
  ],
  "uploads/reservations:reserve": [
    "ada",
    () => ({ clientUploadId: "11", bytes: 10, width: 1, height: 1 }),
    "insufficient_balance",
  ],
  "uploads/reservations:release": [
    "ada",
    () => ({ clientUploadIds: Array.from({ length: 101 }, () => "11") }),
    "too_many",
  ],
  "studios/seats:assign": ["fay", () => ink("hal"), "insufficient_balance"],
  "relationships/blocks:set": [
    "ada",
    () => ({ username: "gil", kind: "block", enabled: true }),
    "too_many",
  ],
  "studios/functions:create": ["fay", () => ({ slug: "sixth", name: "Sixth" }), "too_many"],
  "uploads/functions:begin": [
    "ada",
    () => ({ mediaType: "image/png", bytes: 1e9 }),
    "file_too_large",
  ],
  "uploads/functions:publish": [
    "ada",
    ({ file }) => ({ ...LABEL, clientUploadId: "11", storageId: file }),
    "insufficient_balance",
  ],
  "artworks/bulkEdit:apply": [
    "ada",
    ({ work }) => ({ ids: Array.from({ length: 21 }, () => work), changes: {} }),
    "too_many",
  ],
  "artworks/functions:edit": [
    "ada",
    ({ work }) => ({ id: work, title: long(120) }),
    "invalid_title",
  ],
  "artworks/functions:replaceFile": [
    "ada",
    ({ work, file }) => ({ id: work, storageId: file }),
    "too_many",
  ],
};

/** Limited only by the size of a file: its limits are in uploads.test and works.test. */
const BY_FILE = ["profiles/functions:setProfileImage", "uploads/functions:prepare"];

/** The limit of its text is in comments-and-mentions.test. */
const BY_TEXT = ["comments/functions:edit"];

/** For operators: the limits of their reasons are in operators.test. */
const BY_REASON = [
  "operators/reports:close",
  ...[
    ...["dismissJob", "extendTrial", "grantProduct", "grantUnits", "refund"],
    ...["reinstate", "retryPayment", "suspend"],
  ].map((name) => `operators/actions:${name}`),
];

/** Changes a single value, or deletes, so it has no limit. */
const ENDLESS = [
  ...[
    "artworks/functions:remove",
    "collections/items:move",
    "collections/items:remove",
    "collections/functions:remove",
  ],
  ...[
    "comments/functions:remove",
    "comments/likes:set",
    "accountDeletion:removeAccount",
    "operators/actions:retryJob",
    "likes:set",
    "studios/members:accept",
  ],
  ...[
    "studios/members:leave",
    "studios/members:remove",
    "notifications/functions:markRead",
    "notifications/settings:set",
    "dataExports/functions:start",
    "dataExports/functions:remove",
    "files/functions:remove",
  ],
  // The limit of five studios for an invited owner is tested in details.test.
  ...["studios/ownership:accept", "studios/ownership:decline"],
  ...["files/functions:reorder", "profiles/functions:ensure", "studios/seats:release"],
  ...[
    "studios/seats:transfer",
    "profiles/settings:set",
    "studios/functions:close",
    "views:record",
    "artworks/functions:setState",
  ],
];

interface Found {
  isQuery: boolean;
  isAction: boolean;
  /** The required arguments. */
  asks: string[];
}

/** The public functions of the community, by "file:name". */
async function publicFunctions(): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  for (const [file, load] of Object.entries(modules)) {
    const path = file.slice(`${ROOT}community/`.length, -".ts".length);
    for (const [name, value] of Object.entries((await load()) as Record<string, unknown>)) {
      if (typeof value !== "function" || !("isPublic" in value)) continue;
      const { exportArgs } = value as unknown as { exportArgs: () => string };
      const args = JSON.parse(exportArgs()) as { value: Record<string, { optional: boolean }> };
      const asks = Object.keys(args.value).filter((arg) => args.value[arg]?.optional === false);
      found.set(`${path}:${name}`, {
        ...{ isQuery: "isQuery" in value, isAction: "isAction" in value, asks },
      });
    }
  }
  return found;
}

async function repeat(times: number, make: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n++) await make(n);
}

/** A site where everything with a limit is at its limit. */
async function fill(): Promise<Full> {
  const site = await openSite(modules);
  const { t, person, hang, prepare } = site;
  const work = await hang("ada", "w", { tags: ["ink"] });
  const pinned = await hang("ada", "p");
  for (const name of ["ben", "eve", "gil", "hal"]) {
    await person(name).mutation(profiles.ensure, {});
  }
  const made = [];
  for (const title of ["One", "Two", "Three"]) {
    const texts = { title, description: "", visibility: "public" as const };
    made.push(await person("ada").mutation(collections.create, texts));
  }
  const collection = made[0]?.data?.id;
  if (!collection) throw new Error("No collection");
  const file = await prepare("ada", pngOf(4, 4, 1));
  await openStudio(site);
  const page = await t.run(async (ctx) => {
    const profileId = (await findProfile(ctx, "ada"))?._id;
    const row = await ctx.db.get("artworks", work);
    if (!profileId || !row) throw new Error("Nobody hung it");
    const filled = { pinned: Array<typeof work>(6).fill(pinned), followed: 5000 };
    await ctx.db.patch("profiles", profileId, filled);
    await ctx.db.patch("collections", collection, { items: 500 });
    for (const [featureId, value] of [
      ["uploads", 8],
      ["ai_tag", 20],
    ] as const) {
      await billing.gate(ctx, { customerId: "ada" }, { featureId, value, key: featureId });
    }
    await repeat(500, async () => {
      await ctx.db.insert("relationships", { kind: "block", fromId: profileId, toId: profileId });
    });
    await repeat(20, async (n) => await ctx.db.insert("workFiles", fileOf(row, "replaced", n)));
    await repeat(WORK_LIMITS.steps, async (n) => {
      await ctx.db.insert("workFiles", fileOf(row, "step", n));
    });
    return await ctx.db.insert("workFiles", fileOf(row, "page", 0));
  });
  return { ...site, work, page, collection, file };
}

function fileOf(row: Doc<"artworks">, role: "page" | "step" | "replaced", position: number) {
  const { _id: artworkId, storageId, width, height, mediaType, bytes } = row;
  return { artworkId, role, position, caption: "", storageId, width, height, mediaType, bytes };
}

/**
 * Fay owns the maximum number of studios, with the maximum number of members. All three seats are
 * taken.
 */
async function openStudio(site: Site): Promise<void> {
  const { t, person } = site;
  const fay = person("fay");
  await buyPlan(site, "fay");
  await fay.mutation(studios.create, { slug: "ink-room", name: "Ink Room" });
  for (const username of ["ben", "eve", "hal"]) {
    await fay.mutation(members.invite, { ...ink(username), role: "member" });
    await person(username).mutation(members.accept, { slug: "ink-room" });
  }
  for (const username of ["fay", "ben", "eve"]) await fay.action(seats.assign, ink(username));
  await t.run(async (ctx) => {
    const studio = await ctx.db.query("studios").first();
    const hal = await findProfile(ctx, "hal");
    if (!studio || !hal) throw new Error("No studio");
    const { _id: studioId, ownerId, customerId } = studio;
    const own = async (owner: Id<"profiles">, n: number) =>
      await ctx.db.insert("studios", {
        slug: `${owner}${n}`,
        name: "x",
        ownerId: owner,
        customerId,
      });
    await repeat(4, async (n) => await own(ownerId, n));
    await repeat(5, async (n) => await own(hal._id, n));
    const row = { studioId, role: "member" as const, state: "joined" as const };
    const outside = { customerId: null, entityId: null };
    await repeat(96, async (n) => {
      const named = { username: `m${n}`, usernameKey: `m${n}`, tokenIdentifier: `m|${n}` };
      const profileId = await ctx.db.insert("profiles", { ...bare(hal), ...named });
      await ctx.db.insert("studioMembers", { ...row, ...outside, profileId });
    });
  });
}

/** A copy of a row, ready to be inserted. */
function bare<T extends Doc<"artworks"> | Doc<"profiles">>(row: T): WithoutSystemFields<T> {
  const own = Object.entries(row).filter(([field]) => !field.startsWith("_"));
  // The fields of Convex start with an underscore; the rest was inserted.
  return Object.fromEntries(own) as WithoutSystemFields<T>;
}

/** More than one page of all of ada's paginated data. */
async function crowd(ctx: MutationCtx, work: Doc<"artworks">): Promise<void> {
  const { _id: artworkId, profileId } = work;
  const ada = await ctx.db.get("profiles", profileId);
  const studio = await ctx.db.insert("studios", {
    ...{ slug: "ink-room", name: "Ink Room", ownerId: profileId, customerId: "ada" },
  });
  if (!ada) throw new Error("No profile");
  const said = { artworkId, authorId: profileId, text: "Hi", mentions: [], replies: 0 };
  const parentId = await ctx.db.insert("comments", { ...said, parentId: null });
  const list = { profileId, title: "x", description: "", visibility: "public" as const, items: 0 };
  const collectionId = await ctx.db.insert("collections", list);
  await repeat(LARGEST_PAGE + 1, async (n) => {
    const one = { ...bare(work), clientUploadId: `${n}`, studioId: studio };
    const id = await ctx.db.insert("artworks", { ...one, state: "published" });
    await ctx.db.insert("artworks", { ...one, state: "draft" });
    await ctx.db.insert("collectionItems", { collectionId, artworkId: id, position: n });
    await ctx.db.insert("feedEntries", {
      ...{ viewerId: profileId, artistId: profileId, artworkId: id, publishedAt: n },
    });
    await ctx.db.insert("comments", { ...said, parentId: null });
    await ctx.db.insert("comments", { ...said, parentId });
    await ctx.db.insert("collections", list);
    const named = { username: `ada${n}`, usernameKey: `ada${n}`, searchText: "Lemons" };
    const nobody = { ...named, tokenIdentifier: `a|${n}` };
    const toId = await ctx.db.insert("profiles", { ...bare(ada), ...nobody });
    await ctx.db.insert("relationships", { kind: "follow", fromId: profileId, toId });
    await ctx.db.insert("relationships", { kind: "follow", fromId: toId, toId: profileId });
    const blocked = await ctx.db.insert("profiles", { ...bare(ada), ...nobody, searchText: "" });
    await ctx.db.insert("relationships", { kind: "block", fromId: profileId, toId: blocked });
    await ctx.db.insert("notifications", {
      ...{ recipientId: profileId, actorId: profileId, kind: "follow", key: `${n}` },
      ...{ artworkId: null, commentId: null, studioId: null, isRead: false },
    });
  });
}

describe("every function of the community", () => {
  it("has a limit that is tested below, or none", async () => {
    const functions = await publicFunctions();
    const changing = [...functions].filter(([, { isQuery }]) => !isQuery).map(([name]) => name);
    const named = [...Object.keys(LIMITS), ...BY_FILE, ...BY_TEXT, ...BY_REASON, ...ENDLESS];
    // The window of insights is an argument of a read, and depends on the plan.
    expect(named.sort()).toEqual([...changing, "insights/functions:read"].sort());
  });

  it("refuses one more than the limit", async () => {
    const [full, functions] = [await fill(), await publicFunctions()];
    const got: [string, string | undefined][] = [];
    for (const [name, [who, args]] of Object.entries(LIMITS)) {
      const as = full.person(who);
      const path = `community/${name}`;
      const { isAction, isQuery } = functions.get(name) ?? {};
      const answer: unknown = isAction
        ? await as.action(makeFunctionReference<"action">(path), args(full))
        : isQuery
          ? await as.query(makeFunctionReference<"query">(path), args(full))
          : await as.mutation(makeFunctionReference<"mutation">(path), args(full));
      got.push([name, (answer as { error: { code: string } | null }).error?.code]);
    }
    expect(got).toEqual(Object.entries(LIMITS).map(([name, [, , code]]) => [name, code]));
  });

  it("shows 50 at a time, however many are requested", async () => {
    const { t, person, hang } = await openSite(modules);
    const work = await hang("ada", "w", { tags: ["ink"] });
    const ids = await t.run(async (ctx) => {
      const row = await ctx.db.get("artworks", work);
      if (!row) throw new Error("Nothing hangs");
      await crowd(ctx, row);
      const comment = await ctx.db.query("comments").first();
      const collection = await ctx.db.query("collections").first();
      return { commentId: comment?._id, collectionId: collection?._id };
    });
    const choices: Record<string, unknown> = {
      ...{ artworkId: work, username: "ada", text: "Lemons", slug: "ink-room", ...ids },
      ...{
        state: "draft",
        kind: "block",
        window: 30,
        paginationOpts: { numItems: 10_000, cursor: null },
      },
    };
    const lengths: [string, number][] = [];
    for (const [name, { asks }] of await publicFunctions()) {
      if (!asks.includes("paginationOpts")) continue;
      const reference = makeFunctionReference<"query">(`community/${name}`);
      const args = Object.fromEntries(asks.map((arg) => [arg, choices[arg]]));
      const { page } = (await person("ada").query(reference, args)) as { page: unknown[] };
      lengths.push([name, page.length]);
    }
    expect(lengths.filter(([, length]) => length !== LARGEST_PAGE)).toEqual([]);
    expect(lengths).toHaveLength(18);
    expect(await person("ada").query(notifications.unread, {})).toBe(LARGEST_PAGE + 1);
  });
});
