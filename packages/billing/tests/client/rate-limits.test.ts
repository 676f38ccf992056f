import { httpRouter } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../../../convex/_generated/api";
import { components, internal as ofBilling } from "../../src/component/_generated/api";
import { BILLING_LIMITS } from "../../src/component/platform/rateLimits";
import { billingIn, inBilling, openBackend } from "../../../../tests/convex/backend";
import { hostBilling } from "./host-billing";

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/{billing,http,seed}.ts",
]);
const ADA = { subject: "ada", issuer: "https://local", tokenIdentifier: "https://local|ada" };
const DAY_MS = 24 * 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.stubEnv("CONVEX_SITE_URL", "https://deployment.example");
});
/** A host that requires only a token. */
async function host() {
  const http = httpRouter();
  hostBilling({ clientTrackable: ["uploads"] }).registerRoutes(http);
  const t = openBackend({
    ...modules,
    "../../../../convex/http.ts": () => Promise.resolve({ default: http }),
  });
  await t.mutation(internal.billing.install, {});
  const ask = async (path: string, sid?: string, body = {}) => {
    const init = { method: "POST", headers: { "Content-Type": "application/json" } };
    const caller = t.withIdentity({ ...ADA, ...(sid !== undefined && { sid }) });
    return await caller.fetch(`/api/autumn${path}`, { ...init, body: JSON.stringify(body) });
  };
  return { t, ask };
}

describe("a session that calls too often", () => {
  it("is refused calls that may move money, with the time to wait", async () => {
    const { ask } = await host();
    for (let n = 0; n < 30; n += 1) expect((await ask("/setup_payment", "s1")).status).toBe(200);
    const refused = await ask("/billing_portal", "s1");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "2"]);
    expect(await refused.json()).toEqual({
      code: "rate_limit_exceeded",
      message: "Too many requests. Try again in 2 seconds",
      retryAfterMs: 2_000,
    });
    // Reads continue, and so does another session of the same customer.
    expect((await ask("/check", "s1", { featureId: "uploads" })).status).toBe(200);
    expect((await ask("/setup_payment", "s2")).status).toBe(200);
    vi.setSystemTime(Date.now() + 2_000);
    expect((await ask("/setup_payment", "s1")).status).toBe(200);
  });

  it("is refused uses, with or without a session in its token", async () => {
    const { t, ask } = await host();
    const use = { featureId: "uploads", value: 1 };
    expect((await ask("/track", undefined, use)).status).toBe(200);
    await inBilling(t, async (ctx) => {
      const config = BILLING_LIMITS.writes;
      const rest = { name: "writes", key: "ada", config, count: config.capacity - 1 };
      await ctx.runMutation(components.rateLimiter.lib.rateLimit, rest);
    });
    expect((await ask("/track", undefined, use)).status).toBe(429);
    expect((await ask("/track", "s1", use)).status).toBe(200);
  });
});

describe("the rate limit rows of billing", () => {
  it("are deleted a day later, and not before", async () => {
    const { t, ask } = await host();
    await ask("/setup_payment");
    const left = async () =>
      await inBilling(t, async (ctx) => {
        const config = BILLING_LIMITS.purchases;
        const asked = { name: "purchases", key: "ada", config };
        return (await ctx.runQuery(components.rateLimiter.lib.getValue, asked)).value;
      });
    vi.setSystemTime(Date.now() + DAY_MS - 1);
    await billingIn(t).mutation(ofBilling.platform.rateLimits.deleteOld, {});
    expect(await left()).toBe(29);
    vi.setSystemTime(Date.now() + 1);
    await billingIn(t).mutation(ofBilling.platform.rateLimits.deleteOld, {});
    expect(await left()).toBe(30);
  });
});
