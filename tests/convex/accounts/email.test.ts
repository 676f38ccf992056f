import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { consume } from "../../../convex/accounts/rateLimits";
import { ADA, deploy, join, refresh } from "./deployment";
import { confirmAddress, mailsIn, sentIn, tokenTo } from "./mailbox";

const { email } = api.accounts;
const HOME = "ada@art.example";
const WORK = "ada@work.example";
const BO = { ...ADA, username: "bo.b" };
const DAY_MS = 24 * 60 * 60_000;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
});
async function open() {
  const site = await deploy();
  const tokens = await join(site);
  const me = await site.as(tokens.accessToken);
  const set = async (address: string, currentPassword = ADA.password) =>
    (await me.action(email.set, { email: address, currentPassword })).error?.code ?? null;
  const confirm = async (token: string) => await site.t.mutation(email.confirm, { token });
  return { site, tokens, me, set, confirm };
}

describe("an e-mail address", () => {
  it("belongs to the account once the link to it was used, and is in its next token", async () => {
    const { site, tokens, me, set, confirm } = await open();
    expect(await me.query(email.mine, {})).toEqual({ address: null, pending: null, canMail: true });
    expect(await set(HOME)).toBeNull();
    expect(await me.query(email.mine, {})).toMatchObject({ address: null, pending: HOME });
    expect(await confirm(await tokenTo(site, HOME))).toMatchObject({ data: HOME, error: null });
    expect(await me.query(email.mine, {})).toMatchObject({ address: HOME, pending: null });
    const next = await refresh(site, tokens.refreshToken);
    const { payload } = await site.claimsOf(next.data?.accessToken ?? "");
    expect(payload["email"]).toBe(HOME);
    // Otherwise each new address could get another trial.
    expect(payload).not.toHaveProperty("email_verified");
  });

  it.each([
    ["", "invalid_email"],
    ["ada", "invalid_email"],
    ["ada@localhost", "invalid_email"],
    ["ada@art.example\nBcc: all@art.example", "invalid_email"],
    ["ada@art.example, bo@art.example", "invalid_email"],
    ["Ada <ada@art.example>", "invalid_email"],
    [`${"a".repeat(250)}@art.example`, "invalid_email"],
  ])("is not %j", async (address, code) => {
    const { site, set } = await open();
    expect(await set(address)).toBe(code);
    expect(await mailsIn(site)).toEqual([]);
  });

  it("needs the password, so that the thief of a session can't take the account over", async () => {
    const { site, me, set } = await open();
    expect(await set(HOME, "not it")).toBe("invalid_credentials");
    await confirmAddress(site, (await open()).tokens.accessToken, HOME).catch(() => {});
    const removed = await me.action(email.remove, { currentPassword: "not it" });
    expect(removed.error?.code).toBe("invalid_credentials");
    expect(await mailsIn(site)).toEqual([]);
  });

  it("is changed once the new one is confirmed, and the old one is told", async () => {
    const { site, tokens, me, set, confirm } = await open();
    await confirmAddress(site, tokens.accessToken, HOME);
    await set(WORK);
    expect(await me.query(email.mine, {})).toMatchObject({ address: HOME, pending: WORK });
    await confirm(await tokenTo(site, WORK));
    expect(await me.query(email.mine, {})).toMatchObject({ address: WORK, pending: null });
    expect((await sentIn(site)).at(-1)).toBe(`${HOME}: Your e-mail address was changed`);
    expect((await mailsIn(site)).at(-1)?.text).not.toContain(WORK);
  });

  it("is told when it is removed", async () => {
    const { site, tokens, me } = await open();
    await confirmAddress(site, tokens.accessToken, HOME);
    await me.action(email.remove, { currentPassword: ADA.password });
    expect(await me.query(email.mine, {})).toMatchObject({ address: null, pending: null });
    expect((await sentIn(site)).at(-1)).toBe(`${HOME}: Your e-mail address was changed`);
  });

  it("of another account is told only to who holds the mailbox", async () => {
    const { site, tokens, confirm } = await open();
    await confirmAddress(site, tokens.accessToken, HOME);
    const bo = await site.as((await join(site, BO)).accessToken);
    const asked = await bo.action(email.set, {
      email: HOME.toUpperCase(),
      currentPassword: ADA.password,
    });
    expect(asked).toEqual({ data: null, error: null, statusCode: 200 });
    const used = await confirm(await tokenTo(site, HOME.toUpperCase()));
    expect(used.error?.code).toBe("email_taken");
    expect(await bo.query(email.mine, {})).toMatchObject({ address: null });
  });

  it("is refused where the site sends no mail", async () => {
    const { set } = await open();
    vi.stubEnv("BILLING_MODE", "live");
    expect(await set(HOME)).toBe("mail_off");
  });
});

describe("the link of a confirmation", () => {
  it("works once", async () => {
    const { site, set, confirm } = await open();
    await set(HOME);
    const token = await tokenTo(site, HOME);
    expect((await confirm(token)).error).toBeNull();
    expect((await confirm(token)).error?.code).toBe("invalid_link");
  });

  it("expires after 24 hours", async () => {
    const { site, set, confirm } = await open();
    await set(HOME);
    vi.setSystemTime(Date.now() + DAY_MS);
    expect((await confirm(await tokenTo(site, HOME))).error?.code).toBe("invalid_link");
  });

  it("is void once the password was changed: a thief of the old one may have asked for it", async () => {
    const { site, me, set, confirm } = await open();
    await set("thief@elsewhere.example");
    const change = { currentPassword: ADA.password, newPassword: "Lighthouse?9" };
    expect((await me.action(api.accounts.credentials.changePassword, change)).error).toBeNull();
    const { error } = await confirm(await tokenTo(site, "thief@elsewhere.example"));
    expect(error?.code).toBe("invalid_link");
    expect(await me.query(email.mine, {})).toMatchObject({ address: null, pending: null });
  });

  it("is void once another address was asked for, and resets no password", async () => {
    const { site, set, confirm } = await open();
    await set(HOME);
    const first = await tokenTo(site, HOME);
    const reset = { token: first, newPassword: "Rockpool?8" };
    const used = await site.t.action(api.accounts.passwordReset.complete, reset);
    expect(used.error?.code).toBe("invalid_link");
    await set(WORK);
    expect((await confirm(first)).error?.code).toBe("invalid_link");
  });

  it("is stored as a hash", async () => {
    const { site, set } = await open();
    await set(HOME);
    const links = await site.t.run((ctx) => ctx.db.query("emailLinks").take(5));
    expect(links).toHaveLength(1);
    expect(JSON.stringify(links)).not.toContain(await tokenTo(site, HOME));
  });

  it("can't be guessed for long: an address opens 30 a minute", async () => {
    const { site } = await open();
    const from = site.t.withRequestMetadata({ ip: "203.0.113.1" });
    for (let n = 0; n < 30; n += 1) {
      const { error } = await from.mutation(email.confirm, { token: `guess ${n}` });
      expect(error?.code).toBe("invalid_link");
    }
    const { error } = await from.mutation(email.confirm, { token: "one more" });
    expect(error?.code).toBe("too_many_attempts");
  });
});

describe("confirmation mails", () => {
  it("are five an hour, for an account and for an address", async () => {
    const { site, set } = await open();
    for (let n = 0; n < 5; n += 1) expect(await set(HOME)).toBeNull();
    expect(await set(WORK)).toBe("too_many_attempts");
    const bo = await site.as((await join(site, BO)).accessToken);
    const flood = await bo.action(email.set, { email: HOME, currentPassword: BO.password });
    expect(flood.error?.code).toBe("too_many_attempts");
    expect(await mailsIn(site)).toHaveLength(5);
  });

  it("are five an hour for a mailbox, however its address is written", async () => {
    const { site, set } = await open();
    for (let n = 0; n < 5; n += 1) expect(await set(`ada.l+${n}@art.example`)).toBeNull();
    const bo = await site.as((await join(site, BO)).accessToken);
    const other = { email: "AdaL+bo@art.example", currentPassword: BO.password };
    expect((await bo.action(email.set, other)).error?.code).toBe("too_many_attempts");
    const elsewhere = { email: "adal@work.example", currentPassword: BO.password };
    expect((await bo.action(email.set, elsewhere)).error).toBeNull();
  });
});

describe("confirmation mails of many accounts", () => {
  it("are twenty an hour from one network", async () => {
    const site = await deploy();
    const answers: (string | null)[] = [];
    for (let n = 0; n < 5; n += 1) {
      const who = { username: `ada${n}`, password: ADA.password };
      const as = await site.as((await join(site, who)).accessToken);
      const me = as.withRequestMetadata({ ip: "203.0.113.1" });
      for (let m = 0; m < 5; m += 1) {
        const mail = { email: `${n}-${m}@art.example`, currentPassword: ADA.password };
        answers.push((await me.action(email.set, mail)).error?.code ?? null);
      }
    }
    expect(answers).toEqual([
      ...Array<null>(20).fill(null),
      ...Array<string>(5).fill("too_many_attempts"),
    ]);
    const zoe = await site.as((await join(site, { ...BO, username: "zoe" })).accessToken);
    const owner = zoe.withRequestMetadata({ ip: "203.0.113.2" });
    // A refused request does not use up its recipient's mailbox limit.
    for (let n = 0; n < 5; n += 1) {
      const own = { email: "4-4@art.example", currentPassword: BO.password };
      expect((await owner.action(email.set, own)).error).toBeNull();
    }
  });
});

describe("confirmation mails of the deployment", () => {
  it("are 120 at once, from all networks together", async () => {
    const { site, set } = await open();
    const takeOne = async () =>
      await site.t.run(async (ctx) => (await consume(ctx, "confirmationsTotal")) === 0);
    // One shard is empty before the others.
    for (let taken = 0, tries = 0; taken < 120 && tries < 2000; tries += 1)
      if (await takeOne()) taken += 1;
    expect(await set(HOME)).toBe("too_many_attempts");
  });
});

describe("the page of mails", () => {
  const { list } = api.mail.devMail;

  it("shows mails to their account alone, and only in the sandbox without a mail server", async () => {
    const { site, me, set } = await open();
    await set(HOME);
    const bo = await site.as((await join(site, BO)).accessToken);
    expect(await me.query(list, {})).toMatchObject([{ to: HOME }]);
    expect(await bo.query(list, {})).toEqual([]);
    expect(await site.t.query(list, {})).toBeNull();
    vi.stubEnv("SMTP_URL", "smtp://localhost:25");
    expect(await me.query(list, {})).toBeNull();
    vi.stubEnv("SMTP_URL", "");
    vi.stubEnv("BILLING_MODE", "live");
    expect(await me.query(list, {})).toBeNull();
  });
});

describe("a sign-in from a browser", () => {
  const { signIn } = api.accounts.credentials;
  const [KNOWN, OTHER] = ["a".repeat(43), "b".repeat(43)];
  const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

  it("that is new is told by mail, with what it is; one that is known is not", async () => {
    const { site, tokens } = await open();
    await confirmAddress(site, tokens.accessToken, HOME);
    const from = site.t.withRequestMetadata({ ip: "203.0.113.1", userAgent: FIREFOX });
    await from.action(signIn, { ...ADA, device: KNOWN });
    await from.action(signIn, { ...ADA, device: KNOWN });
    await from.action(signIn, { ...ADA, device: OTHER, password: "not it" });
    const [, mail, ...more] = await mailsIn(site);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: HOME, subject: "New sign-in to your account" });
    expect(mail?.text).toContain("Firefox on Linux, on January 31, 2026 at ");
  });

  it("carries no words of its own into the mail", async () => {
    const { site, tokens } = await open();
    await confirmAddress(site, tokens.accessToken, HOME);
    const userAgent = "Call +1-555-0100/1.0 (<b>evil.example</b>)";
    const from = site.t.withRequestMetadata({ ip: "203.0.113.1", userAgent });
    await from.action(signIn, { ...ADA, device: OTHER });
    const mail = (await mailsIn(site)).at(-1);
    expect(mail?.text).toContain("before: an unknown browser, on");
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/evil|555/);
  });
});
