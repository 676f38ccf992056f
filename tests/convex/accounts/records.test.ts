import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { hashingAt } from "../../../convex/accounts/hashing";
import { SIGN_IN_LIMIT, SIGN_UP_LIMIT, admit } from "../../../convex/accounts/limits";
import { refusals } from "../../../convex/accounts/refuse";
import { PASSWORD_MAX_LENGTH } from "../../../convex/contract/credentials";
import { ADA, deploy, enter, join, refresh } from "./deployment";

const NEXT = "Rockpool?8";
const BO = { ...ADA, username: "bo.b" };
const WRONG = { ...ADA, password: "x".repeat(201) };
const HASHES = { familyHash: "family", tokenHash: "token" };
const { records, credentials } = internal.accounts;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

type Site = Awaited<ReturnType<typeof deploy>>;

const accountsOf = async ({ t }: Site) => await t.run((ctx) => ctx.db.query("accounts").take(10));
const sessionsOf = async ({ t }: Site) => await t.run((ctx) => ctx.db.query("sessions").take(10));
const attemptsOf = async ({ t }: Site) => await t.run((ctx) => ctx.db.query("attempts").take(30));

/** Ada and Bo, each with a session. */
async function open() {
  const site = await deploy();
  const ada = await join(site);
  const bo = await join(site, BO);
  const [account] = await accountsOf(site);
  return { site, ada, bo, passwordHash: account?.passwordHash ?? "" };
}

describe("while a password is hashed", () => {
  it.each(["ada", "ADA", "admin"])("the name %s may be taken by another", async (username) => {
    const { site } = await open();
    const args = { username, passwordHash: "hash", hashes: HASHES };
    expect(await site.t.mutation(records.create, args)).toBeNull();
    expect((await accountsOf(site)).map(({ username: name }) => name)).toEqual(["Ada", "bo.b"]);
    expect(await sessionsOf(site)).toHaveLength(2);
  });

  it("it may be changed: then what was compared with it opens nothing", async () => {
    const { site, passwordHash } = await open();
    const args = { username: "ada", passwordHash, hashes: HASHES };
    await site.t.action(credentials.resetPassword, {
      username: "Ada",
      newPassword: NEXT,
    });
    expect(await site.t.mutation(records.enter, args)).toBeNull();
    expect(await sessionsOf(site)).toHaveLength(1);
  });

  it("another may be the one that is known by then", async () => {
    const { site, passwordHash } = await open();
    const stranger = { username: "bo.b", passwordHash, hashes: HASHES };
    expect(await site.t.mutation(records.enter, stranger)).toBeNull();
    const nobody = { username: "nobody", passwordHash, hashes: HASHES };
    expect(await site.t.mutation(records.enter, nobody)).toBeNull();
  });

  it("it may be changed by somebody else: then it is not changed again", async () => {
    const { site, ada, passwordHash } = await open();
    const me = await site.as(ada.accessToken);
    const change = { passwordHash: "an older one", nextHash: "next" };
    expect(await me.mutation(records.replacePassword, change)).toBe(false);
    const [account] = await accountsOf(site);
    expect(account?.passwordHash).toBe(passwordHash);
  });

  it("the session may end: then it is not changed", async () => {
    const { site, ada, passwordHash } = await open();
    const me = await site.as(ada.accessToken);
    const { refreshToken } = ada;
    await site.t.mutation(api.accounts.sessions.signOut, { refreshToken });
    const change = { passwordHash, nextHash: "next" };
    expect(await me.mutation(records.replacePassword, change)).toBe(false);
    expect(await site.t.mutation(records.replacePassword, change)).toBe(false);
    const [account] = await accountsOf(site);
    expect(account?.passwordHash).toBe(passwordHash);
  });
});

describe("a changed password", () => {
  const change = { currentPassword: ADA.password, newPassword: NEXT };
  const ways: readonly (readonly [
    string,
    (opened: Awaited<ReturnType<typeof open>>) => Promise<unknown>,
  ])[] = [
    [
      "by its owner",
      async ({ site, ada }) =>
        await (
          await site.as(ada.accessToken)
        ).action(api.accounts.credentials.changePassword, change),
    ],
    [
      "by the operator",
      async ({ site }) =>
        await site.t.action(credentials.resetPassword, {
          username: "ADA",
          newPassword: NEXT,
        }),
    ],
  ];

  it.each(ways)("%s leaves everybody else alone", async (_, changePassword) => {
    const opened = await open();
    const { site, bo } = opened;
    const before = (await accountsOf(site))[1];
    expect(await changePassword(opened)).toEqual({
      data: null,
      error: null,
      statusCode: 200,
    });
    expect((await accountsOf(site))[1]).toEqual(before);
    expect((await refresh(site, bo.refreshToken)).error).toBeNull();
    expect((await enter(site, BO)).error).toBeNull();
    expect((await enter(site, { ...ADA, password: NEXT })).error).toBeNull();
  });

  it.each(ways)("%s forgives the guesses at the old one", async (_, changePassword) => {
    const opened = await open();
    const { site } = opened;
    for (let slip = 0; slip < 4; slip += 1) await enter(site, WRONG);
    await changePassword(opened);
    const keys = (await attemptsOf(site)).map(({ key }) => key);
    expect(keys).not.toContain("signIn:ada");
  });

  it("is guessed at like one that signs in", async () => {
    const { site, ada } = await open();
    const me = await site.as(ada.accessToken);
    const guess = async () =>
      (
        await me.action(api.accounts.credentials.changePassword, {
          ...change,
          currentPassword: "x",
        })
      ).error?.code;
    for (let n = 0; n < 5; n += 1) expect(await guess()).toBe("invalid_credentials");
    expect(await guess()).toBe("too_many_attempts");
    expect((await enter(site)).error?.code).toBe("too_many_attempts");
    expect((await enter(site, BO)).error).toBeNull();
  });
});

describe("new accounts", () => {
  const ask = async ({ t }: Site, username: string) =>
    await t.mutation(records.admitSignUp, { username });

  it("are bounded for everybody together, and one more every two seconds", async () => {
    const site = await deploy();
    for (let n = 0; n < SIGN_UP_LIMIT.capacity; n += 1) {
      expect(await ask(site, `name${n}`)).toBe("admitted");
    }
    expect(await ask(site, "onemore")).toBe("tooMany");
    const { signUp } = api.accounts.credentials;
    expect(await site.t.action(signUp, { ...ADA, username: "onemore" })).toMatchObject({
      error: { code: "too_many_attempts" },
      statusCode: 429,
    });
    wait(SIGN_UP_LIMIT.refillMs - 1);
    expect(await ask(site, "onemore")).toBe("tooMany");
    wait(1);
    expect(await ask(site, "onemore")).toBe("admitted");
    expect(await ask(site, "onemore")).toBe("tooMany");
  });

  it("that are not made count for nothing", async () => {
    const { site } = await open();
    const left = async () => (await attemptsOf(site)).find(({ key }) => key === "signUp")?.tokens;
    const before = await left();
    for (const name of ["ada", "BO.B", "admin"]) expect(await ask(site, name)).toBe("taken");
    const { signUp } = api.accounts.credentials;
    await site.t.action(signUp, { ...ADA, username: "a b" });
    await site.t.action(signUp, { username: "grace", password: "weak" });
    expect([before, await left()]).toEqual([58, 58]);
  });

  it("are known by another subject each", async () => {
    const { site } = await open();
    const subjects = (await accountsOf(site)).map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(2);
    for (const subject of subjects) expect(subject).toMatch(/^acct_[0-9a-f]{32}$/);
  });
});

describe("guesses", () => {
  it("keep the limits of their kind", () => {
    expect([SIGN_IN_LIMIT, SIGN_UP_LIMIT]).toEqual([
      { capacity: 5, refillMs: 60_000 },
      { capacity: 60, refillMs: 2_000 },
    ]);
  });

  it("at one name count for that name, however it is written", async () => {
    const { site } = await open();
    for (const username of ["ada", "Ada", "ADA", "aDa", "adA"]) {
      await enter(site, { ...WRONG, username });
    }
    expect((await enter(site)).error?.code).toBe("too_many_attempts");
    expect((await enter(site, BO)).error).toBeNull();
  });

  it("are counted before anything is compared, and forgiven to who is right alone", async () => {
    const { site } = await open();
    const tokens = async (key: string) =>
      (await attemptsOf(site)).find((one) => one.key === key)?.tokens;
    await enter(site, { ...ADA, password: "Wrong!pass1" });
    await enter(site, { ...BO, password: "Wrong!pass1" });
    expect([await tokens("signIn:ada"), await tokens("signIn:bo.b")]).toEqual([4, 4]);
    await enter(site);
    expect([await tokens("signIn:ada"), await tokens("signIn:bo.b")]).toEqual([undefined, 4]);
  });

  it("are hashed, at a name that nobody has as well, unless they are too long to be right", async () => {
    // What derives anything for nobody fails: it wants more memory than there is.
    const site = await deploy(hashingAt({ ln: 20, r: 8, p: 1 }));
    const guess = async (password: string) =>
      (await enter(site, { username: "nobody", password })).error?.code;
    expect(await guess("x".repeat(PASSWORD_MAX_LENGTH + 1))).toBe("invalid_credentials");
    await expect(guess("x".repeat(PASSWORD_MAX_LENGTH))).rejects.toThrow(/memory limit/);
  });

  it("at a name that nobody can have are not even counted", async () => {
    const { site } = await open();
    for (const username of ["no body!", "ab", "x".repeat(100_000)]) {
      expect((await enter(site, { ...ADA, username })).error?.code).toBe("invalid_credentials");
    }
    expect((await attemptsOf(site)).map(({ key }) => key)).toEqual(["signUp"]);
  });

  it("are forgotten ten minutes later, ten at once, and not before", async () => {
    const { t } = await deploy();
    await t.run(async (ctx) => {
      for (let n = 1; n <= 12; n += 1) await admit(ctx, `old ${n}`, SIGN_IN_LIMIT, 0);
      await admit(ctx, "young", SIGN_IN_LIMIT, 1);
      await admit(ctx, "new", SIGN_IN_LIMIT, 10 * 60_000 + 1);
      const left = (await ctx.db.query("attempts").take(30)).map(({ key }) => key);
      expect(left.sort()).toEqual(["new", "old 11", "old 12", "young"]);
    });
  });
});

describe("an account that is erased", () => {
  it("is the caller's own, with its sessions and the guesses at it", async () => {
    const { site, ada, bo } = await open();
    await enter(site, WRONG);
    await enter(site, { ...WRONG, username: "bo.b" });
    await (await site.as(ada.accessToken)).mutation(records.erase, {});
    expect((await accountsOf(site)).map(({ username }) => username)).toEqual(["bo.b"]);
    expect(await sessionsOf(site)).toHaveLength(1);
    expect((await refresh(site, ada.refreshToken)).error?.code).toBe("session_ended");
    expect((await refresh(site, bo.refreshToken)).error).toBeNull();
    expect((await attemptsOf(site)).map(({ key }) => key).sort()).toEqual([
      "signIn:bo.b",
      "signUp",
    ]);
    expect((await enter(site)).error?.code).toBe("invalid_credentials");
    expect(await join(site)).toBeTruthy();
  });

  it("is nobody's when nobody is signed in", async () => {
    const { site } = await open();
    await site.t.mutation(records.erase, {});
    expect(await accountsOf(site)).toHaveLength(2);
  });
});

describe("a refusal", () => {
  it.each([
    ["wrongCredentials", "invalid_credentials", 401, "That username and password do not match"],
    ["wrongPassword", "invalid_credentials", 401, "That is not your current password"],
    ["badUsername", "invalid_username", 400, "Too long"],
    ["badPassword", "invalid_password", 400, "Too long"],
    ["taken", "username_taken", 409, "That username is taken"],
    ["tooMany", "too_many_attempts", 429, "Too many attempts. Try again in a minute"],
    ["ended", "session_ended", 401, "Sign in again"],
    ["signInAgain", "unauthenticated", 401, "Sign in again"],
    ["deleted", "unauthenticated", 401, "This account was deleted"],
    ["suspended", "account_suspended", 403, "Your account is suspended: Too long"],
    ["disabled", "accounts_disabled", 403, "Accounts of this site are switched off"],
  ] as const)("called %s is %s with %i", (name, code, statusCode, message) => {
    const refusal = refusals[name]("Too long");
    expect(refusal).toEqual({ data: null, error: { code, message }, statusCode });
  });

  it("has a row above", () => {
    expect(Object.keys(refusals)).toHaveLength(11);
  });
});
