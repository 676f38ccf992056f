import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { ADA, ISSUER, deploy, enter, join, refresh } from "./deployment";

const NEXT = "Rockpool?8";
/** Counts as a guess, but is too long to be hashed, so it fails immediately. */
const WRONG = "x".repeat(201);

beforeEach(() => {
  // Only the clock is fake: hashing runs in real threads.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
});
describe("signUp", () => {
  it("creates an account and a token that is valid for 15 minutes and names it", async () => {
    const site = await deploy();
    const { accessToken } = await join(site);
    const { payload, protectedHeader } = await site.claimsOf(accessToken);
    expect(protectedHeader).toMatchObject({ alg: "ES256", typ: "JWT" });
    expect(payload).toMatchObject({
      iss: ISSUER,
      preferred_username: "Ada",
      name: "Ada",
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(15 * 60);
    const me = await (await site.as(accessToken)).query(api.accounts.profile.me, {});
    expect(me).toMatchObject({ subject: payload.sub, username: "Ada" });
  });

  it("stores neither the password nor a token", async () => {
    const site = await deploy();
    const tokens = await join(site);
    const rows = await site.t.run(async (ctx) => [
      ...(await ctx.db.query("accounts").take(9)),
      ...(await ctx.db.query("sessions").take(9)),
    ]);
    const stored = JSON.stringify(rows);
    expect(stored).toContain("$scrypt$ln=");
    const [family = "", secret = ""] = tokens.refreshToken.split(".");
    for (const text of [ADA.password, family, secret]) expect(stored).not.toContain(text);
  });

  it.each([
    ["username", "ab", "invalid_username", "Username must be between 3 and 20 characters"],
    ["password", "Tidepool7", "invalid_password", "Use a special character (symbol)"],
    [
      "password",
      `Aa1!${"x".repeat(197)}`,
      "invalid_password",
      "Password must be at most 200 characters",
    ],
    ["username", "ADA", "username_taken", "That username is taken"],
    ["username", "Settings", "username_taken", "That username is taken"],
  ])("refuses the %s %s", async (field, value, code, message) => {
    const site = await deploy();
    await join(site);
    const typed = { username: "grace", password: ADA.password, [field]: value };
    const { data, error } = await site.t.action(api.accounts.credentials.signUp, typed);
    expect(data).toBeNull();
    expect(error).toEqual({ code, message });
  });

  it("lets one of two concurrent sign-ups have the name", async () => {
    const site = await deploy();
    const answers = await Promise.allSettled([join(site), join(site)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("signIn", () => {
  it("finds the account in any case of the name", async () => {
    const site = await deploy();
    await join(site);
    const { data } = await enter(site, { ...ADA, username: "aDA" });
    expect((await site.claimsOf(data?.accessToken ?? "")).payload.name).toBe("Ada");
  });

  it("answers a wrong password, an unknown name and an impossible one alike", async () => {
    const site = await deploy();
    await join(site);
    const answers = [
      await enter(site, { ...ADA, password: "Tidepool!8" }),
      await enter(site, { ...ADA, username: "nobody" }),
      await enter(site, { ...ADA, username: "no body!" }),
      await enter(site, { ...ADA, password: "x".repeat(201) }),
    ];
    for (const answer of answers) {
      expect(answer).toEqual({
        data: null,
        error: {
          code: "invalid_credentials",
          message: "That username and password do not match",
        },
        statusCode: 401,
      });
    }
  });

  it.each(["Ada", "nobody"])("limits guesses at %s to 10, plus one a minute", async (name) => {
    const site = await deploy();
    await join(site);
    const guess = async () => (await enter(site, { username: name, password: WRONG })).error?.code;
    for (let n = 0; n < 10; n += 1) expect(await guess()).toBe("invalid_credentials");
    expect(await guess()).toBe("too_many_attempts");
    expect((await enter(site, { ...ADA, username: name })).error?.code).toBe("too_many_attempts");
    vi.setSystemTime(Date.now() + 60_000);
    expect(await guess()).toBe("invalid_credentials");
    expect(await guess()).toBe("too_many_attempts");
  });

  it("clears earlier wrong tries after the right password", async () => {
    const site = await deploy();
    await join(site);
    for (let slip = 0; slip < 4; slip += 1) await enter(site, { ...ADA, password: WRONG });
    expect((await enter(site)).error).toBeNull();
    const { error } = await enter(site, { ...ADA, password: WRONG });
    expect(error?.code).toBe("invalid_credentials");
    expect((await enter(site)).error).toBeNull();
  });
});

describe("changePassword", () => {
  const change = { currentPassword: ADA.password, newPassword: NEXT };

  it("keeps this session, ends the others, and invalidates the old password", async () => {
    const site = await deploy();
    const elsewhere = await join(site);
    const here = (await enter(site)).data;
    const me = await site.as(here?.accessToken ?? "");
    expect((await me.action(api.accounts.credentials.changePassword, change)).error).toBeNull();
    expect((await refresh(site, elsewhere.refreshToken)).error?.code).toBe("session_ended");
    expect((await refresh(site, here?.refreshToken ?? "")).error).toBeNull();
    expect((await enter(site)).error?.code).toBe("invalid_credentials");
    expect((await enter(site, { ...ADA, password: NEXT })).error).toBeNull();
  });

  it("requires the current password, and checks the rules for the new one", async () => {
    const site = await deploy();
    const me = await site.as((await join(site)).accessToken);
    const call = async (args: typeof change) =>
      (await me.action(api.accounts.credentials.changePassword, args)).error;
    expect(await call({ ...change, currentPassword: "x" })).toEqual({
      code: "invalid_credentials",
      message: "That is not your current password",
    });
    expect(await call({ ...change, newPassword: "rockpool?8" })).toEqual({
      code: "invalid_password",
      message: "Use an uppercase letter",
    });
  });

  it("is refused without sign-in, and after the token's session has ended", async () => {
    const site = await deploy();
    const tokens = await join(site);
    const { changePassword } = api.accounts.credentials;
    expect((await site.t.action(changePassword, change)).error?.code).toBe("session_ended");
    const me = await site.as(tokens.accessToken);
    await site.t.mutation(api.accounts.sessions.signOut, {
      refreshToken: tokens.refreshToken,
    });
    expect((await me.action(changePassword, change)).error?.code).toBe("session_ended");
  });
});

describe("resetPassword", () => {
  it("sets another password and ends the account's sessions", async () => {
    const site = await deploy();
    const { refreshToken } = await join(site);
    const reset = internal.accounts.credentials.resetPassword;
    await site.t.action(reset, { username: "ada", newPassword: NEXT });
    expect((await refresh(site, refreshToken)).error?.code).toBe("session_ended");
    expect((await enter(site)).error?.code).toBe("invalid_credentials");
    expect((await enter(site, { ...ADA, password: NEXT })).error).toBeNull();
  });

  it("checks the rules, and says so when the account is unknown", async () => {
    const { t } = await deploy();
    const reset = internal.accounts.credentials.resetPassword;
    const weak = await t.action(reset, { username: "ada", newPassword: "x" });
    expect(weak.error?.code).toBe("invalid_password");
    await expect(t.action(reset, { username: "ada", newPassword: NEXT })).rejects.toThrow(
      'No account is called "ada"',
    );
  });
});

describe("LOCAL_ACCOUNTS=off", () => {
  it("refuses every way to sign in", async () => {
    const site = await deploy();
    const { accessToken, refreshToken } = await join(site);
    vi.stubEnv("LOCAL_ACCOUNTS", "off");
    const me = await site.as(accessToken);
    const change = { currentPassword: ADA.password, newPassword: NEXT };
    const answers = [
      await site.t.action(api.accounts.credentials.signUp, {
        ...ADA,
        username: "grace",
      }),
      await enter(site),
      await refresh(site, refreshToken),
      await me.action(api.accounts.credentials.changePassword, change),
    ];
    expect(answers.map(({ error }) => error?.code)).toEqual(answers.map(() => "accounts_disabled"));
  });
});
