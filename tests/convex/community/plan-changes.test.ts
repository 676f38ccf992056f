import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../../convex/_generated/api";
import { SPOTLIGHT_CATALOGUE } from "../../../convex/community/plans";
import { billing } from "../../../convex/billing";
import { LABEL, buyPlan, openSite, pngOf } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{studios/members,profiles/functions,storage/quota,studios/seatBalances,studios/seats,storage/sync,studios/functions}.ts",
);

const { members, seats, functions: studios } = api.community.studios;
const uploads = api.community.uploads.functions;
const storageSync = internal.community.storage.sync;
const BYTES_PER_GB = 1_000_000_000;
const IN_INK = { slug: "ink-room" };

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.useFakeTimers();
});

describe("the Studio plan", () => {
  it("gives its owner what Pro gives, without a seat and before there is a studio", async () => {
    const site = await openSite(modules, SPOTLIGHT_CATALOGUE);
    const { person, send } = site;
    await buyPlan(site, "ada");
    const publish = async (name: string, clientUploadId: string, studio?: string) => {
      const storageId = await send(pngOf(3, 2), "image/png", name);
      const file = { ...LABEL, clientUploadId, storageId };
      const args = { ...file, ...(studio !== undefined && { studio }) };
      return (await person(name).mutation(uploads.publish, args)).error?.code;
    };
    expect(await publish("ada", "before")).toBeUndefined();
    await person("ben").mutation(api.community.profiles.functions.ensure, {});
    await person("ada").mutation(studios.create, { ...IN_INK, name: "Ink Room" });
    await person("ada").mutation(members.invite, { ...IN_INK, username: "ben", role: "member" });
    await person("ben").mutation(members.accept, IN_INK);
    expect(await publish("ada", "unseated")).toBeUndefined();
    expect(await publish("ada", "for all", IN_INK.slug)).toBe("no_seat");
    expect(await publish("ben", "outside", IN_INK.slug)).toBe("no_seat");
    await person("ada").action(seats.assign, { ...IN_INK, username: "ben" });
    expect(await publish("ben", "seated", IN_INK.slug)).toBeUndefined();
  });
});

/** Ada on Pro, with this many GB stored and synced to billing. */
async function withStored(gigabytes: number) {
  const site = await openSite(modules, SPOTLIGHT_CATALOGUE);
  const { t } = site;
  await buyPlan(site, "ada", "pro_annual");
  await t.run(async ({ db }) => {
    const bytes = gigabytes * BYTES_PER_GB;
    await db.insert("storedBytes", { customerId: "ada", bytes });
  });
  const sync = async () => {
    await t.mutation(storageSync.syncAll, { cursor: null });
    // The due scheduled functions, without renewals.
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(1));
  };
  await sync();
  const storage = async () => {
    const { data } = await t.run(
      async (ctx) => await billing.feature(ctx, { customerId: "ada" }, "storage_gb"),
    );
    return data && { used: data.usage, of: data.included_usage, left: data.balance };
  };
  return { ...site, sync, storage };
}

describe("storage after a plan change", () => {
  it("is 20 of 1 GB on a smaller plan, and 20 of 200 GB on the larger one again", async () => {
    const { sync, storage, ...site } = await withStored(20);
    expect(await storage()).toEqual({ used: 20, of: 200, left: 180 });
    const now = { customer_id: "ada", product_id: "pro_annual", cancel_immediately: true };
    const ended = await site.t.mutation(components.billing.public.cancel, { params: now });
    expect(ended.error).toBeNull();
    for (const settled of [async () => {}, sync]) {
      await settled();
      expect(await storage()).toEqual({ used: 20, of: 1, left: -19 });
    }
    await buyPlan(site, "ada", "pro_annual");
    expect(await storage()).toEqual({ used: 20, of: 200, left: 180 });
  });

  it("is synced for other customers though one cannot be read", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { t, sync, storage } = await withStored(20);
    const params = { customer_id: "ada", feature_id: "storage_gb", value: 0 };
    await t.mutation(components.billing.public.setUsage, { params });
    const read = billing.feature.bind(billing);
    vi.spyOn(billing, "feature").mockImplementation(async (ctx, who, id) => {
      if (who?.customerId === "broken") throw new Error("No catalogue");
      return await read(ctx, who, id);
    });
    await t.run(async ({ db }) => {
      const own = await db.query("storedBytes").first();
      if (own) await db.delete("storedBytes", own._id);
      await db.insert("storedBytes", { customerId: "broken", bytes: 1 });
      if (own) await db.insert("storedBytes", { customerId: "ada", bytes: own.bytes });
    });
    await sync();
    expect(await storage()).toMatchObject({ used: 20 });
    expect(log).toHaveBeenCalledTimes(1);
  });

  it("is synced again for each customer whose amount differs", async () => {
    const { t, sync, storage } = await withStored(20);
    const others = 120;
    await t.run(async ({ db }) => {
      // Customers unknown to billing cost nothing and block nothing.
      for (let n = 0; n < others; n++) {
        await db.insert("storedBytes", { customerId: `other ${n}`, bytes: BYTES_PER_GB });
      }
      const own = await db.query("storedBytes").first();
      if (!own) throw new Error("Nothing is stored");
      await db.delete("storedBytes", own._id);
      await db.insert("storedBytes", { customerId: "ada", bytes: own.bytes });
    });
    const params = { customer_id: "ada", feature_id: "storage_gb", value: 0 };
    await t.mutation(components.billing.public.setUsage, { params });
    expect(await storage()).toMatchObject({ used: 0 });
    await sync();
    expect(await storage()).toMatchObject({ used: 20 });
  });
});
