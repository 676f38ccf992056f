import { afterEach, describe, expect, it, vi } from "vitest";
import { billing } from "../../../convex/billing";
import { ISSUER, deploy, join } from "./deployment";

const CLERK = "https://clerk.spotlight.example";

afterEach(() => vi.unstubAllEnvs());

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
    const there = {
      subject: "same",
      issuer: ISSUER,
      tokenIdentifier: `${ISSUER}|same`,
    };
    const first = await idOf(t.withIdentity(clerkUser("same")));
    const second = await idOf(t.withIdentity(there));
    expect(first).toBe("same");
    expect(second).toBe("accounts-spotlight-invalid:same");
    expect(await idOf(t.withIdentity(clerkUser("same")))).toBe(first);
  });
});
