import { describe, expect, it } from "vitest";
import { api, internal } from "../../src/component/_generated/api";
import { MINUTE_MS, NOW, open, queue, scriptProvider, wait } from "./scripted-provider";
import type { Site } from "./scripted-provider";

const IDENTITY = {
  subject: "ada",
  issuer: "https://id",
  tokenIdentifier: "https://id|ada",
};
const { revision } = api.public;
const { entitlementCache: cache, refreshAll: sweep } = internal.hostedProvider;

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

scriptProvider();

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
    const settled = { overdue_at: null, settled_at: NOW };
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
    expect((await site.t.query(revision, { caller: { identity: IDENTITY } })).customer).toBe(1);
    await see(site, { features: { uploads: { ...UPLOADS, balance: 1 } } });
    expect(await site.t.query(revision, { caller: { identity: IDENTITY } })).toEqual({
      ...{ customer: 2, catalogue: 0, next_change_at: null },
    });
    expect(await site.t.query(revision, { caller: null })).toEqual({
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
        if (!row) throw new Error("There is no row");
        await ctx.db.patch("entitlementCaches", row._id, { reserved_count });
      });
    await set(999);
    expect((await gate("a")).error).toBeNull();
    expect((await entitlementCachesOf(site))[0]?.reserved_count).toBe(1000);
    expect((await gate("b")).error?.code).toBe("entitlements_stale");
  });
});
