import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { billing } from "../../../convex/billing";
import { ensureProfile } from "../../../convex/community/profiles/model";
import { ADA, deploy, join } from "./deployment";

const CLERK = "https://clerk.spotlight.example";

/** The claims of a Clerk session token, as Convex passes them on. */
const clerkUser = (subject: string) => ({
  subject,
  issuer: CLERK,
  tokenIdentifier: `${CLERK}|${subject}`,
  aud: "convex",
  sid: "sess_2f8",
  name: "Grace Hopper",
  email: "grace@example.com",
});

type Caller = Pick<Awaited<ReturnType<typeof deploy>>["t"], "run">;

const idOf = async (caller: Caller) =>
  await caller.run(async (ctx) => (await billing.me(ctx))?.customerId);

describe("the customer of an identity", () => {
  it("uses the id that Clerk gave", async () => {
    const { t } = await deploy();
    const user = clerkUser("user_2f8WcX");
    expect(await idOf(t.withIdentity(user))).toBe("user_2f8WcX");
  });

  it("uses the subject of a local account", async () => {
    const site = await deploy();
    const { accessToken } = await join(site);
    const { payload } = await site.claimsOf(accessToken);
    const me = await site.as(accessToken);
    const id = await idOf(me);
    expect(id).toBe(payload.sub);
    expect(id).toMatch(/^acct_[0-9a-f]{32}$/);
  });

  it("differs when another issuer uses the same subject", async () => {
    const { t } = await deploy();
    const issuer = "https://id.example";
    const there = { subject: "same", issuer, tokenIdentifier: `${issuer}|same` };
    const first = await idOf(t.withIdentity(clerkUser("same")));
    const second = await idOf(t.withIdentity(there));
    expect(first).toBe("same");
    expect(second).toBe("id-example:same");
    expect(await idOf(t.withIdentity(clerkUser("same")))).toBe(first);
  });
});

describe("a local account", () => {
  it("has no customer once its session has ended, though its token is still valid", async () => {
    const site = await deploy();
    const me = await site.as((await join(site)).accessToken);
    await me.run(async (ctx) => {
      const rows = await ctx.db.query("sessions").take(9);
      for (const { _id } of rows) await ctx.db.delete("sessions", _id);
    });
    expect(await idOf(me)).toBeNull();
  });

  it("gives its profile and its customer the username", async () => {
    const site = await deploy();
    const me = await site.as((await join(site)).accessToken);
    const profile = await me.run(async (ctx) => await ensureProfile(ctx));
    expect(profile).toMatchObject({ username: "Ada", name: "Ada" });
    const who = await me.run(async (ctx) => await billing.me(ctx));
    expect(who?.customerData).toMatchObject({ name: "Ada" });
  });

  it("has one trial, even if it is deleted and created again", async () => {
    vi.stubEnv("FINGERPRINT_KEY", "a key of the deployment");
    vi.stubEnv("BILLING_MODE", "sandbox");
    vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
    const site = await deploy();
    await site.t.mutation(internal.billing.install, {});
    const enter = async (username: string) =>
      await site.as((await join(site, { ...ADA, username })).accessToken);
    const hasTrial = async (me: Awaited<ReturnType<typeof enter>>) => {
      const { data } = await me.action(api.billing.checkout, { productId: "pro" });
      return data?.product.properties.has_trial;
    };
    const ada = await enter("Ada");
    expect(await hasTrial(ada)).toBe(true);
    expect((await ada.action(api.billing.attach, { productId: "pro" })).error).toBeNull();
    await ada.mutation(internal.accounts.model.erase, {});
    expect(await hasTrial(await enter("ADA"))).toBe(false);
    expect(await hasTrial(await enter("grace"))).toBe(true);
  });
});
