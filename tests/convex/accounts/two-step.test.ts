import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { ADA, deploy, enter, join, refresh } from "./deployment";
import { confirmAddress, sentIn } from "./mailbox";

const { twoStep, secondStep, credentials } = api.accounts;
const [KNOWN, OTHER] = ["a".repeat(43), "b".repeat(43)];
const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
});
const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** The code of an authenticator app, at a time. */
const codeAt = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
/** Six digits that no time step near the current one has. */
const wrongFor = (secret: string) => {
  const near = [-2, -1, 0, 1, 2].map((n) => codeAt(secret, Date.now() + n * STEP_MS));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find(
    (code) => !near.includes(code),
  );
};

/** Ada, who has turned two-step sign-in on, a minute ago. */
async function open({ email }: { email?: string } = {}) {
  const site = await deploy();
  const { data: tokens } = await site.t.action(credentials.signUp, { ...ADA, device: KNOWN });
  if (!tokens) throw new Error("No account");
  const me = await site.as(tokens.accessToken);
  if (email !== undefined) await confirmAddress(site, tokens.accessToken, email);
  const { data: key } = await me.action(twoStep.begin, { currentPassword: ADA.password });
  const secret = key?.secret ?? "";
  const { data: codes } = await me.action(twoStep.confirm, { code: codeAt(secret) });
  wait(MINUTE_MS);
  const ticket = async (device = OTHER) => {
    const { data } = await site.t.action(credentials.signIn, { ...ADA, device });
    if (!data || !("ticket" in data)) throw new Error("No ticket");
    return data.ticket;
  };
  const finish = async (shown: string, code: string) =>
    await site.t.action(secondStep.signInWithCode, { ticket: shown, code });
  const codeOf = async (shown: string, code: string) =>
    (await finish(shown, code)).error?.code ?? null;
  const sessions = async () =>
    (await site.t.run((ctx) => ctx.db.query("sessions").take(50))).length;
  const right = () => codeAt(secret);
  const wrong = () => wrongFor(secret) ?? "";
  return {
    site,
    tokens,
    me,
    key,
    secret,
    codes: codes ?? [],
    ticket,
    finish,
    codeOf,
    sessions,
    right,
    wrong,
  };
}

describe("turning two-step sign-in on", () => {
  it("gives a key as text and as an address, and ten recovery codes that differ", async () => {
    const { key, codes, me } = await open();
    expect(key?.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(key?.uri).toContain(`otpauth://totp/Spotlight:Ada?`);
    expect(key?.uri).toContain(`secret=${key?.secret}`);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(await me.query(twoStep.mine, {})).toEqual({ isOn: true, recoveryCodesLeft: 10 });
  });

  it("changes nothing before a first code is right", async () => {
    const site = await deploy();
    const me = await site.as((await join(site)).accessToken);
    const { data: key } = await me.action(twoStep.begin, { currentPassword: ADA.password });
    const code = wrongFor(key?.secret ?? "") ?? "";
    expect((await me.action(twoStep.confirm, { code })).error?.code).toBe("invalid_code");
    expect(await me.query(twoStep.mine, {})).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect((await enter(site)).error).toBeNull();
  });

  it("needs the password, to turn it on and off", async () => {
    const { me, site } = await open();
    const typed = { currentPassword: "not it" };
    expect((await me.action(twoStep.turnOff, typed)).error?.code).toBe("invalid_credentials");
    const bo = await site.as((await join(site, { ...ADA, username: "bo.b" })).accessToken);
    expect((await bo.action(twoStep.begin, typed)).error?.code).toBe("invalid_credentials");
    expect((await bo.action(twoStep.confirm, { code: "123456" })).error?.code).toBe("two_step_off");
  });

  it("does not replace a key that is in use", async () => {
    const { me, secret, ticket, codeOf } = await open();
    const again = await me.action(twoStep.begin, {
      currentPassword: ADA.password,
      code: codeAt(secret),
    });
    wait(MINUTE_MS);
    expect(again.error?.code).toBe("two_step_on");
    expect((await me.action(twoStep.confirm, { code: "123456" })).error?.code).toBe("two_step_on");
    expect(await codeOf(await ticket(), codeAt(secret))).toBeNull();
  });

  it("stores hashes of the recovery codes, and no code or key in an answer that is kept", async () => {
    const { site, codes } = await open();
    const rows = JSON.stringify(await site.t.run((ctx) => ctx.db.query("twoStep").take(5)));
    for (const code of codes) {
      expect(rows).not.toContain(code);
      expect(rows).not.toContain(code.replaceAll("-", ""));
    }
  });

  it("is told by mail, as is turning it off", async () => {
    const { site, me, right } = await open({ email: "ada@art.example" });
    await me.action(twoStep.turnOff, { currentPassword: ADA.password, code: right() });
    expect((await sentIn(site)).at(-1)).toBe("ada@art.example: Two-step sign-in is off");
    expect((await enter(site)).error).toBeNull();
  });
});

describe("a sign-in with two steps", () => {
  it("opens no session and knows no browser before the code", async () => {
    const { site, ticket, finish, sessions, right } = await open();
    const devices = async () => (await site.t.run((ctx) => ctx.db.query("devices").take(9))).length;
    const before = [await sessions(), await devices()];
    const shown = await ticket();
    expect([await sessions(), await devices()]).toEqual(before);
    const { data } = await finish(shown, right());
    expect((await site.claimsOf(data?.accessToken ?? "")).payload.name).toBe("Ada");
    expect(await sessions()).toBe(2);
    expect((await refresh(site, data?.refreshToken ?? "")).error).toBeNull();
  });

  it("answers a wrong password as before, without a ticket", async () => {
    const { site } = await open();
    expect((await enter(site, { ...ADA, password: "not it" })).error?.code).toBe(
      "invalid_credentials",
    );
    expect(await site.t.run((ctx) => ctx.db.query("signInTickets").take(5))).toEqual([]);
  });

  it.each([
    ["one time step early", -STEP_MS, null],
    ["one time step late", STEP_MS, null],
    ["two time steps early", -2 * STEP_MS, "invalid_code"],
    ["two time steps late", 2 * STEP_MS, "invalid_code"],
  ])("takes a code %s: %i ms, %s", async (_, offset, code) => {
    const { secret, ticket, codeOf } = await open();
    expect(await codeOf(await ticket(), codeAt(secret, Date.now() + offset))).toBe(code);
  });

  it("takes each code once, and none before it", async () => {
    const { secret, ticket, codeOf, right } = await open();
    const [first, second, third] = [await ticket(), await ticket(), await ticket()];
    const earlier = codeAt(secret, Date.now() - STEP_MS);
    expect(await codeOf(first, right())).toBeNull();
    expect(await codeOf(second, right())).toBe("invalid_code");
    expect(await codeOf(third, earlier)).toBe("invalid_code");
    wait(STEP_MS);
    expect(await codeOf(second, right())).toBeNull();
  });

  it("lets one of two sign-ins at the same time have a code", async () => {
    const { ticket, codeOf, right } = await open();
    const tickets = [await ticket(), await ticket()];
    const codes = await Promise.all(tickets.map(async (one) => await codeOf(one, right())));
    expect(codes.toSorted()).toEqual(["invalid_code", null]);
  });

  it("takes the code that turned it on no second time", async () => {
    const site = await deploy();
    const me = await site.as((await join(site)).accessToken);
    const { data: key } = await me.action(twoStep.begin, { currentPassword: ADA.password });
    const code = codeAt(key?.secret ?? "");
    await me.action(twoStep.confirm, { code });
    const { data } = await site.t.action(credentials.signIn, ADA);
    const shown = data && "ticket" in data ? data.ticket : "";
    const { error } = await site.t.action(secondStep.signInWithCode, { ticket: shown, code });
    expect(error?.code).toBe("invalid_code");
  });

  it("takes each recovery code once, however it is typed", async () => {
    const { me, codes, ticket, codeOf } = await open();
    const [first = "", second = ""] = codes;
    expect(await codeOf(await ticket(), first)).toBeNull();
    expect(await codeOf(await ticket(), first)).toBe("invalid_code");
    expect(
      await codeOf(await ticket(), ` ${second.toUpperCase().replaceAll("-", " ")}`),
    ).toBeNull();
    expect(await me.query(twoStep.mine, {})).toMatchObject({ recoveryCodesLeft: 8 });
  });

  it("takes no recovery code of another account", async () => {
    const { site, codes } = await open();
    const bo = await site.as((await join(site, { ...ADA, username: "bo.b" })).accessToken);
    const { data: key } = await bo.action(twoStep.begin, { currentPassword: ADA.password });
    await bo.action(twoStep.confirm, { code: codeAt(key?.secret ?? "") });
    const { data } = await site.t.action(credentials.signIn, { ...ADA, username: "bo.b" });
    const shown = data && "ticket" in data ? data.ticket : "";
    const typed = { ticket: shown, code: codes[0] ?? "" };
    const { error } = await site.t.action(secondStep.signInWithCode, typed);
    expect(error?.code).toBe("invalid_code");
  });
});

describe("the ticket between the steps", () => {
  it("lasts five minutes", async () => {
    const { ticket, codeOf, right } = await open();
    const [early, late] = [await ticket(), await ticket()];
    wait(5 * MINUTE_MS - 1);
    expect(await codeOf(early, right())).toBeNull();
    wait(1);
    expect(await codeOf(late, right())).toBe("sign_in_expired");
  });

  it("works once, and takes five wrong codes", async () => {
    const { ticket, codeOf, right, wrong } = await open();
    const shown = await ticket();
    expect(await codeOf(shown, right())).toBeNull();
    wait(MINUTE_MS);
    expect(await codeOf(shown, right())).toBe("sign_in_expired");
    const guessed = await ticket();
    for (let n = 0; n < 5; n += 1) expect(await codeOf(guessed, wrong())).toBe("invalid_code");
    expect(await codeOf(guessed, right())).toBe("sign_in_expired");
  });

  it("is nothing else: no refresh token, and no link", async () => {
    const { site, ticket } = await open();
    const shown = await ticket();
    expect((await refresh(site, `${shown}.${shown}`)).error?.code).toBe("session_ended");
    const { error } = await site.t.mutation(api.accounts.email.confirm, { token: shown });
    expect(error?.code).toBe("invalid_link");
    const rows = await site.t.run((ctx) => ctx.db.query("signInTickets").take(5));
    expect(JSON.stringify(rows)).not.toContain(shown);
  });

  it.each(["a new password", "turning it off", "an operator who turns it off"])(
    "ends with %s",
    async (change) => {
      const { site, me, ticket, codeOf, right } = await open();
      const shown = await ticket();
      const typed = { currentPassword: ADA.password, code: right() };
      if (change === "a new password") {
        await me.action(credentials.changePassword, { ...typed, newPassword: "Rockpool?8" });
      } else if (change === "turning it off") await me.action(twoStep.turnOff, typed);
      else await site.t.mutation(internal.accounts.twoStep.turnOffFor, { username: "ada" });
      wait(MINUTE_MS);
      expect(await codeOf(shown, right())).toBe("sign_in_expired");
    },
  );
});

describe("guesses of codes", () => {
  it("by who knows the password are ten an hour, with any number of tickets", async () => {
    const { ticket, codeOf, right, wrong } = await open();
    let shown = await ticket();
    for (let n = 0; n < 10; n += 1) {
      if (n % 4 === 0) shown = await ticket();
      expect(await codeOf(shown, wrong())).toBe("invalid_code");
    }
    shown = await ticket();
    expect(await codeOf(shown, right())).toBe("too_many_attempts");
    wait(HOUR_MS / 10);
    expect(await codeOf(await ticket(), right())).toBeNull();
  });

  it("do not lock out a browser that signed in before", async () => {
    const { ticket, codeOf, right, wrong } = await open();
    for (let n = 0; n < 11; n += 1) await codeOf(await ticket(), wrong());
    expect(await codeOf(await ticket(), right())).toBe("too_many_attempts");
    expect(await codeOf(await ticket(KNOWN), right())).toBeNull();
  });
});

describe("with two-step sign-in on", () => {
  it("the password is changed as before, and a reset keeps the second step", async () => {
    const { site, me, right } = await open();
    const proof = { currentPassword: ADA.password, code: right() };
    const change = { ...proof, newPassword: "Rockpool?8" };
    expect((await me.action(credentials.changePassword, change)).error).toBeNull();
    const reset = { username: "ada", newPassword: "Seashell!9" };
    await site.t.action(internal.accounts.credentials.resetPassword, reset);
    const typed = { ...ADA, password: "Seashell!9" };
    const { data } = await site.t.action(credentials.signIn, typed);
    expect(Object.keys(data ?? {})).toEqual(["ticket"]);
  });
});

describe("the stored key of the app", () => {
  const rowsIn = async ({ t }: Awaited<ReturnType<typeof deploy>>) =>
    await t.run((ctx) => ctx.db.query("twoStep").take(5));

  it("is encrypted, when it is begun and when it is used", async () => {
    const { site, secret, ticket, codeOf, right } = await open();
    const [begun] = await rowsIn(site);
    expect(await codeOf(await ticket(), right())).toBeNull();
    const [used] = await rowsIn(site);
    for (const row of [begun, used]) expect(JSON.stringify(row)).not.toContain(secret);
    expect(used?.secret).not.toBe(begun?.secret);
  });

  it("is encrypted at the next sign-in where the deployment had no SECRETS_KEY before", async () => {
    const { site, secret, ticket, codeOf, right } = await open();
    const plain = async (t: typeof site.t) =>
      await t.run(async ({ db }) => {
        const [row] = await db.query("twoStep").take(1);
        if (row) await db.patch("twoStep", row._id, { secret });
      });
    await plain(site.t);
    expect(await codeOf(await ticket(), right())).toBeNull();
    expect(JSON.stringify(await rowsIn(site))).not.toContain(secret);
  });

  it("is refused in the row of another account", async () => {
    const { site, secret, ticket, finish } = await open();
    const eve = await site.as((await join(site, { ...ADA, username: "eve" })).accessToken);
    await eve.action(twoStep.begin, { currentPassword: ADA.password });
    await site.t.run(async ({ db }) => {
      const [ada, of] = await db.query("twoStep").take(2);
      if (!ada || !of) throw new Error("Two rows were expected");
      await db.patch("twoStep", of._id, { secret: ada.secret });
      await db.patch("twoStep", ada._id, { secret: of.secret });
    });
    const code = codeAt(secret);
    await expect(eve.action(twoStep.confirm, { code })).rejects.toThrow("not of this row");
    await expect(finish(await ticket(), code)).rejects.toThrow("not of this row");
  });

  it("does not open with another SECRETS_KEY; recovery codes work without it", async () => {
    const { ticket, finish, codeOf, codes, right } = await open();
    for (const [key, error] of [
      ["f0".repeat(32), "SECRETS_KEY is not the key that it was encrypted with"],
      ["", "SECRETS_KEY is not set, and twoStep.secret is encrypted with it"],
    ] as const) {
      vi.stubEnv("SECRETS_KEY", key);
      await expect(finish(await ticket(), right())).rejects.toThrow(error);
    }
    expect(await codeOf(await ticket(), codes[0] ?? "")).toBeNull();
  });
});
