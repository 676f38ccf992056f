import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../src/component/_generated/api";
import type { Doc } from "../../src/component/_generated/dataModel";
import { openBilling } from "../../../../tests/convex/backend";

const IDENTITY = {
  subject: "ada",
  issuer: "https://id",
  tokenIdentifier: "https://id|ada",
};
const NOW = Date.UTC(2026, 0, 31);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const { revision } = api.public;
const { entitlementCache: cache, outbox, intents, refreshAll: sweep } = internal.remote;

const UPLOADS = {
  ...{
    id: "uploads",
    type: "single_use" as const,
    name: "Uploads",
    interval: null,
  },
  ...{
    interval_count: null,
    unlimited: false,
    balance: 10,
    usage: 0,
    included_usage: 10,
  },
  ...{ next_reset_at: null, overage_allowed: false },
};

beforeEach(() => {
  // Scheduled functions do not run: each step is taken by its test.
  vi.useFakeTimers({
    toFake: ["Date", "setTimeout", "clearTimeout"],
    now: NOW,
  });
  vi.stubEnv("AUTUMN_SECRET_KEY", "sk_1");
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

type Site = ReturnType<typeof open>;

/** A site with a remote provider that answers each request as the test says. */
function open() {
  const t = openBilling();
  const sent: { url: string; key: string | null; body: unknown }[] = [];
  const answers: (() => Response)[] = [];
  vi.stubGlobal("fetch", async (url: string, { headers, body }: RequestInit) => {
    const key = new Headers(headers).get("Idempotency-Key");
    sent.push({
      url,
      key,
      body: typeof body === "string" ? (JSON.parse(body) as unknown) : null,
    });
    return await Promise.resolve(answers.shift()?.() ?? says(404, "not_found"));
  });
  return { t, sent, answers };
}

const says = (status: number, code: string) =>
  Response.json({ code, message: "Because" }, { status, headers: { "Retry-After": "99" } });

type Use = Omit<Doc<"outbox">, "_id" | "_creationTime">;
const USE: Use = {
  ...{ customer_id: "ada", entity_id: null, feature_id: "uploads", value: 2 },
  ...{
    paid_by: "uploads",
    amount: 2,
    state: "queued" as const,
    message: null,
    tries: 0,
  },
  ...{ next_try_at: NOW + MINUTE_MS, settled_at: null },
};

const queue = async ({ t }: Site, use: Partial<Use> = {}) =>
  await t.run((ctx) => ctx.db.insert("outbox", { ...USE, ...use }));
const usesOf = async ({ t }: Site) => await t.run((ctx) => ctx.db.query("outbox").take(99));
const entitlementCachesOf = async ({ t }: Site) =>
  await t.run((ctx) => ctx.db.query("entitlementCaches").take(9));

async function see(
  site: Site,
  told: object,
  requestedAt = Date.now(),
  requestedBy: "customer" | "cache" = "customer",
) {
  const whose = {
    kind: "features" as const,
    customer_id: "ada",
    entity_id: null,
  };
  const updates = [{ ...whose, features: { uploads: UPLOADS }, ...told }];
  await site.t.mutation(cache.applyUpdates, { updates, requestedAt, requestedBy });
}

/** The rest of ada's uploads according to the site. */
async function left({ t }: Site, who = { customerId: "ada" }) {
  const { data } = await t.query(api.public.feature, { who, featureId: "uploads" });
  return data && data.balance;
}

describe("a reported use", () => {
  it.each<[number, string, "queued" | "taken" | "refused"]>([
    [200, "", "taken"],
    [409, "duplicate_idempotency_key", "taken"],
    [400, "invalid_inputs", "refused"],
    [402, "insufficient_balance", "refused"],
    [404, "feature_not_found", "refused"],
    [409, "conflict", "refused"],
    [401, "invalid_key", "queued"],
    [403, "forbidden", "queued"],
    [408, "timeout", "queued"],
    [423, "lock_already_exists", "queued"],
    [425, "too_early", "queued"],
    [429, "rate_limit_exceeded", "queued"],
    [500, "internal_error", "queued"],
    [503, "busy", "queued"],
  ])("and answered %i %s is %s", async (status, code, state) => {
    const site = open();
    const id = await queue(site);
    const taken = {
      id: "e",
      code: "event_received",
      customer_id: "ada",
      feature_id: "uploads",
    };
    const answer = () => (status === 200 ? Response.json(taken) : says(status, code));
    site.answers.push(answer, answer, answer);
    await site.t.action(outbox.deliver, { id });
    const [use] = await usesOf(site);
    expect(use).toMatchObject({ state, tries: 1 });
    expect(use?.message).toBe(status === 200 ? null : "Because");
    const isOver = state !== "queued";
    expect([use?.settled_at, use?.next_try_at]).toEqual(
      isOver ? [NOW, null] : [null, NOW + MINUTE_MS],
    );
    expect(site.sent[0]).toMatchObject({
      key: id,
      body: { customer_id: "ada", value: 2 },
    });
  });

  it("names its customer and its key", async () => {
    const site = open();
    const customer_data = { name: "Ada" };
    const id = await queue(site, { entity_id: "s1", customer_data });
    await site.t.action(outbox.deliver, { id });
    expect(site.sent[0]?.body).toEqual({
      ...{
        customer_id: "ada",
        customer_data,
        entity_id: "s1",
        feature_id: "uploads",
      },
      ...{ value: 2, idempotency_key: id },
    });
  });

  it("is retried after a minute, then after twice as long, at most a quarter of an hour", async () => {
    const site = open();
    const id = await queue(site);
    const pauses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      await site.t.mutation(outbox.complete, {
        id,
        outcome: "queued",
        message: "busy",
      });
      const [use] = await usesOf(site);
      pauses.push(((use?.next_try_at ?? 0) - NOW) / MINUTE_MS);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 15, 15]);
  });

  it("has one final state, whatever arrives later", async () => {
    const site = open();
    const id = await queue(site);
    await site.t.mutation(outbox.complete, {
      id,
      outcome: "taken",
      message: null,
    });
    const before = await usesOf(site);
    wait(1000);
    await site.t.mutation(outbox.complete, {
      id,
      outcome: "refused",
      message: "late",
    });
    await site.t.mutation(outbox.complete, {
      id,
      outcome: "queued",
      message: "late",
    });
    expect(await usesOf(site)).toEqual(before);
    expect(await site.t.query(outbox.load, { id })).toBeNull();
    await site.t.action(outbox.deliver, { id });
    expect(site.sent).toEqual([]);
  });

  it("is sent again when it is due, and not before", async () => {
    const site = open();
    await queue(site);
    await queue(site, { state: "taken", next_try_at: null, settled_at: NOW });
    wait(MINUTE_MS - 1);
    expect(await site.t.mutation(sweep.refreshAll, {})).toBe(0);
    wait(1);
    expect(await site.t.mutation(sweep.refreshAll, {})).toBe(1);
    const [use] = await usesOf(site);
    expect(use?.next_try_at).toBe(Date.now() + MINUTE_MS);
  });

  it("is deleted a month after it was accepted; a refused one stays", async () => {
    const site = open();
    const at = NOW - 30 * DAY_MS;
    for (const settled_at of [at - 1, at]) {
      await queue(site, { state: "taken", next_try_at: null, settled_at });
    }
    await queue(site, {
      state: "refused",
      next_try_at: null,
      settled_at: at - 1,
    });
    expect(await site.t.mutation(sweep.refreshAll, {})).toBe(1);
    const kept = (await usesOf(site)).map(({ state, settled_at }) => [state, settled_at]);
    expect(kept).toEqual([
      ["taken", at],
      ["refused", at - 1],
    ]);
  });
});

describe("cached entitlements", () => {
  it("belong to one customer or one entity", async () => {
    const site = open();
    await see(site, {});
    await see(site, {
      customer_id: "bo",
      features: { uploads: { ...UPLOADS, balance: 3 } },
    });
    await see(site, {
      entity_id: "s1",
      features: { uploads: { ...UPLOADS, balance: 5 } },
    });
    const seat = { customerId: "ada", entityId: "s1" };
    const found = [
      await left(site),
      await left(site, { customerId: "bo" }),
      await left(site, seat),
    ];
    expect(found).toEqual([10, 3, 5]);
    expect(await left(site, { customerId: "eve" })).toBeNull();
    expect(await entitlementCachesOf(site)).toHaveLength(3);
  });

  it.each([
    [-1, 10],
    [0, 1],
    [1, 1],
  ])("that were requested %i ms after the known ones leave %i", async (ms, balance) => {
    const site = open();
    await see(site, {});
    await see(site, { features: { uploads: { ...UPLOADS, balance: 1 } } }, NOW + ms);
    expect(await left(site)).toBe(balance);
    const told = {
      kind: "balance" as const,
      feature_id: "uploads",
      balance: 7,
      usage: 3,
    };
    await site.t.mutation(cache.applyUpdates, {
      updates: [{ ...told, customer_id: "ada", entity_id: null }],
      requestedAt: NOW,
      requestedBy: "customer",
    });
    expect(await left(site)).toBe(ms === 1 ? balance : 7);
  });

  it("are reduced by pending uses, and by those accepted since the request", async () => {
    const site = open();
    const settled = { next_try_at: null, settled_at: NOW };
    await queue(site, { amount: 1 });
    await queue(site, { amount: 0.5, state: "taken", ...settled });
    await queue(site, { amount: 2, state: "refused", ...settled });
    await queue(site, {
      amount: 3,
      state: "taken",
      ...settled,
      settled_at: NOW - 1,
    });
    await queue(site, { amount: 4, customer_id: "bo" });
    await queue(site, { amount: 5, entity_id: "s1" });
    await see(site, {});
    expect(await left(site)).toBe(8.5);
    expect((await entitlementCachesOf(site))[0]).toMatchObject({
      reserved_count: 2,
      seen_at: NOW,
    });
  });

  it("of one feature replace that one only", async () => {
    const site = open();
    await queue(site, { amount: 1 });
    const told = {
      kind: "balance" as const,
      customer_id: "ada",
      entity_id: null,
    };
    const tell = async (feature_id: string) => {
      const updates = [{ ...told, feature_id, balance: 6, usage: 4 }];
      await site.t.mutation(cache.applyUpdates, {
        updates,
        requestedAt: Date.now(),
        requestedBy: "customer",
      });
    };
    await tell("uploads");
    expect(await entitlementCachesOf(site)).toEqual([]);
    const credits = { ...UPLOADS, id: "credits" };
    await see(site, { features: { uploads: UPLOADS, credits } });
    await tell("unheard_of");
    await tell("uploads");
    const [row] = await entitlementCachesOf(site);
    expect(row?.features).toEqual({
      uploads: { ...UPLOADS, balance: 6, usage: 4 },
      credits,
    });
    expect(await left(site)).toBe(5);
  });

  it("raise the revision of open pages when something differs, and only then", async () => {
    const site = open();
    await see(site, {});
    await see(site, {});
    expect((await site.t.query(revision, { identity: IDENTITY })).customer).toBe(1);
    await see(site, { features: { uploads: { ...UPLOADS, balance: 1 } } });
    expect(await site.t.query(revision, { identity: IDENTITY })).toEqual({
      ...{ customer: 2, catalogue: 0, next_change_at: null },
    });
    expect(await site.t.query(revision, { identity: null })).toEqual({
      ...{ customer: 0, catalogue: 0, next_change_at: null },
    });
  });

  it("are deleted with an entity, or with a customer and all its entities", async () => {
    const site = open();
    const open3 = async () => {
      await see(site, {});
      for (const entity_id of ["s1", "s2"]) await see(site, { entity_id });
      await see(site, { customer_id: "bo" });
    };
    const gone = async (entity_id: string | null) => {
      const updates = [{ kind: "gone" as const, customer_id: "ada", entity_id }];
      await site.t.mutation(cache.applyUpdates, {
        updates,
        requestedAt: NOW,
        requestedBy: "customer",
      });
      return (await entitlementCachesOf(site)).map(
        (row) => `${row.customer_id} ${String(row.entity_id)}`,
      );
    };
    await open3();
    expect(await gone("s1")).toEqual(["ada null", "ada s2", "bo null"]);
    expect(await gone("unheard_of")).toHaveLength(3);
    expect(await gone(null)).toEqual(["bo null"]);
  });

  it("are refreshed for customers who were active in the last quarter of an hour", async () => {
    const site = open();
    await see(site, {});
    const refreshAt = async () => (await entitlementCachesOf(site))[0]?.refresh_at;
    expect(await refreshAt()).toBe(NOW + MINUTE_MS);
    wait(15 * MINUTE_MS - 1);
    await site.t.mutation(sweep.refreshAll, {});
    expect(await refreshAt()).toBe(Date.now() + MINUTE_MS);
    // Requests of the cache itself do not count as activity.
    await see(site, {}, Date.now(), "cache");
    expect((await entitlementCachesOf(site))[0]?.active_at).toBe(NOW);
    wait(MINUTE_MS);
    await site.t.mutation(sweep.refreshAll, {});
    expect(await refreshAt()).toBeNull();
  });

  it("cannot be used while a thousand uses are pending", async () => {
    const site = open();
    await see(site, {});
    const gate = async (key: string) =>
      await site.t.mutation(api.public.gate, {
        ...{ who: { customerId: "ada" }, featureId: "uploads", value: 1, key },
      });
    const set = async (reserved_count: number) =>
      await site.t.run(async (ctx) => {
        const row = await ctx.db.query("entitlementCaches").first();
        if (row) await ctx.db.patch("entitlementCaches", row._id, { reserved_count });
      });
    await set(999);
    expect((await gate("a")).error).toBeNull();
    expect((await entitlementCachesOf(site))[0]?.reserved_count).toBe(1000);
    expect((await gate("b")).error?.code).toBe("entitlements_stale");
  });
});

describe("a call that may cost money", () => {
  const call = {
    op: "cancel" as const,
    params: { customer_id: "ada", product_id: "pro" },
  };
  const DONE = {
    success: true as const,
    customer_id: "ada",
    product_id: "pro",
  };
  const note = async ({ t }: Site, requestKey: string | null = null) =>
    (await t.mutation(intents.note, { call, requestKey })).id ?? expect.unreachable();
  const intentsOf = async ({ t }: Site) =>
    await t.run((ctx) => ctx.db.query("remoteIntents").take(9));

  it("has one final answer, whatever comes later", async () => {
    const site = open();
    const id = await note(site);
    const result = { data: DONE, error: null, statusCode: 200 };
    await site.t.mutation(intents.complete, { id, result, requestedAt: NOW });
    const late = {
      data: null,
      error: { code: "late", message: "" },
      statusCode: 400,
    };
    await site.t.mutation(intents.complete, { id, result: late, requestedAt: NOW });
    expect(await intentsOf(site)).toMatchObject([{ result, next_try_at: null }]);
    expect(await site.t.query(intents.load, { id })).toBeNull();
    await site.t.action(intents.resend, { id });
    expect(site.sent).toEqual([]);
  });

  it("is sent again with its own key, a minute later and not before", async () => {
    const site = open();
    const id = await note(site, "ada:cancel:1");
    wait(MINUTE_MS - 1);
    expect(await site.t.mutation(sweep.refreshAll, {})).toBe(0);
    wait(1);
    expect(await site.t.mutation(sweep.refreshAll, {})).toBe(1);
    site.answers.push(() => Response.json(DONE));
    await site.t.action(intents.resend, { id });
    expect(site.sent).toMatchObject([{ key: id, body: { product_id: "pro" } }]);
    expect(await intentsOf(site)).toMatchObject([{ result: { data: DONE }, next_try_at: null }]);
  });

  it("is not sent by a deployment that has its own billing by now", async () => {
    const site = open();
    const id = await note(site);
    const use = await queue(site);
    vi.stubEnv("AUTUMN_SECRET_KEY", "");
    await site.t.action(intents.resend, { id });
    await site.t.action(outbox.deliver, { id: use });
    await site.t.action(cache.refresh, {
      customer_id: "ada",
      entity_id: null,
    });
    expect(site.sent).toEqual([]);
  });

  it("is given up after a day and not before, and its product can be bought again", async () => {
    const site = open();
    await note(site);
    wait(DAY_MS - 1);
    await site.t.mutation(sweep.refreshAll, {});
    expect(await intentsOf(site)).toMatchObject([{ result: null }]);
    expect(
      (await site.t.mutation(intents.note, { call, requestKey: "b" })).result?.error?.code,
    ).toBe("lock_already_exists");
    wait(MINUTE_MS);
    await site.t.mutation(sweep.refreshAll, {});
    expect(await intentsOf(site)).toMatchObject([
      { result: { error: { code: "payment_failed" } } },
    ]);
    expect((await site.t.mutation(intents.note, { call, requestKey: "b" })).id).not.toBeNull();
  });
});
