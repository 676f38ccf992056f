import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import type { WireParams } from "../../../src/contract/operations";
import type { ProductItem } from "../../../src/contract/wire";
import { catalogueRevision } from "../../../src/component/store/catalogue/catalog";
import { ANA, attached, getCustomer, MAY_1, saveCard, setTime, startEngine } from "../harness";
import type { Engine } from "../harness";

const { public: operations } = api;

const create = (t: Engine, params: WireParams<"createProduct">) =>
  t.mutation(operations.createProduct, { params });
const update = (t: Engine, params: WireParams<"updateProduct">) =>
  t.mutation(operations.updateProduct, { params });
const remove = (t: Engine, params: WireParams<"deleteProduct">) =>
  t.mutation(operations.deleteProduct, { params });
const read = async (t: Engine, id: string) => {
  const { data } = await t.query(operations.getProduct, { params: { product_id: id }, now: 0 });
  return data;
};

const MONTHLY = { price: 8, interval: "month" } as const;

describe("createProduct", () => {
  it("returns the product as it is served, with every default filled in", async () => {
    const t = await startEngine();
    const { data } = await create(t, { id: "solo", items: [MONTHLY] });
    expect(data).toMatchObject({
      id: "solo",
      name: "solo",
      group: null,
      is_add_on: false,
      is_default: false,
      archived: false,
      version: 1,
      free_trial: null,
      items: [{ type: "price", price: 8, interval: "month", interval_count: 1 }],
    });
    expect(await read(t, "solo")).toEqual(data);
    expect(await t.run(catalogueRevision)).toBe(2);
  });

  it("returns the items that were written", async () => {
    const t = await startEngine();
    for (const id of ["creator", "pro", "studio", "boost_pack"]) {
      const { items = [], ...before } = (await read(t, id)) ?? {};
      const params = items.map(asWritten);
      const { data } = await update(t, { product_id: id, items: params });
      expect(data).toEqual({ ...before, items });
    }
    expect(await t.run(catalogueRevision)).toBe(1);
  });

  it("refuses an id that is taken, and invalid items", async () => {
    const t = await startEngine();
    expect(await create(t, { id: "pro" })).toMatchObject({
      error: { code: "product_already_exists" },
      statusCode: 400,
    });
    expect(await create(t, { id: "odd", items: [{ price: 9.999 }] })).toMatchObject({
      error: { code: "invalid_price", message: "A fixed price in usd has at most 2 decimals" },
      statusCode: 400,
    });
    expect(await create(t, { id: "odd", items: [{ feature_id: "ghosts" }] })).toMatchObject({
      error: { code: "feature_not_found" },
      statusCode: 404,
    });
    expect(await read(t, "odd")).toBeNull();
  });

  it("fills in a trial's defaults, and drops the length of a rollover that lasts forever", async () => {
    const t = await startEngine();
    const rollover = { max: null, length: 3, duration: "forever" } as const;
    const credits = { feature_id: "credits", included_usage: 5, interval: "month" } as const;
    const { data } = await create(t, {
      id: "solo",
      items: [MONTHLY, { ...credits, config: { rollover } }],
      free_trial: { length: 7 },
    });
    expect(data?.free_trial).toEqual({
      length: 7,
      duration: "day",
      unique_fingerprint: false,
      card_required: true,
      trial_available: true,
    });
    expect(data?.items[1]?.config?.rollover).toEqual({ ...rollover, length: 0 });
  });
});

describe("updateProduct", () => {
  it("edits a product without customers in place", async () => {
    const t = await startEngine();
    const { data } = await update(t, { product_id: "creator", items: [MONTHLY] });
    expect(data?.version).toBe(1);
    expect(data?.name).toBe("Creator");
  });

  it("creates a new version of a product with customers: they stay on theirs", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const { data } = await update(t, { product_id: "creator", items: [MONTHLY] });
    expect(data?.version).toBe(2);
    expect((await getCustomer(t)).products[0]).toMatchObject({ id: "creator", version: 1 });
    expect((await update(t, { product_id: "creator", name: "Maker" })).data).toMatchObject({
      name: "Maker",
      version: 2,
    });
  });

  it("creates a new version of a product that a customer had before: the past stays as it was", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const { data } = await update(t, { product_id: "free", items: [{ feature_id: "hd_upload" }] });
    expect(data).toMatchObject({ version: 2, is_default: true });
  });

  it("moves the default of a group: at most one free product is the default", async () => {
    const t = await startEngine();
    await create(t, { id: "hello", group: "main", is_default: true });
    expect((await read(t, "free"))?.is_default).toBe(false);
    expect((await getCustomer(t)).products.map(({ id }) => id)).toEqual(["hello"]);
  });

  it("lets a trial be the default beside the free product, and new customers start with it", async () => {
    const t = await startEngine();
    await update(t, { product_id: "pro", is_default: true });
    expect((await read(t, "free"))?.is_default).toBe(true);
    const { products } = await getCustomer(t);
    expect(products).toMatchObject([{ id: "pro", status: "active" }]);
    expect(products[0]?.trial_ends_at).toBe(Date.UTC(2025, 3, 15));
    setTime(MAY_1);
    expect((await getCustomer(t)).products.map(({ id }) => id)).toEqual(["free"]);
  });

  it("gives a device its trial once: the next customer on it starts free", async () => {
    const t = await startEngine();
    await update(t, { product_id: "pro", is_default: true });
    const join = async (id: string) => {
      const params = { id, fingerprint: "device" };
      const { data } = await t.mutation(operations.createCustomer, { params });
      return data?.products.map((product) => product.id);
    };
    expect(await join("first")).toEqual(["pro"]);
    expect(await join("second")).toEqual(["free"]);
  });

  it("answers 404 for what does not exist", async () => {
    const t = await startEngine();
    expect(await update(t, { product_id: "ghost" })).toMatchObject({
      error: { code: "product_not_found" },
      statusCode: 404,
    });
  });
});

describe("deleteProduct", () => {
  it("refuses a product that customers have or had, and says how many", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    expect(await remove(t, { product_id: "free", all_versions: true })).toMatchObject({
      error: {
        code: "invalid_request",
        message: "Product free is referenced by 1 customer product. Archive it instead.",
      },
      statusCode: 400,
    });
  });

  it("refuses the last version of a product that a reward gives", async () => {
    const t = await startEngine();
    const { error } = await remove(t, { product_id: "referral_credits" });
    expect(error?.message).toBe(
      "Product referral_credits is used by referral_credits. Archive it instead.",
    );
  });

  it("deletes the newest version alone: the previous one is on sale again", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await update(t, { product_id: "free", items: [{ feature_id: "hd_upload" }] });
    expect((await read(t, "free"))?.version).toBe(2);
    expect(await remove(t, { product_id: "free" })).toMatchObject({ data: { success: true } });
    expect(await read(t, "free")).toMatchObject({ version: 1, is_default: true });
  });

  it("deletes every version of a product without customers", async () => {
    const t = await startEngine();
    expect(await remove(t, { product_id: "print_pack", all_versions: true })).toMatchObject({
      data: { success: true },
    });
    expect(await read(t, "print_pack")).toBeNull();
    expect(await t.run(catalogueRevision)).toBe(2);
  });
});

describe("features", () => {
  const createFeature = (t: Engine, params: WireParams<"createFeature">) =>
    t.mutation(operations.createFeature, { params });
  const updateFeature = (t: Engine, params: WireParams<"updateFeature">) =>
    t.mutation(operations.updateFeature, { params });

  it("are served as in the catalogue, without the events that use them", async () => {
    const t = await startEngine();
    const params = { id: "words", type: "single_use", event_names: ["wrote"] } as const;
    const { data } = await createFeature(t, { ...params, event_names: ["wrote"] });
    expect(data).toEqual({ id: "words", name: "words", type: "single_use", archived: false });
    const all = await t.query(operations.listFeatures, { params: {}, now: 0 });
    expect(all.data?.list).toContainEqual(data);
    const one = await t.query(operations.getFeature, { params: { feature_id: "words" }, now: 0 });
    expect(one.data).toEqual(data);
  });

  it("are refused with an id that is taken", async () => {
    const t = await startEngine();
    expect(await createFeature(t, { id: "uploads", type: "single_use" })).toMatchObject({
      error: { code: "duplicate_feature_id" },
      statusCode: 409,
    });
  });

  it("cannot change their type while they are in use", async () => {
    const t = await startEngine();
    const { error } = await updateFeature(t, { feature_id: "prints", type: "boolean" });
    expect(error?.message).toBe("Feature prints is used by print_pack. Archive it instead.");
    await createFeature(t, { id: "words", type: "single_use" });
    const { data } = await updateFeature(t, { feature_id: "words", type: "boolean" });
    expect(data?.type).toBe("boolean");
  });

  it("can be archived in use: existing grants continue", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await updateFeature(t, { feature_id: "uploads", archived: true });
    expect((await getCustomer(t)).features.uploads?.balance).toBe(10);
  });

  it.each([
    ["prints", "Feature prints is used by print_pack. Archive it instead."],
    ["boost", "Feature boost is used by credits. Archive it instead."],
  ])("are not deleted while they are in use: %s", async (feature_id, message) => {
    const t = await startEngine();
    const { error } = await t.mutation(operations.deleteFeature, { params: { feature_id } });
    expect(error?.message).toBe(message);
  });

  it("are deleted once nothing uses them", async () => {
    const t = await startEngine();
    await createFeature(t, { id: "words", type: "single_use" });
    const params = { feature_id: "words" };
    expect((await t.mutation(operations.deleteFeature, { params })).data).toEqual({
      success: true,
    });
    expect((await t.mutation(operations.deleteFeature, { params })).statusCode).toBe(404);
  });
});

describe("B28, B45: versions", () => {
  it("a renewal keeps the version that was bought, and a plan for later survives an edit", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "pro" });
    setTime(Date.UTC(2025, 3, 20));
    await attached(t, { product_id: "creator" });
    await update(t, { product_id: "pro", items: [MONTHLY] });
    await update(t, { product_id: "creator", items: [{ ...MONTHLY, price: 7 }] });
    expect(await subscriptions(t)).toEqual(["pro 1 active", "creator 1 scheduled"]);
    await attached(t, { product_id: "pro" });
    expect(await subscriptions(t)).toEqual(["pro 1 active"]);
  });

  it("an edit never undoes a cancellation", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await attached(t, { product_id: "free" });
    await update(t, { product_id: "creator", items: [MONTHLY] });
    const { products } = await getCustomer(t, ANA);
    expect(products.find(({ id }) => id === "creator")?.canceled_at).not.toBeNull();
  });
});

/** Fields of the answer are not arguments. */
function asWritten(item: ProductItem) {
  const only = ["feature", "display", "quantity"];
  const said = Object.entries(item).filter(([name]) => !only.includes(name));
  // The rest are fields of the editor's items.
  return Object.fromEntries(said) as Omit<ProductItem, "feature" | "display" | "quantity">;
}

async function subscriptions(t: Engine) {
  const { products } = await getCustomer(t);
  return products
    .map(({ id, version, status }) => `${id} ${version} ${status}`)
    .sort((a, b) => b.localeCompare(a));
}
