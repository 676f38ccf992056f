import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import type { Caller } from "../../../src/contract/caller";
import { customerKey } from "../../../src/contract/customerKeys";
import { ANA, attach, attached, gate, getCustomer, saveCard, startEngine } from "../harness";
import type { Engine } from "../harness";

const ISSUER = "https://id.example";
const token = (subject: string, issuer = ISSUER) => `${issuer}|${subject}`;
const identity = (subject: string, issuer = ISSUER): Caller => ({
  identity: { subject, issuer, tokenIdentifier: token(subject, issuer) },
});
const named = (customerId: string, by: string): Caller => ({
  customerId,
  tokenIdentifier: token(by),
});

const enter = async (t: Engine, caller: Caller) => {
  const { data } = await t.mutation(api.public.identifyCaller, { caller });
  return data?.customerId;
};
const move = async (
  t: Engine,
  to: { toCustomerId?: string; toTokenIdentifier?: string },
  customerId = ANA,
) => await t.mutation(internal.operations.customers.move.move, { customerId, ...to });
const settle = async (t: Engine) => {
  await t.finishAllScheduledFunctions(vi.runAllTimers);
};
const productsOf = async (t: Engine, id: string) =>
  (await getCustomer(t, id)).products.map((product) => product.id).sort();

/** Stored answers of earlier requests: more than one batch of those that follow a customer. */
const MANY = 450;
async function storeAnswers(t: Engine, customerId: string, count: number): Promise<void> {
  const row = { operation: "gate", fingerprint: "earlier", response: null, created_at: Date.now() };
  await t.run(async ({ db }) => {
    for (let n = 0; n < count; n++) {
      const key = customerKey(customerId, `upload-${String(n).padStart(3, "0")}`);
      await db.insert("idempotencyKeys", { ...row, key });
    }
  });
}
const answersOf = async (t: Engine, customerId: string) =>
  await t.run(async ({ db }) => {
    const rows = await db.query("idempotencyKeys").take(2 * MANY);
    return rows.filter(({ key }) => key.startsWith(customerKey(customerId, ""))).length;
  });

/** Ana, who has a card and the plan for creators, under the customer id of her identity. */
async function startWithAna() {
  const t = await startEngine();
  expect(await enter(t, identity(ANA))).toBe(ANA);
  await saveCard(t);
  await attached(t, { product_id: "creator" });
  return t;
}

describe("a customer that is moved to another identity", () => {
  it("is found by the new one with everything it has, and no more by the old one", async () => {
    const t = await startWithAna();
    await gate(t, "uploads", 3);
    const before = await getCustomer(t);
    const toTokenIdentifier = token("ana", "https://new.example");
    expect((await move(t, { toTokenIdentifier })).data).toEqual({ customerId: ANA });
    expect(await enter(t, identity("ana", "https://new.example"))).toBe(ANA);
    expect(await getCustomer(t)).toEqual(before);
    expect(await enter(t, identity(ANA))).toBe(`id-example:${ANA}`);
  });

  it("takes the place of the empty customer that the new identity made", async () => {
    const t = await startWithAna();
    expect(await enter(t, identity("bo"))).toBe("bo");
    await getCustomer(t, "bo");
    expect((await move(t, { toTokenIdentifier: token("bo") })).error).toBeNull();
    await settle(t);
    expect(await enter(t, identity("bo"))).toBe(ANA);
    const ids = await t.run(async (ctx) => await ctx.db.query("customers").take(9));
    expect(ids.map(({ customer_id }) => customer_id)).toEqual([ANA]);
  });

  it("may have had none, such as one that server code made", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await move(t, { toTokenIdentifier: token("bo") });
    expect(await enter(t, identity("bo"))).toBe(ANA);
  });

  it("raises its revision, and closes the portals of the former sign-in", async () => {
    const t = await startWithAna();
    const revision = async () =>
      (
        await t.query(api.public.revision, {
          caller: { customerId: ANA, tokenIdentifier: token(ANA) },
        })
      ).customer;
    await t.mutation(api.public.billingPortal, { params: { customer_id: ANA } });
    const before = await revision();
    await move(t, { toCustomerId: ANA });
    expect(await revision()).toBeGreaterThan(before);
    expect(await t.run(async (ctx) => await ctx.db.query("portalSessions").take(1))).toEqual([]);
  });
});

describe("a customer that is moved to an id of the host", () => {
  it("has everything under it, for each caller for whom the host names it", async () => {
    const t = await startWithAna();
    expect((await move(t, { toCustomerId: "org_1" })).data).toEqual({ customerId: "org_1" });
    for (const by of [ANA, "bo"]) expect(await enter(t, named("org_1", by))).toBe("org_1");
    expect(await productsOf(t, "org_1")).toEqual(["creator"]);
    expect(await enter(t, identity(ANA))).toBe(ANA);
    expect(await productsOf(t, ANA)).toEqual(["free"]);
  });

  it("takes the place of the empty customer that a page made under it", async () => {
    const t = await startWithAna();
    await enter(t, named("org_1", "bo"));
    await getCustomer(t, "org_1");
    expect((await move(t, { toCustomerId: "org_1" })).error).toBeNull();
    await settle(t);
    expect(await productsOf(t, "org_1")).toEqual(["creator"]);
  });

  it("may keep its id, and is open to others from then on", async () => {
    const t = await startWithAna();
    await expect(enter(t, named(ANA, "bo"))).rejects.toThrow("belongs to another sign-in");
    await move(t, { toCustomerId: ANA });
    expect(await enter(t, named(ANA, "bo"))).toBe(ANA);
    expect(await productsOf(t, ANA)).toEqual(["creator"]);
  });

  it("takes its idempotency keys along: a request from before is not done again", async () => {
    const t = await startWithAna();
    const use = { featureId: "uploads", value: 1, key: "upload-1" };
    await t.mutation(api.public.gate, { who: { customerId: ANA }, ...use });
    await move(t, { toCustomerId: "org_1" });
    await settle(t);
    const again = await t.mutation(api.public.gate, { who: { customerId: "org_1" }, ...use });
    expect(again.error?.code).toBe("duplicate_idempotency_key");
    const fresh = await t.mutation(api.public.gate, { who: { customerId: ANA }, ...use });
    expect(fresh.data?.allowed).toBe(true);
  });
});

describe("the stored answers of a customer that is moved", () => {
  const use = { featureId: "uploads", value: 1 };
  const who = (customerId: string) => ({ customerId });

  it("follow in batches, past those that a new customer with the former id stored meanwhile", async () => {
    const t = await startWithAna();
    await storeAnswers(t, ANA, MANY);
    await move(t, { toCustomerId: "org_1" });
    vi.setSystemTime(Date.now() + 1);
    await t.mutation(api.public.gate, { who: who(ANA), ...use, key: "an early key" });
    await settle(t);
    expect(await answersOf(t, ANA)).toBe(1);
    const again = await t.mutation(api.public.gate, {
      ...{ who: who("org_1"), ...use, key: "upload-449" },
    });
    expect(again.error?.code).toBe("duplicate_idempotency_key");
  });

  it("refuse a repeated request before any job has run", async () => {
    const t = await startWithAna();
    await t.mutation(api.public.gate, { who: who(ANA), ...use, key: "upload-1" });
    await move(t, { toCustomerId: "org_1" });
    const again = await t.mutation(api.public.gate, {
      ...{ who: who("org_1"), ...use, key: "upload-1" },
    });
    expect(again.error?.code).toBe("duplicate_idempotency_key");
  });

  it("give way to the answer of a request that came before they had followed", async () => {
    const t = await startWithAna();
    await storeAnswers(t, ANA, MANY);
    await move(t, { toCustomerId: "org_1" });
    vi.setSystemTime(Date.now() + 1);
    const request = { who: who("org_1"), ...use, key: "upload-449" };
    const first = await t.mutation(api.public.gate, request);
    expect(first.error).toBeNull();
    await settle(t);
    expect(await answersOf(t, ANA)).toBe(0);
    expect(await t.mutation(api.public.gate, request)).toEqual(first);
  });

  it("survive the deletion of the customer in whose place it moves", async () => {
    const t = await startWithAna();
    await enter(t, named("org_1", "bo"));
    await getCustomer(t, "org_1");
    await storeAnswers(t, "org_1", MANY);
    await t.mutation(api.public.gate, { who: who(ANA), ...use, key: "upload-000" });
    vi.setSystemTime(Date.now() + 1);
    await move(t, { toCustomerId: "org_1" });
    await settle(t);
    expect(await answersOf(t, "org_1")).toBeGreaterThan(0);
    const again = await t.mutation(api.public.gate, {
      ...{ who: who("org_1"), ...use, key: "upload-000" },
    });
    expect(again.error?.code).toBe("duplicate_idempotency_key");
  });
});

describe("a move", () => {
  it.each([
    ["a product", async (t: Engine) => void (await attach(t, { product_id: "welcome_credits" }))],
    ["a card", async (t: Engine) => void (await saveCard(t))],
    [
      "an entity",
      async (t: Engine) =>
        await t.run(async ({ db }) => {
          const customer = await db.query("customers").first();
          if (!customer) throw new Error("There is no customer");
          const entity = { entity_id: "seat_1", name: null, feature_id: "seats", created_at: 0 };
          await db.insert("entities", { ...entity, customer: customer._id, deleted_at: null });
        }),
    ],
    [
      "units of an operator",
      async (t: Engine) =>
        await t.run(async ({ db }) => {
          const customer = await db.query("customers").first();
          if (!customer) throw new Error("There is no customer");
          const entry = {
            action: "grant_units",
            details: {},
            name: "Op",
            reason: "Goodwill",
            at: 0,
          };
          await db.insert("operatorEntries", { ...entry, customer: customer._id });
        }),
    ],
    ["a plan", async (t: Engine) => void (await attached(t, { product_id: "creator" }))],
  ])("is refused where the target has %s, and changes nothing", async (_what, buy) => {
    const t = await startEngine();
    await enter(t, identity(ANA));
    await getCustomer(t);
    await buy(t);
    await enter(t, identity("bo"));
    await getCustomer(t, "bo");
    const before = await t.run(async (ctx) => await ctx.db.query("identities").take(9));
    for (const to of [{ toTokenIdentifier: token(ANA) }, { toCustomerId: ANA }]) {
      expect((await move(t, to, "bo")).error).toEqual({
        ...{ code: "duplicate_customer_id", message: `Customer ${ANA} has purchases of its own` },
      });
    }
    expect(await t.run(async (ctx) => await ctx.db.query("identities").take(9))).toEqual(before);
  });

  it.each([
    ["nothing", {}, "invalid_inputs"],
    ["two targets", { toCustomerId: "a", toTokenIdentifier: token("a") }, "invalid_inputs"],
    ["an id that is none", { toCustomerId: "a b" }, "invalid_inputs"],
    ["a subject without its issuer", { toTokenIdentifier: "a" }, "invalid_inputs"],
  ])("is refused for %s", async (_what, to, code) => {
    const t = await startEngine();
    await getCustomer(t);
    expect((await move(t, to)).error?.code).toBe(code);
  });

  it("is refused for an unknown customer, and where a hosted provider does the billing", async () => {
    const t = await startEngine();
    expect((await move(t, { toCustomerId: "a" })).error?.code).toBe("customer_not_found");
    vi.stubEnv("AUTUMN_SECRET_KEY", "sk_1");
    vi.stubEnv("AUTUMN_URL", "https://provider.example/v1");
    expect((await move(t, { toCustomerId: "a" })).error?.code).toBe("remote_provider");
  });
});
