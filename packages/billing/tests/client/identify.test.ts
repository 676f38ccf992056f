import { httpRouter, makeFunctionReference } from "convex/server";
import type { UserIdentity } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../../../convex/_generated/api";
import type { BillingConfig, Identification } from "../../src/client";
import { fail } from "../../src/contract/errors";
import { inBilling, openBackend } from "../../../../tests/convex/backend";
import { hostBilling } from "./host-billing";

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/billing.ts",
]);
const ISSUER = "https://id.example";
const ATELIER = {
  customerId: "org_1",
  customerData: { name: "Atelier", email: "pay@atelier.example" },
};
const named = async () => await Promise.resolve(ATELIER);

/** A user whose token names an organization. */
const person = (subject: string, claims: Record<string, string> = {}) => ({
  ...{ subject, issuer: ISSUER, tokenIdentifier: `${ISSUER}|${subject}` },
  ...claims,
});
/** The organization of the token. */
const organization: BillingConfig["identify"] = async (ctx) => {
  const identity = await ctx.auth.getUserIdentity();
  const org = identity?.["org_id"];
  return typeof org === "string" ? { customerId: org } : identity;
};

/** A host with billing of its own: its actions as `own`, and the HTTP mode. */
async function host(config: Partial<BillingConfig>) {
  const billing = hostBilling(config);
  const http = httpRouter();
  billing.registerRoutes(http);
  const t = openBackend({
    ...modules,
    "../../../../convex/own.ts": () => Promise.resolve(billing.actions()),
    "../../../../convex/http.ts": () => Promise.resolve({ default: http }),
  });
  await t.mutation(internal.billing.install, {});
  const as = (who: Partial<UserIdentity>) => {
    const caller = t.withIdentity(who);
    return {
      act: async (op: string, args: Record<string, unknown> = {}) =>
        await caller.action(
          makeFunctionReference<"action", typeof args, { data: Record<string, unknown> | null }>(
            `own:${op}`,
          ),
          args,
        ),
      revision: async () =>
        await caller.query(
          makeFunctionReference<"query", Record<string, never>, { customer: number }>(
            "own:revision",
          ),
          {},
        ),
      post: async (path: string, body = {}) =>
        await caller.fetch(`/api/autumn${path}`, {
          ...{ method: "POST", headers: { "Content-Type": "application/json" } },
          body: JSON.stringify(body),
        }),
      send: async (method: string, path: string) =>
        await caller.fetch(`/api/autumn${path}`, { method }),
      me: async () => await caller.run(async (ctx) => await billing.me(ctx)),
    };
  };
  return { t, billing, as };
}

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.stubEnv("CONVEX_SITE_URL", "https://deployment.example");
});
describe("the customer that a host names", () => {
  it("is the same in queries, mutations, actions, HTTP and the live revision", async () => {
    const { t, billing, as } = await host({ identify: named });
    const ada = as(person("ada"));
    expect(await t.query(async (ctx) => await billing.me(ctx))).toEqual(ATELIER);
    expect(await t.mutation(async (ctx) => await billing.me(ctx))).toEqual(ATELIER);
    expect(await t.action(async (ctx) => await billing.me(ctx))).toEqual(ATELIER);
    expect((await ada.act("createCustomer")).data).toMatchObject({
      ...{ id: "org_1", name: "Atelier", email: "pay@atelier.example" },
    });
    expect(await (await ada.post("/customers")).json()).toMatchObject({ id: "org_1" });
    const before = await as(person("bo")).revision();
    await ada.act("attach", { productId: "creator" });
    await ada.act("setupPayment");
    await ada.act("attach", { productId: "pro" });
    expect((await as(person("bo")).revision()).customer).toBeGreaterThan(before.customer);
  });

  it("has the entity that the host names", async () => {
    const who = { ...ATELIER, entityId: "seat_1" };
    const { as } = await host({ identify: async () => await Promise.resolve(who) });
    expect(await as(person("ada")).me()).toEqual(who);
  });

  it.each(["", "a b", "org|1", "größe", "..", "a/b", "x".repeat(129), undefined, null, 7])(
    "must have an id that travels in URLs: not %.20j",
    async (customerId) => {
      // A host without types may return anything.
      const wrong = { customerId } as { customerId: string };
      const { as } = await host({ identify: async () => await Promise.resolve(wrong) });
      const ada = as(person("ada"));
      const words = `identify returned the customerId ${JSON.stringify(customerId)}: it must`;
      await expect(ada.me()).rejects.toThrow(words);
      await expect(ada.revision()).rejects.toThrow(words);
      await expect(ada.act("createCustomer")).rejects.toThrow(words);
    },
  );

  it("may have an id of 128 characters", async () => {
    const customerId = "x".repeat(128);
    const { as } = await host({ identify: async () => await Promise.resolve({ customerId }) });
    expect((await as(person("ada")).act("createCustomer")).data).toMatchObject({ id: customerId });
  });
});

describe("an entity that a browser names, of a caller with an entity of their own", () => {
  const member = { ...ATELIER, entityId: "own" };
  const seats = async () => {
    const { as } = await host({
      identify: async () => await Promise.resolve(member),
      authorize: async () => await Promise.resolve(true),
    });
    const ada = as(person("ada"));
    await ada.act("createCustomer");
    for (const id of ["own", "other"]) {
      const { data } = await ada.act("createEntity", { id, featureId: "seats" });
      expect(data).toMatchObject({ id });
    }
    const left = async () =>
      (
        (await ada.act("createCustomer", { expand: ["entities"] })).data?.["entities"] as {
          id: string;
        }[]
      ).map(({ id }) => id);
    return { ada, left };
  };

  it("is the one that is shown and removed: `authorize` was asked about it", async () => {
    const { ada, left } = await seats();
    expect((await ada.act("getEntity", { entityId: "other" })).data).toMatchObject({ id: "other" });
    await ada.act("deleteEntity", { entityId: "other" });
    expect(await left()).toEqual(["own"]);
  });

  it("is the one that is removed over HTTP, too", async () => {
    const { ada, left } = await seats();
    expect((await ada.send("DELETE", "/entities/other")).status).toBe(200);
    expect(await left()).toEqual(["own"]);
  });
});

describe("a named customer and the customers of identities", () => {
  it("never get the same id: an identity with that subject gets another one", async () => {
    const { as } = await host({ identify: organization });
    expect(await as(person("ada", { org_id: "org_1" })).me()).toEqual({ customerId: "org_1" });
    expect(await as(person("org_1")).me()).toMatchObject({ customerId: "id-example:org_1" });
  });

  it("never get the same id: an identity keeps the id that it has", async () => {
    const { as } = await host({ identify: organization });
    expect(await as(person("org_1")).me()).toMatchObject({ customerId: "org_1" });
    const ada = as(person("ada", { org_id: "org_1" }));
    const words = 'identify named the customer "org_1", which belongs to another sign-in';
    await expect(ada.me()).rejects.toThrow(words);
    await expect(ada.revision()).rejects.toThrow(words);
    await expect(ada.act("createCustomer")).rejects.toThrow(words);
  });

  it("are one where the host names the customer that the caller's own token has", async () => {
    const { as } = await host({ identify: organization });
    await as(person("ada")).act("createCustomer");
    const { data } = await as(person("ada", { org_id: "ada" })).act("createCustomer");
    expect(data).toMatchObject({ id: "ada" });
  });

  it("are told apart without storing anything in a query", async () => {
    const { t, billing } = await host({ identify: named });
    await t.query(async (ctx) => await billing.me(ctx));
    expect(await inBilling(t, (ctx) => ctx.db.query("identities").take(1))).toEqual([]);
  });
});

describe("an identity that a host returns", () => {
  it("is the customer that it was before there was an identify", async () => {
    const { as } = await host({ identify: async (ctx) => await ctx.auth.getUserIdentity() });
    const ada = person("ada", { name: "Ada", sid: "s1" });
    expect(await as(ada).me()).toEqual({ customerId: "ada", customerData: { name: "Ada" } });
  });

  it("decides by its token identifier, whatever other claims the token has", async () => {
    const { as } = await host({ identify: async (ctx) => await ctx.auth.getUserIdentity() });
    const claims = { customerId: "org_1", error: "x", statusCode: "1", only: "x", refusal: "x" };
    expect(await as(person("ada", claims)).me()).toMatchObject({ customerId: "ada" });
  });
});

describe("a caller without a customer", () => {
  const refusal = fail("unauthenticated", "Sign in again", 401);

  it.each<[string, Identification]>([
    ["a visitor", null],
    ["refused", refusal],
  ])("who is %s has no `me` and a visitor's revision", async (_what, found) => {
    const { as } = await host({ identify: async () => await Promise.resolve(found) });
    const ada = as(person("ada"));
    expect(await ada.me()).toBeNull();
    expect((await ada.revision()).customer).toBe(0);
  });

  it("keeps their `me` and their revision where only the browser is limited", async () => {
    const limited = { who: ATELIER, only: [], refusal };
    const { t, as } = await host({ identify: async () => await Promise.resolve(limited) });
    expect(await as(person("ada")).me()).toEqual(ATELIER);
    expect(await as(person("ada")).act("createCustomer")).toEqual(refusal);
    expect(await inBilling(t, (ctx) => ctx.db.query("customers").take(1))).toEqual([]);
  });
});

describe("an `identify` without types", () => {
  const refusal = fail("forbidden", "Ask an admin", 403);

  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["an id alone", "org_1"],
    ["false", false],
    ["a list", [ATELIER]],
    ["nothing in it", {}],
    ["the envelope of a success", { data: ATELIER, error: null, statusCode: 200 }],
    ["limits without a caller", { who: null, only: [], refusal }],
    ["limits without a refusal", { who: ATELIER, only: ["check"] }],
    ["limits that are no list", { who: ATELIER, only: "check", refusal }],
    ["a refusal that is none", { who: ATELIER, only: ["check"], refusal: "no" }],
    ["an entity that is no id", { ...ATELIER, entityId: "seat 1" }],
    ["an entity that is null", { ...ATELIER, entityId: null }],
  ])("that returns %s is named as the mistake", async (_what, found) => {
    const wrong = async () => await Promise.resolve(found as Identification);
    const { as, t } = await host({ identify: wrong });
    const ada = as(person("ada"));
    await expect(ada.me()).rejects.toThrow("Billing: identify returned");
    await expect(ada.revision()).rejects.toThrow("Billing: identify returned");
    await expect(ada.act("attach", { productId: "free" })).rejects.toThrow(
      "Billing: identify returned",
    );
    expect(await inBilling(t, (ctx) => ctx.db.query("customers").take(1))).toEqual([]);
  });

  it("that throws fails the call, and the page's live revision, with its own error", async () => {
    const broken = async () => await Promise.reject(new Error("No row for this member"));
    const { as } = await host({ identify: broken });
    const ada = as(person("ada"));
    await expect(ada.act("createCustomer")).rejects.toThrow("No row for this member");
    await expect(ada.revision()).rejects.toThrow("No row for this member");
    const log = vi.spyOn(console, "error").mockReturnValue();
    const answer = await ada.post("/customers");
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: "internal_error" }]);
    expect(log).toHaveBeenCalledOnce();
  });
});

describe("the rate limits of one customer's members", () => {
  it.each<[string, Record<string, string>[]]>([
    ["their sessions", [{ sid: "s1" }, { sid: "s2" }]],
    ["their tokens, where those have no session", [{}, {}]],
  ])("are counted by %s", async (_what, [first, second]) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 31) });
    const { as } = await host({ identify: named });
    const [ada, bo] = [as(person("ada", first)), as(person("bo", second))];
    for (let n = 0; n < 30; n += 1) expect((await ada.post("/setup_payment")).status).toBe(200);
    expect((await ada.post("/setup_payment")).status).toBe(429);
    expect((await bo.post("/setup_payment")).status).toBe(200);
  });
});

describe("a member whose browser is limited", () => {
  const refusal = fail("forbidden", "Ask an admin", 403);
  const roles = async (only: readonly ("createCustomer" | "getEntity")[]) => {
    const { as } = await host({
      identify: async (ctx) => {
        const identity = await ctx.auth.getUserIdentity();
        return identity?.subject === "admin" ? ATELIER : { who: ATELIER, only, refusal };
      },
      authorize: async () => await Promise.resolve(true),
    });
    const admin = as(person("admin"));
    await admin.act("createEntity", { id: "seat", featureId: "seats" });
    return { admin, member: as(person("bo")) };
  };

  it("sees entities over HTTP and in actions, and removes none in either", async () => {
    const { admin, member } = await roles(["createCustomer", "getEntity"]);
    expect((await member.act("getEntity", { entityId: "seat" })).data).toMatchObject({
      id: "seat",
    });
    expect((await member.send("GET", "/entities/seat")).status).toBe(200);
    expect(await member.act("deleteEntity", { entityId: "seat" })).toEqual(refusal);
    const removed = await member.send("DELETE", "/entities/seat");
    expect([removed.status, await removed.json()]).toEqual([403, refusal.error]);
    expect((await admin.act("getEntity", { entityId: "seat" })).data).toMatchObject({ id: "seat" });
  });

  it("loses what it could do from one call to the next", async () => {
    const { member } = await roles([]);
    expect(await member.act("getEntity", { entityId: "seat" })).toEqual(refusal);
    expect((await member.send("GET", "/entities/seat")).status).toBe(403);
    expect((await member.revision()).customer).toBeGreaterThan(0);
  });
});

it("a preview of one customer does not fit when the host names another at the purchase", async () => {
  let customerId = "org_1";
  const { as } = await host({ identify: async () => await Promise.resolve({ customerId }) });
  const ada = as(person("ada"));
  for (customerId of ["org_2", "org_1"]) await ada.act("createCustomer");
  const { data } = await ada.act("checkout", { productId: "welcome_credits" });
  customerId = "org_2";
  const asked = { productId: "welcome_credits", previewId: data?.["preview_id"] };
  expect(await ada.act("attach", asked)).toMatchObject({ error: { code: "preview_stale" } });
  customerId = "org_1";
  expect((await ada.act("attach", asked)).data).toMatchObject({ customer_id: "org_1" });
});
