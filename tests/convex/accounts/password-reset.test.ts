import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { ADA, deploy, enter, join, refresh } from "./deployment";
import { confirmAddress, mailsIn, sentIn, tokenTo } from "./mailbox";

const { request, complete } = api.accounts.passwordReset;
const HOME = "ada@art.example";
const NEXT = "Rockpool?8";
const HOUR_MS = 60 * 60_000;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31) });
});
async function open() {
  const site = await deploy();
  const tokens = await join(site);
  await confirmAddress(site, tokens.accessToken, HOME);
  const ask = async (typed: string, ip?: string) => {
    const from = ip === undefined ? site.t : site.t.withRequestMetadata({ ip });
    const answer = await from.mutation(request, { typed });
    await site.t.finishAllScheduledFunctions(vi.runAllTimers);
    return answer;
  };
  const use = async (token: string, newPassword = NEXT) =>
    (await site.t.action(complete, { token, newPassword })).error?.code ?? null;
  const resets = async () => (await sentIn(site)).filter((mail) => mail.includes("Choose a new"));
  return { site, tokens, ask, use, resets };
}

const DONE = { data: null, error: null, statusCode: 200 };

describe("a forgotten password", () => {
  it.each(["ada", "@Ada", " ADA@art.example "])("is reset by the link for %j", async (typed) => {
    const { site, tokens, ask, use } = await open();
    expect(await ask(typed)).toEqual(DONE);
    expect(await use(await tokenTo(site, HOME))).toBeNull();
    expect((await enter(site)).error?.code).toBe("invalid_credentials");
    expect((await enter(site, { ...ADA, password: NEXT })).error).toBeNull();
    // A session before it has ended.
    expect((await refresh(site, tokens.refreshToken)).error?.code).toBe("session_ended");
    expect(await sentIn(site)).toContain(`${HOME}: Your password was changed`);
  });

  it.each(["nobody", "nobody@art.example", "bo.b", "bo@art.example", "", "x".repeat(10_000)])(
    "of %j is answered alike, and sends nothing",
    async (typed) => {
      const { site, ask, resets } = await open();
      // Bo has an account, and an address that he never confirmed.
      const bo = await site.as((await join(site, { ...ADA, username: "bo.b" })).accessToken);
      const address = { email: "bo@art.example", currentPassword: ADA.password };
      await bo.action(api.accounts.email.set, address);
      expect(await ask(typed)).toEqual(DONE);
      expect(await resets()).toEqual([]);
      expect(await site.t.run((ctx) => ctx.db.query("resetRequests").take(5))).toEqual([]);
    },
  );

  it("is asked for by the same writes, whether the account exists or not", async () => {
    const { site } = await open();
    const written = async (typed: string) => {
      await site.t.mutation(request, { typed });
      const rows = await site.t.run(async (ctx) => ({
        asked: await ctx.db.query("resetRequests").take(5),
        links: await ctx.db.query("emailLinks").take(5),
        mails: (await ctx.db.query("mails").take(5)).length,
      }));
      await site.t.finishAllScheduledFunctions(vi.runAllTimers);
      return { ...rows, asked: rows.asked.length };
    };
    expect(await written("nobody")).toEqual(await written("ada"));
  });

  it("is mailed three times an hour, and says nothing about the fourth", async () => {
    const { ask, resets } = await open();
    for (let n = 0; n < 5; n += 1) expect(await ask("ada")).toEqual(DONE);
    expect(await resets()).toHaveLength(3);
    vi.setSystemTime(Date.now() + HOUR_MS);
    await ask("ada");
    expect(await resets()).toHaveLength(4);
  });

  it("is asked for ten times an hour from one address, of whomever", async () => {
    const { ask } = await open();
    for (let n = 0; n < 10; n += 1) {
      expect((await ask(`name${n}`, "203.0.113.1")).error).toBeNull();
    }
    expect((await ask("ada", "203.0.113.1")).error?.code).toBe("too_many_attempts");
    expect((await ask("ada", "203.0.113.2")).error).toBeNull();
  });
});

describe("the link of a reset", () => {
  it("works once, even for two at the same time", async () => {
    const { site, ask, use } = await open();
    await ask("ada");
    const token = await tokenTo(site, HOME);
    const codes = await Promise.all([use(token), use(token, "Seashell!9")]);
    expect(codes.toSorted()).toEqual(["invalid_link", null]);
    expect(await use(token)).toBe("invalid_link");
  });

  it("expires after an hour", async () => {
    const { site, ask, use } = await open();
    await ask("ada");
    vi.setSystemTime(Date.now() + HOUR_MS);
    expect(await use(await tokenTo(site, HOME))).toBe("invalid_link");
  });

  it.each([
    ["another password", api.accounts.credentials.changePassword],
    ["the address is removed", api.accounts.email.remove],
  ])("is void after %s", async (_, change) => {
    const { site, tokens, ask, use } = await open();
    await ask("ada");
    const token = await tokenTo(site, HOME);
    const me = await site.as(tokens.accessToken);
    const typed = { currentPassword: ADA.password, newPassword: "Seashell!9" };
    if (change === api.accounts.email.remove) {
      await me.action(api.accounts.email.remove, { currentPassword: ADA.password });
    } else await me.action(api.accounts.credentials.changePassword, typed);
    expect(await use(token)).toBe("invalid_link");
  });

  it("is not used up by a password that breaks a rule", async () => {
    const { site, ask, use } = await open();
    await ask("ada");
    const token = await tokenTo(site, HOME);
    expect(await use(token, "weak")).toBe("invalid_password");
    expect(await use(token)).toBeNull();
  });

  it("confirms no address, and is stored as a hash", async () => {
    const { site, ask } = await open();
    await ask("ada");
    const token = await tokenTo(site, HOME);
    const { error } = await site.t.mutation(api.accounts.email.confirm, { token });
    expect(error?.code).toBe("invalid_link");
    const links = await site.t.run((ctx) => ctx.db.query("emailLinks").take(5));
    expect(links).toHaveLength(1);
    expect(JSON.stringify(links)).not.toContain(token);
  });

  it("is sent to the confirmed address, never to the one that was typed", async () => {
    const { site, ask } = await open();
    const before = (await mailsIn(site)).length;
    await ask("ada@evil.example");
    await ask("ada");
    const sent = (await mailsIn(site)).slice(before);
    expect(sent.map(({ to }) => to)).toEqual([HOME]);
  });
});
