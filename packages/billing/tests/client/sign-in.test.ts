import { readFileSync } from "node:fs";
import { makeFunctionReference } from "convex/server";
import type { UserIdentity } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../../../convex/_generated/api";
import { toIdentity } from "../../../convex-local/src/server/identity";
import type { BillingConfig } from "../../src/client";
import { openBackend } from "../../../../tests/convex/backend";
import { hostBilling } from "./host-billing";
import { identify as betterAuth } from "./sign-in/better-auth";
import { identify as clerk } from "./sign-in/clerk";
import { identify as convexAuth } from "./sign-in/convex-auth";
import { identify as newIssuer } from "./sign-in/new-issuer";
import { identify as workos } from "./sign-in/workos";

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/billing.ts",
]);

type Payload = Record<string, unknown> & { iss: string; sub: string };
type Kind = "oidc" | "customJwt";

/**
 * Converts a token as Convex does, by the kind of provider that `auth.config.ts` names for its
 * issuer.
 */
function claimsOf(kind: Kind, payload: Payload): UserIdentity {
  const provider =
    kind === "oidc"
      ? { domain: payload.iss, applicationID: "convex" }
      : { type: kind, issuer: payload.iss, jwks: "", algorithm: "RS256" as const };
  return toIdentity(payload, provider);
}

async function host(identify?: BillingConfig["identify"]) {
  const billing = hostBilling(identify ? { identify } : {});
  const t = openBackend({
    ...modules,
    "../../../../convex/own.ts": () => Promise.resolve(billing.actions()),
  });
  await t.mutation(internal.billing.install, {});
  return (identity: UserIdentity) => {
    const caller = t.withIdentity(identity);
    const act = async (op: string, args: Record<string, unknown> = {}) =>
      await caller.action(
        makeFunctionReference<
          "action",
          typeof args,
          { data: Record<string, unknown> | null; error: { code: string } | null }
        >(`own:${op}`),
        args,
      );
    return { act, me: async () => await caller.run(async (ctx) => await billing.me(ctx)) };
  };
}

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.stubEnv("CONVEX_SITE_URL", "https://deployment.example");
});
/** The operations that a member who is not an admin may call. */
async function expectReader({ act }: ReturnType<Awaited<ReturnType<typeof host>>>) {
  expect((await act("check", { featureId: "uploads" })).error).toBeNull();
  for (const [op, args] of [
    ["checkout", { productId: "creator" }],
    ["cancel", { productId: "creator" }],
    ["billingPortal", {}],
    ["setupPayment", {}],
  ] as const) {
    expect((await act(op, args)).error?.code).toBe("forbidden");
  }
}

describe("Clerk", () => {
  const ISSUER = "https://verb-noun-00.clerk.accounts.dev";
  const session = (sub: string, claims: object = {}) =>
    claimsOf("oidc", {
      ...{ iss: ISSUER, sub, aud: "convex", azp: "http://localhost:5173", v: 2 },
      ...{ sid: "sess_2f8", sts: "active", fva: [7, -1], iat: 1, exp: 2, nbf: 1 },
      ...claims,
    });
  const template = (sub: string, claims: object = {}) =>
    claimsOf("oidc", {
      ...{ iss: ISSUER, sub, aud: "convex", azp: "http://localhost:5173", iat: 1, exp: 2, nbf: 1 },
      ...{ name: "Grace Hopper", email: "grace@example.com", email_verified: true },
      ...{ picture: "https://img.clerk.com/x", nickname: "grace", phone_number: null },
      ...claims,
    });

  it("names a user by the id that the dashboard shows, with and without an identify", async () => {
    for (const as of [await host(), await host(clerk)]) {
      expect(await as(session("user_2f8WcX")).me()).toEqual({
        ...{ customerId: "user_2f8WcX", customerData: {} },
      });
      expect(await as(template("user_2f8WcX", { org_id: null })).me()).toEqual({
        customerId: "user_2f8WcX",
        customerData: { name: "Grace Hopper", email: "grace@example.com" },
      });
    }
  });

  it.each([
    ["session tokens", session, (rol: string) => ({ o: { id: "org_2x", rol, slg: "acme" } })],
    [
      "a JWT template",
      template,
      (rol: string) => ({ org_id: "org_2x", org_role: `org:${rol}`, org_slug: "acme" }),
    ],
  ])("lets the admins of an organization buy, with %s", async (_what, token, inOrg) => {
    const as = await host(clerk);
    const admin = as(token("user_a", inOrg("admin")));
    const member = as(token("user_b", inOrg("member")));
    expect((await admin.act("attach", { productId: "creator" })).data).toMatchObject({
      customer_id: "org_2x",
    });
    expect(await member.me()).toEqual({ customerId: "org_2x" });
    await expectReader(member);
  });
});

describe("Convex Auth", () => {
  const USER = "jh7av9y2t3k8x5nqm6p4w1b2c9";
  const session = (id: string) =>
    claimsOf("oidc", {
      ...{ iss: "https://happy-animal-123.convex.site", sub: `${USER}|${id}` },
      ...{ aud: "convex", iat: 1, exp: 2 },
    });
  const [FIRST, SECOND] = ["kd93mv8x2y4t7nwp5q1z6b3a11", "kd93mv8x2y4t7nwp5q1z6b3a22"];

  it("has one customer in two sessions, and one quota", async () => {
    const as = await host(convexAuth);
    expect((await as(session(FIRST)).act("createCustomer")).data).toMatchObject({ id: USER });
    expect(await as(session(SECOND)).me()).toEqual({ customerId: USER });
  });

  it("has a new customer in each session without an identify", async () => {
    const as = await host();
    expect((await as(session(FIRST)).me())?.customerId).not.toBe(
      (await as(session(SECOND)).me())?.customerId,
    );
  });
});

describe("Better Auth", () => {
  const token = (sub: string, claims: object = {}) =>
    claimsOf("customJwt", {
      ...{ iss: "https://happy-animal-123.convex.site", sub, aud: "convex", iat: 1, exp: 2 },
      ...{ name: "Grace", email: "grace@example.com", emailVerified: true, sessionId: "k57" },
      ...{ createdAt: "2026-11-27T00:00:00.000Z", updatedAt: "2026-11-27T00:00:00.000Z" },
      ...claims,
    });

  it("needs no identify: the subject is the user, whatever the session", async () => {
    const as = await host();
    for (const sessionId of ["k57", "k58"]) {
      expect(await as(token("j57", { sessionId })).me()).toEqual({
        customerId: "j57",
        customerData: { name: "Grace", email: "grace@example.com" },
      });
    }
  });

  it("shares the active organization of the session, and lets its admins buy", async () => {
    const as = await host(betterAuth);
    const inOrg = { activeOrganizationId: "org9" };
    for (const organizationRole of ["owner", "admin"]) {
      const admin = as(token(organizationRole, { ...inOrg, organizationRole }));
      expect(await admin.me()).toEqual({ customerId: "org9" });
    }
    const owner = as(token("j57", { ...inOrg, organizationRole: "owner" }));
    const bought = await owner.act("attach", { productId: "creator" });
    expect(bought.data).toMatchObject({ customer_id: "org9" });
    // An admin of the whole site is not an admin of the organization.
    for (const claims of [{ organizationRole: "member" }, { role: "admin" }, {}]) {
      await expectReader(as(token("j58", { ...inOrg, ...claims })));
    }
    expect(await as(token("j57", { activeOrganizationId: null })).me()).toMatchObject({
      customerId: "j57",
    });
  });
});

describe("WorkOS", () => {
  const token = (sub: string, claims: object = {}) =>
    claimsOf("customJwt", {
      ...{ iss: "https://api.workos.com/user_management/client_01", sub, iat: 1, exp: 2 },
      ...{ sid: "session_01", jti: "01HQ" },
      ...claims,
    });
  const inOrg = (role: string) => ({ org_id: "org_01", role, roles: [role], permissions: [] });

  it("names a user by their id", async () => {
    for (const as of [await host(), await host(workos)]) {
      expect(await as(token("user_01")).me()).toMatchObject({ customerId: "user_01" });
    }
  });

  it("lets the admins of an organization buy", async () => {
    const as = await host(workos);
    const bought = await as(token("user_01", inOrg("admin"))).act("attach", {
      productId: "creator",
    });
    expect(bought.data).toMatchObject({ customer_id: "org_01" });
    const member = as(token("user_02", inOrg("member")));
    expect(await member.me()).toEqual({ customerId: "org_01" });
    await expectReader(member);
  });
});

describe("own tokens", () => {
  const token = (iss: string, sub: string) =>
    claimsOf("customJwt", { iss, sub, aud: "shop", iat: 1, exp: 2, name: "Grace" });
  const FORMER = "https://accounts.old.example";
  const PRESENT = "https://accounts.example";

  it("are one customer each, by issuer and subject", async () => {
    const as = await host();
    expect(await as(token(FORMER, "7")).me()).toMatchObject({ customerId: "7" });
    expect(await as(token(PRESENT, "7")).me()).toMatchObject({ customerId: "accounts-example:7" });
  });

  it("keep their customers when the issuer changes", async () => {
    const as = await host(newIssuer);
    expect(await as(token(FORMER, "7")).me()).toMatchObject({ customerId: "7" });
    expect(await as(token(PRESENT, "7")).me()).toMatchObject({ customerId: "7" });
    expect(await as(token(PRESENT, "8")).me()).toMatchObject({ customerId: "8" });
    // A third issuer is not accepted.
    expect(await as(token("https://evil.example", "7")).me()).toMatchObject({
      customerId: "evil-example:7",
    });
  });
});

describe("the page about sign-in", () => {
  const page = readFileSync("docs/sign-in.md", "utf8");

  it.each(["clerk", "convex-auth", "better-auth", "workos", "new-issuer"])(
    "shows the recipe that is tested here: %s",
    (name) => {
      const recipe = readFileSync(`packages/billing/tests/client/sign-in/${name}.ts`, "utf8")
        .replace('"../../../src/client"', '"@spotlight/billing"')
        .replace('"../../../src/contract"', '"@spotlight/billing/contract"');
      expect(page).toContain(recipe);
    },
  );
});
