import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { ADA, ISSUER, deploy, enter, join, refresh } from "./deployment";

const DAY_MS = 24 * 60 * 60_000;
const BO = { ...ADA, username: "bo.b" };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
});
const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

type Site = Awaited<ReturnType<typeof deploy>>;

async function traded(site: Site, refreshToken: string): Promise<string> {
  const { data } = await refresh(site, refreshToken);
  return data?.refreshToken ?? expect.unreachable();
}

const signOut = async ({ t }: Site, refreshToken: string) =>
  await t.mutation(api.accounts.sessions.signOut, { refreshToken });

const countOf = async ({ t }: Site) =>
  (await t.run((ctx) => ctx.db.query("sessions").take(100))).length;

/** Ada in two browsers, in one of which her token was exchanged twice; and Bo. */
async function open() {
  const site = await deploy();
  const first = (await join(site)).refreshToken;
  const elsewhere = (await enter(site)).data?.refreshToken ?? expect.unreachable();
  const bo = (await join(site, BO)).refreshToken;
  const second = await traded(site, first);
  const newest = await traded(site, second);
  return { site, first, second, newest, elsewhere, bo };
}

type Opened = Awaited<ReturnType<typeof open>>;

const familyOf = (token: string) => token.split(".")[0] ?? "";
const secretOf = (token: string) => token.split(".")[1] ?? "";

/**
 * Which token is used, how long after the last exchange, whether it is accepted, and who is signed
 * in afterwards.
 */
const SHOWN: readonly (readonly [
  what: string,
  token: (opened: Opened) => string,
  waitMs: number,
  outcome: "traded" | "refused",
  after: readonly ("here" | "elsewhere" | "bo")[],
])[] = [
  ["the newest", ({ newest }) => newest, 0, "traded", ["here", "elsewhere", "bo"]],
  ["the newest, late", ({ newest }) => newest, DAY_MS, "traded", ["here", "elsewhere", "bo"]],
  ["the one before", ({ second }) => second, 0, "traded", ["here", "elsewhere", "bo"]],
  ["the one before, late", ({ second }) => second, DAY_MS, "traded", ["here", "elsewhere", "bo"]],
  ["the one before that", ({ first }) => first, 0, "refused", ["elsewhere", "bo"]],
  [
    "a guessed secret",
    ({ newest }) => `${familyOf(newest)}.guessed`,
    0,
    "refused",
    ["elsewhere", "bo"],
  ],
  ["no secret", ({ newest }) => familyOf(newest), 0, "refused", ["elsewhere", "bo"]],
  [
    "the secret of another browser",
    ({ newest, elsewhere }) => `${familyOf(newest)}.${secretOf(elsewhere)}`,
    0,
    "refused",
    ["elsewhere", "bo"],
  ],
  [
    "the secret with another user's session",
    ({ newest, bo }) => `${familyOf(bo)}.${secretOf(newest)}`,
    0,
    "refused",
    ["here", "elsewhere"],
  ],
  [
    "the secret without a session",
    ({ newest }) => `guessed.${secretOf(newest)}`,
    0,
    "refused",
    ["here", "elsewhere", "bo"],
  ],
  [
    "the halves in the wrong order",
    ({ newest }) => `${secretOf(newest)}.${familyOf(newest)}`,
    0,
    "refused",
    ["here", "elsewhere", "bo"],
  ],
  [
    "the newest, after 30 days",
    ({ newest }) => newest,
    30 * DAY_MS,
    "refused",
    // All other sessions have ended too.
    [],
  ],
];

describe("a refresh token", () => {
  it.each(SHOWN)("that is %s", async (_, tokenOf, waitMs, outcome, after) => {
    const opened = await open();
    const { site } = opened;
    wait(waitMs);
    const { data, error } = await refresh(site, tokenOf(opened));
    expect(error?.code).toBe(outcome === "traded" ? undefined : "session_ended");
    const held = { ...opened, here: data?.refreshToken ?? opened.newest };
    const who = ["here", "elsewhere", "bo"] as const;
    const alive = [];
    for (const one of who) if ((await refresh(site, held[one])).data) alive.push(one);
    expect(alive).toEqual(after);
  });

  it("extends its session for another 30 days each time", async () => {
    const { site, newest } = await open();
    let token = newest;
    for (let n = 0; n < 3; n += 1) {
      wait(20 * DAY_MS);
      token = await traded(site, token);
    }
    wait(5_000);
    // A retry after a lost response also counts as a use.
    const again = await traded(site, token);
    wait(30 * DAY_MS - 1);
    expect((await refresh(site, again)).error).toBeNull();
  });

  it("has two unguessable halves: one that stays and one that changes", async () => {
    const { first, second, bo } = await open();
    // 32 bytes each, in base64.
    for (const token of [first, second, bo]) expect(token).toMatch(/^[\w-]{43}\.[\w-]{43}$/);
    expect(familyOf(second)).toBe(familyOf(first));
    const halves = [first, bo].flatMap((token) => token.split("."));
    expect(new Set([...halves, secretOf(second)]).size).toBe(5);
  });

  it("opens no second session", async () => {
    const { site } = await open();
    expect(await countOf(site)).toBe(3);
  });

  it("is invalid once its session has ended, even if its answer was under way", async () => {
    const { site, second, newest } = await open();
    await signOut(site, second);
    expect((await refresh(site, newest)).error?.code).toBe("session_ended");
    expect(await countOf(site)).toBe(2);
  });

  it("ends with the account", async () => {
    const { site, newest } = await open();
    await site.t.run(async (ctx) => {
      const account = await ctx.db.query("accounts").first();
      if (account) await ctx.db.delete("accounts", account._id);
    });
    expect((await refresh(site, newest)).error?.code).toBe("session_ended");
    expect(await countOf(site)).toBe(2);
  });

  it("gives an access token of the same account and session", async () => {
    const { site, newest } = await open();
    const { data } = await refresh(site, newest);
    const { payload } = await site.claimsOf(data?.accessToken ?? "");
    const me = await (await site.as(data?.accessToken ?? "")).query(api.accounts.profile.me, {});
    expect(payload).toMatchObject({ preferred_username: "Ada", name: "Ada" });
    const rows = await site.t.run(async (ctx) => [
      await ctx.db.query("accounts").first(),
      await ctx.db.query("sessions").first(),
    ]);
    const [account, session] = rows;
    expect(payload.sid).toBe(session?._id);
    expect(me).toEqual({
      subject: payload.sub,
      username: "Ada",
      createdAt: account?._creationTime,
    });
  });
});

describe("signOut", () => {
  it.each<[string, (opened: Opened) => string, number]>([
    ["the newest token", ({ newest }) => newest, 2],
    ["an older token", ({ first }) => first, 2],
    ["no token", () => "", 3],
    ["an unknown token", () => "guessed.guessed", 3],
    ["a secret without a family", ({ newest }) => `.${secretOf(newest)}`, 3],
  ])("with %s ends its session, if any, and no other", async (_, tokenOf, left) => {
    const opened = await open();
    expect(await signOut(opened.site, tokenOf(opened))).toEqual({
      data: null,
      error: null,
      statusCode: 200,
    });
    expect(await countOf(opened.site)).toBe(left);
    for (const token of [opened.elsewhere, opened.bo]) {
      expect((await refresh(opened.site, token)).error).toBeNull();
    }
  });
});

describe("the caller's own session", () => {
  /** Callers with Ada's own claims, changed in one. */
  const CALLERS: readonly (readonly [string, Record<string, unknown>, boolean])[] = [
    ["that is open", {}, true],
    ["of another issuer", { issuer: "https://clerk.example" }, false],
    ["of an issuer that looks alike", { issuer: `${ISSUER}/` }, false],
    ["without an id", { sid: undefined }, false],
    ["with an id that is not a string", { sid: 7 }, false],
    ["with an unknown id", { sid: "guessed" }, false],
  ];

  async function callers() {
    const site = await deploy();
    const { accessToken, refreshToken } = await join(site);
    const { payload } = await site.claimsOf(accessToken);
    const subject = payload.sub ?? "";
    const own = {
      ...payload,
      subject,
      issuer: ISSUER,
      tokenIdentifier: `${ISSUER}|${subject}`,
    };
    const nameOf = (own: object | null) => (own && "username" in own ? own.username : null);
    const ask = async (changes: Record<string, unknown>) => {
      const caller = site.t.withIdentity({ ...own, ...changes });
      return {
        me: (await caller.query(api.accounts.profile.me, {}))?.username ?? null,
        name: nameOf(await caller.mutation(internal.accounts.model.consumeOwnPassword, {})),
        state: (await caller.query(api.accounts.profile.standing, {})).state,
      };
    };
    return { site, refreshToken, ask };
  }

  it.each(CALLERS)("%s", async (_, changes, isOpen) => {
    const { ask } = await callers();
    const isOurs = changes["issuer"] === undefined;
    const name = isOpen ? "Ada" : null;
    // Other issuers manage their own sessions.
    expect(await ask(changes)).toEqual({
      me: name,
      name,
      state: isOpen || !isOurs ? "live" : "ended",
    });
  });

  it("with the id of another document", async () => {
    const { site, ask } = await callers();
    const account = await site.t.run((ctx) => ctx.db.query("accounts").first());
    expect(await ask({ sid: account?._id })).toEqual({
      me: null,
      name: null,
      state: "ended",
    });
  });

  it("that has been ended", async () => {
    const { site, refreshToken, ask } = await callers();
    await signOut(site, refreshToken);
    expect(await ask({})).toEqual({ me: null, name: null, state: "ended" });
  });

  it("is none without sign-in", async () => {
    const { site } = await callers();
    expect(await site.t.query(api.accounts.profile.standing, {})).toEqual({ state: "anonymous" });
    expect(await site.t.mutation(internal.accounts.model.consumeOwnPassword, {})).toBeNull();
  });
});

describe("a session that requests tokens too often", () => {
  it("must wait, and continues with the same token", async () => {
    const site = await deploy();
    let { refreshToken } = await join(site);
    for (let n = 0; n < 30; n += 1) {
      refreshToken = (await refresh(site, refreshToken)).data?.refreshToken ?? "";
    }
    const { refreshToken: other } = await join(site, { ...ADA, username: "bo.b" });
    expect(await refresh(site, refreshToken)).toMatchObject({
      error: { code: "too_many_attempts", retryAfterMs: 2_000 },
      statusCode: 429,
    });
    expect((await refresh(site, other)).error).toBeNull();
    vi.setSystemTime(Date.now() + 2_000);
    expect((await refresh(site, refreshToken)).error).toBeNull();
  });
});

describe("expired sessions", () => {
  async function swept(expired: number) {
    const site = await deploy();
    await join(site);
    await site.t.run(async (ctx) => {
      const accountId = (await ctx.db.query("accounts").first())?._id ?? expect.unreachable();
      const now = Date.now();
      const row = { accountId, tokenHash: "t", rotatedAt: now };
      for (let n = 1; n <= expired; n += 1) {
        await ctx.db.insert("sessions", {
          ...row,
          familyHash: `old ${n}`,
          expiresAt: now - n,
        });
      }
      await ctx.db.insert("sessions", {
        ...row,
        familyHash: "now",
        expiresAt: now,
      });
    });
    await join(site, BO);
    const left = await site.t.run((ctx) => ctx.db.query("sessions").take(20));
    return left.map(({ familyHash }) => familyHash).filter((one) => one.length < 10);
  }

  it("are deleted at a sign-in, and no others", async () => {
    expect(await swept(2)).toEqual(["now"]);
  });

  it("are deleted ten at once, the earliest end first", async () => {
    expect(await swept(12)).toEqual(["old 1", "old 2", "now"]);
  });
});
