import { accountOf } from "../../../convex/accounts/model";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../../convex/_generated/api";
import { hashingAt } from "../../../convex/accounts/hashing";
import { SITE_LIMITS } from "../../../convex/accounts/rateLimits";
import { refusals } from "../../../convex/accounts/refuse";
import { PASSWORD_MAX_LENGTH } from "../../../convex/contract/credentials";
import { ADA, deploy, enter, join, refresh } from "./deployment";

const NEXT = "Rockpool?8";
const BO = { ...ADA, username: "bo.b" };
const WRONG = { ...ADA, password: "x".repeat(201) };
const HASHES = { familyHash: "family", tokenHash: "token" };
const TICKET = { ticketHash: "ticket" };
const AT = "203.0.113.7";
const { model, credentials } = internal.accounts;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
});
const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

type Site = Awaited<ReturnType<typeof deploy>>;

const accountsOf = async ({ t }: Site) => await t.run((ctx) => ctx.db.query("accounts").take(10));
const sessionsOf = async ({ t }: Site) => await t.run((ctx) => ctx.db.query("sessions").take(10));
/** The rest of a limit, and its value before any use. */
const leftOf = async ({ t }: Site, name: keyof typeof SITE_LIMITS, key: string) =>
  await t.run(async (ctx) => {
    const config = SITE_LIMITS[name];
    const { value } = await ctx.runQuery(components.rateLimiter.lib.getValue, {
      ...{ name, key, config },
    });
    return [value, config.capacity];
  });

const accountIdOf = async ({ t }: Site, name: string) =>
  (await t.run(async (ctx) => await accountOf(ctx, name)))?._id ?? "";

/** Ada and Bo, each with a session. */
async function open() {
  const site = await deploy();
  const ada = await join(site);
  const bo = await join(site, BO);
  const [account] = await accountsOf(site);
  return { site, ada, bo, passwordHash: account?.passwordHash ?? "" };
}

describe("while a password is hashed", () => {
  it.each(["ada", "ADA", "admin"])(
    "the name %s may be taken by another account",
    async (username) => {
      const { site } = await open();
      const args = { username, passwordHash: "hash", hashes: HASHES, device: null };
      expect(await site.t.mutation(model.create, args)).toBeNull();
      expect((await accountsOf(site)).map(({ username: name }) => name)).toEqual(["Ada", "bo.b"]);
      expect(await sessionsOf(site)).toHaveLength(2);
    },
  );

  it("it may be changed: then the compared hash no longer signs in", async () => {
    const { site, passwordHash } = await open();
    const args = { username: "ada", passwordHash, hashes: HASHES, device: null, ...TICKET };
    await site.t.action(credentials.resetPassword, {
      username: "Ada",
      newPassword: NEXT,
    });
    expect(await site.t.mutation(model.createSession, args)).toBeNull();
    expect(await sessionsOf(site)).toHaveLength(1);
  });

  it("the name may belong to another account: then the hash does not match", async () => {
    const { site, passwordHash } = await open();
    const stranger = { username: "bo.b", passwordHash, hashes: HASHES, device: null, ...TICKET };
    expect(await site.t.mutation(model.createSession, stranger)).toBeNull();
    const nobody = { ...stranger, username: "nobody" };
    expect(await site.t.mutation(model.createSession, nobody)).toBeNull();
  });

  it("it may be changed elsewhere: then it is not changed again", async () => {
    const { site, ada, passwordHash } = await open();
    const me = await site.as(ada.accessToken);
    const change = { passwordHash: "an older one", nextHash: "next", device: null };
    expect(await me.mutation(model.replacePassword, change)).toBe(false);
    const [account] = await accountsOf(site);
    expect(account?.passwordHash).toBe(passwordHash);
  });

  it("the session may end: then it is not changed", async () => {
    const { site, ada, passwordHash } = await open();
    const me = await site.as(ada.accessToken);
    const { refreshToken } = ada;
    await site.t.mutation(api.accounts.sessions.signOut, { refreshToken });
    const change = { passwordHash, nextHash: "next", device: null };
    expect(await me.mutation(model.replacePassword, change)).toBe(false);
    expect(await site.t.mutation(model.replacePassword, change)).toBe(false);
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

  it.each(ways)("%s leaves other accounts unchanged", async (_, changePassword) => {
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

  it.each(ways)("%s clears the guesses at the old one", async (_, changePassword) => {
    const opened = await open();
    const { site } = opened;
    for (let slip = 0; slip < 4; slip += 1) await enter(site, WRONG);
    await changePassword(opened);
    expect(await leftOf(site, "signInAccount", await accountIdOf(site, "ada"))).toEqual([10, 10]);
  });

  it("can be guessed ten times, apart from guesses at sign-in", async () => {
    const { site, ada } = await open();
    const me = await site.as(ada.accessToken);
    for (let n = 0; n < 12; n += 1) await enter(site, WRONG);
    const guess = async () =>
      (
        await me.action(api.accounts.credentials.changePassword, {
          ...change,
          currentPassword: "x",
        })
      ).error;
    for (let n = 0; n < 10; n += 1) expect((await guess())?.code).toBe("invalid_credentials");
    expect(await guess()).toEqual({
      code: "too_many_attempts",
      message: "Too many attempts. Try again in 60 seconds",
      retryAfterMs: 60_000,
    });
    expect((await enter(site, BO)).error).toBeNull();
  });
});

describe("new accounts", () => {
  const ask = async ({ t }: Site, username: string, ip: string | null = AT) =>
    await t.withRequestMetadata({ ip }).mutation(model.consumeSignUp, { username });

  it("are limited for each address, plus one every three minutes", async () => {
    const site = await deploy();
    for (let n = 0; n < 20; n += 1) {
      expect(await ask(site, `name${n}`)).toBe("allowed");
      wait(1_000);
    }
    wait(20_000);
    expect(await ask(site, "onemore")).toEqual({ retryAfterMs: 140_000 });
    const { signUp } = api.accounts.credentials;
    const from = site.t.withRequestMetadata({ ip: AT });
    expect(await from.action(signUp, { ...ADA, username: "onemore" })).toEqual({
      data: null,
      error: {
        code: "too_many_attempts",
        message: "Too many attempts. Try again in 3 minutes",
        retryAfterMs: 140_000,
      },
      statusCode: 429,
    });
    expect(await ask(site, "onemore", "203.0.113.8")).toBe("allowed");
    wait(139_999);
    expect(await ask(site, "onemore")).toEqual({ retryAfterMs: 1 });
    wait(1);
    expect(await ask(site, "onemore")).toBe("allowed");
    expect(await ask(site, "onemore")).toEqual({ retryAfterMs: 180_000 });
  });

  it("are limited for all addresses together", async () => {
    const site = await deploy();
    const answers = [];
    for (let n = 0; n < 330; n += 1) answers.push(await ask(site, `name${n}`, `203.0.${n}.1`));
    expect(answers.slice(0, 60)).toEqual(Array(60).fill("allowed"));
    expect(answers.at(-1)).toHaveProperty("retryAfterMs");
    expect(answers.filter((answer) => answer === "allowed").length).toBeLessThanOrEqual(300);
  });

  it("that were refused do not count", async () => {
    const { site } = await open();
    for (const name of ["ada", "BO.B", "admin"]) expect(await ask(site, name)).toBe("taken");
    const { signUp } = api.accounts.credentials;
    const from = site.t.withRequestMetadata({ ip: AT });
    await from.action(signUp, { ...ADA, username: "a b" });
    await from.action(signUp, { username: "grace", password: "weak" });
    expect(await leftOf(site, "signUpAddress", AT)).toEqual([20, 20]);
  });

  it("have different subjects", async () => {
    const { site } = await open();
    const subjects = (await accountsOf(site)).map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(2);
    for (const subject of subjects) expect(subject).toMatch(/^acct_[0-9a-f]{32}$/);
  });
});

describe("guesses", () => {
  it("at one name are counted for that name, in any spelling", async () => {
    const { site } = await open();
    for (const username of ["ada", "Ada", "ADA", "aDa", "adA", "ada", "Ada", "ADA", "aDa", "adA"]) {
      await enter(site, { ...WRONG, username });
    }
    expect((await enter(site)).error?.code).toBe("too_many_attempts");
    expect((await enter(site, BO)).error).toBeNull();
  });

  it("are counted before the comparison, and cleared only by the right password", async () => {
    const { site } = await open();
    const left = async (name: string) =>
      (await leftOf(site, "signInAccount", await accountIdOf(site, name)))[0];
    await enter(site, { ...ADA, password: "Wrong!pass1" });
    await enter(site, { ...BO, password: "Wrong!pass1" });
    expect([await left("ada"), await left("bo.b")]).toEqual([9, 9]);
    await enter(site);
    expect([await left("ada"), await left("bo.b")]).toEqual([10, 9]);
  });

  it("are hashed, for an unknown name as well, unless they are too long", async () => {
    // A real derivation fails: it needs more memory than is allowed.
    const site = await deploy(hashingAt({ ln: 20, r: 8, p: 1 }));
    const guess = async (password: string) =>
      (await enter(site, { username: "nobody", password })).error?.code;
    expect(await guess("x".repeat(PASSWORD_MAX_LENGTH + 1))).toBe("invalid_credentials");
    await expect(guess("x".repeat(PASSWORD_MAX_LENGTH))).rejects.toThrow(/memory limit/);
  });

  it("at an impossible name are not counted", async () => {
    const { site } = await open();
    for (const username of ["no body!", "ab", "x".repeat(100_000)]) {
      expect((await enter(site, { ...ADA, username })).error?.code).toBe("invalid_credentials");
    }
    expect(await leftOf(site, "signInAccount", "no body!")).toEqual([10, 10]);
  });

  it("are deleted a day later, and not before", async () => {
    const site = await deploy();
    await enter(site, WRONG);
    wait(24 * 60 * 60_000 - 1);
    const counts = async () =>
      await site.t.run((ctx) =>
        ctx.runQuery(components.rateLimiter.lib.getValue, {
          ...{ name: "signInAccount", key: "ada", config: SITE_LIMITS.signInAccount },
        }),
      );
    await site.t.mutation(internal.accounts.rateLimits.deleteOld, {});
    expect((await counts()).value).toBe(9);
    wait(1);
    await site.t.mutation(internal.accounts.rateLimits.deleteOld, {});
    expect((await counts()).value).toBe(10);
  });
});

describe("a deleted account", () => {
  it("is the caller's own, with its sessions and counted guesses", async () => {
    const { site, ada, bo } = await open();
    await enter(site, WRONG);
    await enter(site, { ...WRONG, username: "bo.b" });
    const ids = [await accountIdOf(site, "ada"), await accountIdOf(site, "bo.b")] as const;
    await (await site.as(ada.accessToken)).mutation(model.erase, {});
    expect((await accountsOf(site)).map(({ username }) => username)).toEqual(["bo.b"]);
    expect(await sessionsOf(site)).toHaveLength(1);
    expect((await refresh(site, ada.refreshToken)).error?.code).toBe("session_ended");
    expect((await refresh(site, bo.refreshToken)).error).toBeNull();
    expect(await leftOf(site, "signInAccount", ids[0])).toEqual([10, 10]);
    expect(await leftOf(site, "signInAccount", ids[1])).toEqual([9, 10]);
    expect((await enter(site)).error?.code).toBe("invalid_credentials");
    expect(await join(site)).toBeTruthy();
  });

  it("is none without sign-in", async () => {
    const { site } = await open();
    await site.t.mutation(model.erase, {});
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
    ["ended", "session_ended", 401, "Sign in again"],
    ["signInAgain", "unauthenticated", 401, "Sign in again"],
    ["deleted", "unauthenticated", 401, "This account was deleted"],
    ["suspended", "account_suspended", 403, "Your account is suspended: Too long"],
    ["badEmail", "invalid_email", 400, "Too long"],
    ["emailTaken", "email_taken", 409, "Another account has this address"],
    ["emailReserved", "email_taken", 409, "This address can't be used here"],
    ["badLink", "invalid_link", 410, "This link was used, or has expired"],
    ["mailOff", "mail_off", 503, "This site sends no mail"],
    ["wrongCode", "invalid_code", 401, "That code is not right, or was used already"],
    ["signInExpired", "sign_in_expired", 401, "That took too long. Sign in again"],
    ["codeNeeded", "code_needed", 401, "Also enter a code from your authenticator app"],
    ["twoStepOn", "two_step_on", 409, "Two-step sign-in is on already"],
    ["twoStepOff", "two_step_off", 409, "Two-step sign-in is off"],
    ["disabled", "accounts_disabled", 403, "Accounts of this site are switched off"],
  ] as const)("called %s is %s with %i", (name, code, statusCode, message) => {
    const refusal = refusals[name]("Too long");
    expect(refusal).toEqual({ data: null, error: { code, message }, statusCode });
  });

  it("of too many attempts says when to try again", () => {
    const message = "Too many attempts. Try again in 2 seconds";
    const error = { code: "too_many_attempts", message, retryAfterMs: 1_001 };
    expect(refusals.tooMany(1_001)).toEqual({ data: null, error, statusCode: 429 });
  });

  it("is in the table above", () => {
    expect(Object.keys(refusals)).toHaveLength(21);
  });
});
