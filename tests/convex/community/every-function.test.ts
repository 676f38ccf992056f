import { makeFunctionReference } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SITE_LIMITS } from "../../../convex/accounts/rateLimits";
import { api, components, internal } from "../../../convex/_generated/api";
import { components as ofBilling } from "../../../packages/billing/src/component/_generated/api";
import { BILLING_LIMITS } from "../../../packages/billing/src/component/platform/rateLimits";
import type { Id } from "../../../convex/_generated/dataModel";
import schema from "../../../convex/schema";
import { GROUPS } from "./every-function";
import type { Named } from "./every-function";
import { inBilling } from "../backend";
import { LABEL, buyPlan, openSite, pngOf } from "./site";
import type { Site } from "./site";

const { items, functions: collections } = api.community.collections;
const comments = api.community.comments.functions;
const { follows, blocks } = api.community.relationships;
const { likes } = api.community;
const { members, seats, functions: studios } = api.community.studios;
const files = api.community.files.functions;
const { reservations, functions: uploads } = api.community.uploads;

const ROOT = "../../../convex/";
const modules = import.meta.glob([
  "../../../convex/**/*.ts",
  "!../../../convex/{_generated/**,convex.config.ts}",
]);

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.stubEnv("EMBEDDED_ISSUER", "https://accounts.example");
  // Archives are written with streams, which need the real setImmediate.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
type Kind = "query" | "mutation" | "action";
type Caller = Site["t"] | ReturnType<Site["person"]>;

/** Every public function of the deployment, with its kind. */
async function publicFunctions(): Promise<Map<string, Kind>> {
  const found = new Map<string, Kind>();
  for (const [file, load] of Object.entries(modules)) {
    const path = file.slice(ROOT.length, -".ts".length);
    for (const [name, value] of Object.entries((await load()) as Record<string, object>)) {
      if (typeof value !== "function" || !("isPublic" in value)) continue;
      const kind = "isQuery" in value ? "query" : "isMutation" in value ? "mutation" : "action";
      found.set(`${path}:${name}`, kind);
    }
  }
  return found;
}

/** Occurs in all of ada's private data and in hidden content, which no other member may read. */
const SECRET = "plum";

interface Scene extends Site {
  /** Ada's content, which she can make public. */
  open: Named;
  /** The same for a work that an operator hid. */
  hidden: Named;
  /** The hidden work's files. */
  hiddenFiles: string[];
  kinds: Map<string, Kind>;
}

/** Ada's works, lists and studio. Eve interacted with the work that is hidden now. */
async function setUp(): Promise<Scene> {
  const site = await openSite(modules);
  const { t, person, hang, settle } = site;
  const [ada, ben, eve] = [person("ada"), person("ben"), person("eve")];
  for (const one of [ben, eve]) await one.mutation(api.community.profiles.functions.ensure, {});
  const work = await hang("ada", "w", { tags: ["ink"] });
  const secret = { title: "Lemons, plum", description: SECRET, tags: [SECRET], alt: SECRET };
  const hidden = await hang("ada", "h", secret);
  await hang("ada", "d", { ...secret, state: "draft" });
  await ada.mutation(follows.set, { username: "ben", followed: true });
  for (const one of [ben, eve]) {
    await one.mutation(follows.set, { username: "ada", followed: true });
  }
  const first = await talk(site, work, "Hello");
  const last = await talk(site, hidden, `Look, @eve: ${SECRET}`);
  await eve.mutation(likes.set, { artworkId: hidden, liked: true });
  const shelf = await collect(eve, "Eve's", "public", hidden);
  const collection = await collect(ada, SECRET, "private", work);
  await collect(ada, "Ada's", "public", work);
  const [page, hiddenPage] = [await addPage(site, work, ""), await addPage(site, hidden, SECRET)];
  const file = { bytes: 10, width: 1, height: 1 };
  await ada.mutation(reservations.reserve, { clientUploadId: "hers", ...file });
  const seat = await openStudio(site);
  await settle();
  const report = { kind: "artwork" as const, id: hidden };
  await ben.mutation(api.community.moderation.reports.send, {
    subject: report,
    reason: "other",
    note: SECRET,
  });
  const [told] = await t.query(internal.community.moderation.reports.open, {});
  if (!told) throw new Error("Nothing was reported");
  await t.mutation(internal.community.moderation.reports.close, { id: told.id, state: "upheld" });
  await settle();
  const waiting = await site.prepare("ada", pngOf(6, 6));
  const open = { work, comment: first, page, file: waiting, collection, shelf: collection, seat };
  return {
    ...{ ...site, open, kinds: await publicFunctions() },
    hidden: { ...open, work: hidden, comment: last, page: hiddenPage, shelf },
    hiddenFiles: await t.run(async (ctx) => {
      const row = await ctx.db.get("artworks", hidden);
      const other = await ctx.db.get("workFiles", hiddenPage);
      return [row, other].flatMap((one) => one?.storageId ?? []);
    }),
  };
}

/** Ben comments, and ada replies. */
async function talk({ person }: Site, artworkId: string, text: string) {
  const said = await person("ben").mutation(comments.add, { artworkId, text });
  if (!said.data) throw new Error(said.error.message);
  const { commentId } = said.data;
  await person("ada").mutation(comments.add, { artworkId, text, replyTo: commentId });
  return commentId;
}

async function collect(
  who: ReturnType<Site["person"]>,
  title: string,
  visibility: "public" | "private",
  artworkId: string,
) {
  const made = await who.mutation(collections.create, { title, description: "", visibility });
  if (!made.data) throw new Error(made.error.message);
  await who.mutation(items.add, { collectionId: made.data.id, artworkId });
  return made.data.id;
}

async function addPage({ person, prepare }: Site, artworkId: string, caption: string) {
  const storageId = await prepare("ada");
  const file = { artworkId, role: "page" as const, storageId, caption };
  const { data, error } = await person("ada").mutation(files.add, file);
  if (!data) throw new Error(error.message);
  return data.id;
}

/** Ada's studio, where ben has a seat and a work. Returns the seat. */
async function openStudio(site: Site): Promise<string> {
  const { t, person, send } = site;
  const slug = "ink-room";
  await buyPlan(site, "ada");
  await person("ada").mutation(studios.create, { slug, name: "Ink Room" });
  await person("ada").mutation(members.invite, { slug, username: "ben", role: "member" });
  await person("ben").mutation(members.accept, { slug });
  await person("ada").action(seats.assign, { slug, username: "ben" });
  const storageId = await send(pngOf(3, 2), "image/png", "ben");
  const work = { ...LABEL, clientUploadId: "s", studio: slug, storageId };
  await person("ben").mutation(uploads.publish, work);
  const rows = await t.run((ctx) => ctx.db.query("studioMembers").take(5));
  const seated = rows.find(({ state }) => state === "seated");
  if (seated?.entityId == null) throw new Error("Nobody sits");
  return seated.entityId;
}

/** The result for a caller, in the terms of {@link GROUPS}. */
function told(answer: unknown): string {
  if (answer !== null && typeof answer === "object") {
    if ("error" in answer && answer.error !== undefined) {
      return answer.error === null ? "done" : (answer.error as { code: string }).code;
    }
    if ("page" in answer) return told(answer.page);
  }
  const isNothing = answer === null || answer === 0 || (Array.isArray(answer) && !answer.length);
  return isNothing ? "nothing" : "shown";
}

async function call(scene: Scene, as: Caller, name: string, args: Record<string, unknown>) {
  const kind = scene.kinds.get(name);
  if (kind === "query")
    return (await as.query(makeFunctionReference<"query">(name), args)) as unknown;
  if (kind === "mutation") {
    return (await as.mutation(makeFunctionReference<"mutation">(name), args)) as unknown;
  }
  return (await as.action(makeFunctionReference<"action">(name), args)) as unknown;
}

interface Expected {
  name: string;
  args: (named: Named) => Record<string, unknown>;
  expected: string;
}

type Column = "out" | "other" | "blocked" | "hidden";

/** The expected outcomes of a column; functions that may change something come last. */
function rowsOf(column: Column): Expected[] {
  const rows = GROUPS.flatMap(({ calls, ...group }) => {
    const said = column === "blocked" ? (group.blocked ?? group.other) : group[column];
    const expected = said ?? group.other;
    return Object.entries(calls).map(([name, args]) => ({ name, args, expected }));
  });
  const isQuiet = ({ expected }: Expected) => expected !== "done";
  return [...rows.filter(isQuiet), ...rows.filter((row) => !isQuiet(row))];
}

/** All rows, as one text. Rate limits are stored elsewhere. */
async function everything({ t }: Scene): Promise<string> {
  const tables = Object.keys(schema.tables) as (keyof typeof schema.tables)[];
  return await t.run(async ({ db }) =>
    JSON.stringify(await Promise.all(tables.map((table) => db.query(table).take(200)))),
  );
}

/** Calls every function once, and compares. */
async function expectColumn(scene: Scene, as: Caller, column: Column, named: Named) {
  const rows = rowsOf(column);
  const got: [string, string][] = [];
  const leaks: string[] = [];
  const secret = new RegExp([SECRET, ...scene.hiddenFiles].join("|"), "i");
  const before = await everything(scene);
  for (const { name, args, expected } of rows) {
    if (expected === "done" && !got.some(([, one]) => one === "done")) {
      expect(await everything(scene)).toBe(before);
    }
    const answer = await call(scene, as, name, args(named));
    got.push([name, told(answer)]);
    if (secret.test(JSON.stringify(answer))) leaks.push(name);
  }
  expect(got).toEqual(rows.map(({ name, expected }) => [name, expected]));
  expect(leaks).toEqual([]);
}

describe("every function that a browser may call", () => {
  it("is in the table once, and nothing else is", async () => {
    const named = GROUPS.flatMap(({ calls }) => Object.keys(calls));
    expect(named.sort()).toEqual([...(await publicFunctions()).keys()].sort());
  });

  it("returns to a visitor only public data", async () => {
    const scene = await setUp();
    await expectColumn(scene, scene.t, "out", scene.open);
  });

  it("hides other members' data from a stranger", async () => {
    const scene = await setUp();
    await expectColumn(scene, scene.person("eve"), "other", scene.open);
  });

  it("hides a blocker from the blocked member", async () => {
    const scene = await setUp();
    const block = { username: "eve", kind: "block" as const, enabled: true };
    await scene.person("ada").mutation(blocks.set, block);
    await scene.settle();
    await expectColumn(scene, scene.person("eve"), "blocked", scene.open);
  });

  it("hides taken-down content, even from a viewer who knew it", async () => {
    const scene = await setUp();
    await expectColumn(scene, scene.person("eve"), "hidden", scene.hidden);
    await expectColumn(scene, scene.t, "out", scene.open);
  });
});

const ISSUER = "https://accounts.example";

/** A local account with a live session, and its token. */
async function openSession({ t }: Scene) {
  const subject = "acct_eve";
  const { sid, accountId } = await t.run(async ({ db }) => {
    const name = { username: "eve2", usernameKey: "eve2", passwordHash: "-" };
    const accountId = await db.insert("accounts", { subject, ...name });
    const times = { rotatedAt: Date.now(), expiresAt: Date.now() + 60 * 60_000 };
    const hashes = { familyHash: "f", tokenHash: "t" };
    return { sid: await db.insert("sessions", { accountId, ...hashes, ...times }), accountId };
  });
  const token = { subject, issuer: ISSUER, tokenIdentifier: `${ISSUER}|${subject}`, sid };
  const eve = t.withIdentity({ ...token, preferredUsername: "eve2" });
  await eve.mutation(api.community.profiles.functions.ensure, {});
  return { eve, sid, accountId };
}

/** Functions that need no session, or end one. */
const WITHOUT_SESSION: ReadonlySet<string> = new Set([
  ...["signIn", "signUp"].map((name) => `accounts/credentials:${name}`),
  ...["refresh", "signOut"].map((name) => `accounts/sessions:${name}`),
  ...["request", "complete"].map((name) => `accounts/passwordReset:${name}`),
  ...["email:confirm", "secondStep:signInWithCode"].map((name) => `accounts/${name}`),
]);

/** It checks the session itself, with its own refusal. */
const CHANGE_PASSWORD = "accounts/credentials:changePassword";

/** What a suspended member can still do. */
const OPEN_TO_SUSPENDED: readonly string[] = [
  ...["billingPortal", "cancel", "check", "createCustomer", "getEntity", "listProducts"].map(
    (name) => `billing:${name}`,
  ),
  "billing:query",
  "community/accountDeletion:removeAccount",
  "community/dataExports/functions:remove",
  "community/dataExports/functions:start",
];

/** Every public mutation and action that a caller with a token can call. */
function changesOf({ kinds }: Scene): string[] {
  return [...kinds]
    .filter(([name, kind]) => kind !== "query" && !WITHOUT_SESSION.has(name))
    .map(([name]) => name)
    .sort();
}

/** Calls functions of {@link GROUPS}; groups them by result. */
async function answersOf(scene: Scene, as: Caller, names: readonly string[]) {
  const args = new Map(GROUPS.flatMap(({ calls }) => Object.entries(calls)));
  const got: Record<string, string[]> = {};
  for (const name of names) {
    const answer = await call(scene, as, name, args.get(name)?.(scene.open) ?? {});
    (got[told(answer)] ??= []).push(name);
  }
  await scene.settle();
  return got;
}

/** All of them return the same code, and none of them changes anything. */
async function expectRefused(scene: Scene, as: Caller, code: string, names: readonly string[]) {
  const before = await everything(scene);
  expect(await answersOf(scene, as, names)).toEqual({ [code]: names });
  expect(await everything(scene)).toBe(before);
}

describe("every query", () => {
  /** The results of all queries, by name. */
  const answersTo = async (scene: Scene, as: Caller) => {
    const args = new Map(GROUPS.flatMap(({ calls }) => Object.entries(calls)));
    const names = [...scene.kinds].filter(([, kind]) => kind === "query").map(([name]) => name);
    const answers: [string, unknown][] = [];
    for (const name of names)
      answers.push([name, await call(scene, as, name, args.get(name)?.(scene.open) ?? {})]);
    return new Map(answers);
  };

  it("answers the token of an ended session as a visitor, whatever its member owns", async () => {
    const scene = await setUp();
    const { t, person } = scene;
    await person("ada").mutation(api.community.dataExports.functions.start, {});
    await scene.settle();
    await t.mutation(internal.community.operators.role.grant, { username: "ada" });
    vi.stubEnv("EMBEDDED_ISSUER", "https://local");
    const sid = await t.run(async ({ db }) => {
      const name = { username: "ada", usernameKey: "ada", passwordHash: "-" };
      const accountId = await db.insert("accounts", { subject: "ada", ...name });
      const times = { rotatedAt: Date.now(), expiresAt: Date.now() + 60_000 };
      return await db.insert("sessions", { accountId, familyHash: "f", tokenHash: "t", ...times });
    });
    const ada = t.withIdentity({
      ...{ subject: "ada", issuer: "https://local", tokenIdentifier: "https://local|ada" },
      sid,
    });
    const visitors = await answersTo(scene, t);
    const live = await answersTo(scene, ada);
    const differs = [...live].filter(
      ([name, answer]) => JSON.stringify(answer) !== JSON.stringify(visitors.get(name)),
    );
    expect(differs.length).toBeGreaterThan(25);
    await t.run(({ db }) => db.delete("sessions", sid));
    const ended = await answersTo(scene, ada);
    for (const [name, answer] of ended) {
      // These report that the session has ended; all others treat the caller as a visitor.
      const isSaid = name === "accounts/profile:standing" || told(answer) === "unauthenticated";
      if (!isSaid) expect([name, answer]).toEqual([name, visitors.get(name)]);
      expect([name, JSON.stringify(answer).includes(SECRET)]).toEqual([name, false]);
    }
    expect(ended.get("accounts/profile:standing")).toEqual({ state: "ended" });
  });
});

describe("every mutation and action", () => {
  it.each([
    ["has ended", { expiresAt: null }],
    ["has expired", { expiresAt: -1 }],
  ])("refuses the token of a session that %s, and changes nothing", async (_, { expiresAt }) => {
    const scene = await setUp();
    const { eve, sid } = await openSession(scene);
    await scene.t.run(async ({ db }) => {
      if (expiresAt === null) await db.delete("sessions", sid);
      else await db.patch("sessions", sid, { expiresAt: Date.now() + expiresAt });
    });
    const names = changesOf(scene).filter((name) => name !== CHANGE_PASSWORD);
    expect(names.length).toBeGreaterThan(60);
    await expectRefused(scene, eve, "unauthenticated", names);
    await expectRefused(scene, eve, "session_ended", [CHANGE_PASSWORD]);
  });

  it("tells a suspended member why, and still lets them end their plan or account", async () => {
    const scene = await setUp();
    const { eve } = await openSession(scene);
    const { suspend, reinstate } = internal.community.moderation.suspensions;
    await scene.t.mutation(suspend, { username: "eve2", reason: "Copied works" });
    const isOpen = (name: string) => [...OPEN_TO_SUSPENDED, CHANGE_PASSWORD].includes(name);
    const closed = changesOf(scene).filter((name) => !isOpen(name));
    await expectRefused(scene, eve, "account_suspended", closed);
    expect(await eve.mutation(api.community.profiles.functions.ensure, {})).toEqual({
      data: null,
      error: { code: "account_suspended", message: "Your account is suspended: Copied works" },
      statusCode: 403,
    });
    expect(await eve.query(api.accounts.profile.standing, {})).toEqual({
      state: "suspended",
      reason: "Copied works",
    });
    const open = await answersOf(scene, eve, OPEN_TO_SUSPENDED);
    expect(Object.keys(open)).not.toContain("account_suspended");
    await scene.t.mutation(reinstate, { username: "eve2" });
    expect((await eve.mutation(api.community.profiles.functions.ensure, {})).error).toBeNull();
  });

  it("refuses the tokens of a deleted account for an hour, of any identity provider", async () => {
    const scene = await setUp();
    const fay = scene.person("fay");
    await fay.mutation(api.community.profiles.functions.ensure, {});
    await fay.action(api.billing.createCustomer, {});
    const deleted = await fay.action(api.community.accountDeletion.removeAccount, {
      confirmation: { username: "fay" },
    });
    expect(deleted.error).toBeNull();
    await scene.settle();
    const names = changesOf(scene).filter((name) => name !== CHANGE_PASSWORD);
    await expectRefused(scene, fay, "unauthenticated", names);
    const rows = await scene.t.run((ctx) => ctx.db.query("restrictions").take(9));
    expect(JSON.stringify(rows)).not.toContain("fay");
    vi.setSystemTime(Date.now() + 60 * 60_000);
    expect((await fay.mutation(api.community.profiles.functions.ensure, {})).error).toBeNull();
  });
});

/** Calls without a limit, because they only read, like queries. */
const READS = ["check", "createCustomer", "getEntity", "listProducts", "query"];

/** Uses up all limits that count for a member. */
async function callTooOften({ t }: Scene, member: string) {
  const owned = Object.entries(SITE_LIMITS).filter(([, config]) => !("shards" in config));
  await t.run(async (ctx) => {
    for (const [name, config] of owned) {
      const key = `https://local|${member}`;
      await ctx.runMutation(components.rateLimiter.lib.resetRateLimit, { name, key });
      const all = { name, key, config, count: config.capacity };
      await ctx.runMutation(components.rateLimiter.lib.rateLimit, all);
    }
  });
  await inBilling(t, async (ctx) => {
    for (const [name, config] of Object.entries(BILLING_LIMITS)) {
      const all = { name, key: member, config, count: config.capacity };
      await ctx.runMutation(ofBilling.rateLimiter.lib.rateLimit, all);
    }
  });
}

describe("a member who calls too often", () => {
  it("is refused by every mutation and action that writes, and changes nothing", async () => {
    const scene = await setUp();
    await callTooOften(scene, "eve");
    const free = [...READS.map((name) => `billing:${name}`), CHANGE_PASSWORD];
    const names = changesOf(scene).filter((name) => !free.includes(name));
    expect(names.length).toBeGreaterThan(50);
    await expectRefused(scene, scene.person("eve"), "rate_limit_exceeded", names);
    const open = await answersOf(scene, scene.person("eve"), free);
    expect(Object.keys(open)).not.toContain("rate_limit_exceeded");
    const { error } = await scene
      .person("ben")
      .mutation(api.community.profiles.functions.ensure, {});
    expect(error).toBeNull();
  });

  it.each([
    ["comments", 3_000, "3 seconds"],
    ["reports", 6_000, "6 seconds"],
  ] as const)("gets the time when %s may be sent again", async (limit, retryAfterMs, words) => {
    const scene = await setUp();
    const { work } = scene.open;
    const [eve, { reports }] = [scene.person("eve"), api.community.moderation];
    const subject = { kind: "artwork" as const, id: work };
    const send = async () =>
      limit === "comments"
        ? await eve.mutation(comments.add, { artworkId: work, text: "Hi" })
        : await eve.mutation(reports.send, { subject, reason: "spam", note: "" });
    for (let n = 0; n < 10; n += 1) expect((await send()).error).toBeNull();
    const message = `Too many requests. Try again in ${words}`;
    const error = { code: "rate_limit_exceeded", message, retryAfterMs };
    expect(await send()).toEqual({ data: null, error, statusCode: 429 });
    vi.setSystemTime(Date.now() + retryAfterMs - 1);
    expect((await send()).error?.retryAfterMs).toBe(1);
    vi.setSystemTime(Date.now() + 2);
    expect((await send()).error).toBeNull();
  });
});

/** Uses up the guesses of a member's own password; returns whether any are left afterwards. */
async function useUpGuesses({ t }: Scene, accountId: Id<"accounts">) {
  const config = SITE_LIMITS.passwordChange;
  const limit = { name: "passwordChange", key: accountId, config };
  await t.run(async (ctx) => {
    const all = { ...limit, count: config.capacity };
    await ctx.runMutation(components.rateLimiter.lib.rateLimit, all);
  });
  return async () =>
    await t.run(
      async (ctx) => (await ctx.runQuery(components.rateLimiter.lib.checkRateLimit, limit)).ok,
    );
}

describe("a thief of a session", () => {
  it("gets no new guesses of the password from any function", async () => {
    const scene = await setUp();
    const { eve, accountId } = await openSession(scene);
    const hasGuesses = await useUpGuesses(scene, accountId);
    const { change } = api.community.profiles.usernames;
    const names = ["eve2", "EVE2", "Eve2", "someone.new"];
    const before = await everything(scene);
    expect((await eve.mutation(change, { username: "eve2" })).error).toBeNull();
    expect(await everything(scene)).toBe(before);
    for (const username of names)
      expect([username, (await eve.mutation(change, { username })).error]).toEqual([
        username,
        null,
      ]);
    expect(await hasGuesses()).toBe(false);
    const args = new Map(GROUPS.flatMap(({ calls }) => Object.entries(calls)));
    const ending = ["sessionList:end", "sessionList:endOthers"].map((name) => `accounts/${name}`);
    for (const name of changesOf(scene).filter((one) => !ending.includes(one))) {
      await call(scene, eve, name, args.get(name)?.(scene.open) ?? {});
      expect([name, await hasGuesses()]).toEqual([name, false]);
    }
  });
});

describe("a suspension", () => {
  it.each([
    ["eve", "  ", "A reason has 1 to 500 characters: the member reads it"],
    ["eve", "x".repeat(501), "A reason has 1 to 500 characters: the member reads it"],
    ["mallory", "Spam", 'No member is called "mallory"'],
  ])("of %s for %.9j throws", async (username, reason, message) => {
    const { t, person } = await openSite(modules);
    await person("eve").mutation(api.community.profiles.functions.ensure, {});
    const { suspend } = internal.community.moderation.suspensions;
    await expect(t.mutation(suspend, { username, reason })).rejects.toThrow(message);
  });

  it("survives another sign-in and the deletion of the account elsewhere", async () => {
    const { t, person } = await openSite(modules);
    const [eve, { suspend }] = [person("eve"), internal.community.moderation.suspensions];
    await eve.mutation(api.community.profiles.functions.ensure, {});
    await t.mutation(suspend, { username: "eve", reason: "Spam" });
    await t.mutation(suspend, { username: "eve", reason: "More spam" });
    const { removeAccount } = api.community.accountDeletion;
    expect(
      (await eve.action(removeAccount, { confirmation: { username: "eve" } })).error,
    ).toBeNull();
    vi.setSystemTime(Date.now() + 2 * 60 * 60_000);
    const { error } = await eve.mutation(api.community.profiles.functions.ensure, {});
    expect(error?.message).toBe("Your account is suspended: More spam");
  });
});
