import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { deploy, enter, join, refresh } from "./deployment";

const DAY_MS = 24 * 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
});
const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe("refresh", () => {
  it("exchanges a token for the next one, of the same account and session", async () => {
    const site = await deploy();
    const first = await join(site);
    const { data: next } = await refresh(site, first.refreshToken);
    expect(next?.refreshToken).not.toBe(first.refreshToken);
    const [before, after] = await Promise.all(
      [first, next].map(async (tokens) => await site.claimsOf(tokens?.accessToken ?? "")),
    );
    expect(after?.payload.sub).toBe(before?.payload.sub);
    expect(after?.payload.sid).toBe(before?.payload.sid);
  });

  it("ends the session for both when a token is reused after its successor was used", async () => {
    const site = await deploy();
    const stolen = await join(site);
    const { data: own } = await refresh(site, stolen.refreshToken);
    const { data: next } = await refresh(site, own?.refreshToken ?? "");
    expect((await refresh(site, stolen.refreshToken)).error?.code).toBe("session_ended");
    expect((await refresh(site, next?.refreshToken ?? "")).error?.code).toBe("session_ended");
  });

  it("answers the same token again, however late, while its successor is unused", async () => {
    const site = await deploy();
    const first = await join(site);
    await refresh(site, first.refreshToken);
    wait(20 * DAY_MS);
    await refresh(site, first.refreshToken);
    wait(20 * DAY_MS);
    const { data: again } = await refresh(site, first.refreshToken);
    wait(DAY_MS);
    expect((await refresh(site, again?.refreshToken ?? "")).error).toBeNull();
  });

  it("accepts each answer to the same token, in any order", async () => {
    const site = await deploy();
    const first = await join(site);
    const { data: late } = await refresh(site, first.refreshToken);
    const { data: lost } = await refresh(site, first.refreshToken);
    expect((await refresh(site, late?.refreshToken ?? "")).error).toBeNull();
    // The other token counts as stolen by now.
    expect((await refresh(site, lost?.refreshToken ?? "")).error?.code).toBe("session_ended");
  });

  it("is possible for 30 days after the last use, and no longer", async () => {
    const site = await deploy();
    const first = await join(site);
    wait(30 * DAY_MS - 1);
    const { data: next } = await refresh(site, first.refreshToken);
    wait(30 * DAY_MS);
    expect((await refresh(site, next?.refreshToken ?? "")).error?.code).toBe("session_ended");
  });

  it.each(["", ".", "made.up", "x".repeat(10_000)])("refuses %.20j", async (refreshToken) => {
    const site = await deploy();
    await join(site);
    expect((await refresh(site, refreshToken)).error).toEqual({
      code: "session_ended",
      message: "Sign in again",
    });
  });
});

describe("signOut", () => {
  it("ends this session and no other, and can be repeated", async () => {
    const site = await deploy();
    const elsewhere = await join(site);
    const { refreshToken = "" } = (await enter(site)).data ?? {};
    const leave = async () =>
      await site.t.mutation(api.accounts.sessions.signOut, { refreshToken });
    expect((await leave()).error).toBeNull();
    expect((await leave()).error).toBeNull();
    expect((await refresh(site, refreshToken)).error?.code).toBe("session_ended");
    expect((await refresh(site, elsewhere.refreshToken)).error).toBeNull();
  });
});

describe("an account", () => {
  it("has 20 sessions at most: the oldest ends", async () => {
    const site = await deploy();
    const { refreshToken } = await join(site);
    const rows = await site.t.run(async (ctx) => {
      const account = await ctx.db.query("accounts").first();
      const copies = Array.from({ length: 19 }, (_, n) => ({
        accountId: account?._id ?? expect.unreachable(),
        familyHash: `family ${n}`,
        tokenHash: "token",
        rotatedAt: Date.now(),
        expiresAt: Date.now() + DAY_MS,
      }));
      for (const copy of copies) await ctx.db.insert("sessions", copy);
      return copies.length + 1;
    });
    expect(rows).toBe(20);
    await enter(site);
    expect((await refresh(site, refreshToken)).error?.code).toBe("session_ended");
    expect(await site.t.run(async (ctx) => (await ctx.db.query("sessions").take(99)).length)).toBe(
      20,
    );
  });
});

describe("billing", () => {
  async function signedOut() {
    vi.stubEnv("BILLING_MODE", "sandbox");
    vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
    vi.stubEnv("CONVEX_SITE_URL", "https://deployment.example");
    const site = await deploy();
    await site.t.mutation(internal.billing.install, {});
    const tokens = await join(site);
    const me = await site.as(tokens.accessToken);
    expect((await me.action(api.billing.checkout, { productId: "creator" })).error).toBeNull();
    const { refreshToken } = tokens;
    await site.t.mutation(api.accounts.sessions.signOut, { refreshToken });
    return me;
  }

  it("notices that a session has ended, though its token is still valid", async () => {
    const me = await signedOut();
    for (const { error, statusCode } of [
      await me.action(api.billing.checkout, { productId: "creator" }),
      await me.action(api.billing.check, { featureId: "uploads" }),
      await me.action(api.billing.createCustomer, { errorOnNotFound: false }),
    ]) {
      expect(error).toEqual({ code: "unauthenticated", message: "Sign in again" });
      expect(statusCode).toBe(401);
    }
  });

  it.each([
    ["POST", "/attach", { productId: "creator" }],
    ["POST", "/customers", {}],
    ["GET", "/products", null],
  ])("notices it over HTTP too: %s %s", async (method, path, body) => {
    const me = await signedOut();
    const answer = await me.fetch(`/api/autumn${path}`, {
      method,
      headers: { Authorization: "Bearer old", "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { code: "unauthenticated", message: "Sign in again" },
    ]);
  });

  it("leaves sessions of other identity providers to them", async () => {
    const site = await deploy();
    await site.t.mutation(internal.billing.install, {});
    const grace = { subject: "user_1", issuer: "https://clerk.example", sid: "sess_1" };
    const { error } = await site.t
      .withIdentity({ ...grace, tokenIdentifier: "https://clerk.example|user_1" })
      .action(api.billing.checkout, { productId: "creator" });
    expect(error?.message).not.toBe("Sign in again");
  });
});
