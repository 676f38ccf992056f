import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { APRIL_1, DAY_MS, MAY_1, saveCard, setTime, submit } from "../harness";
import {
  bought,
  buy,
  canceled,
  invoicesOf,
  openShop,
  shown,
  stock,
  use,
  withProduct,
} from "../shop";
import type { Engine } from "../harness";

const MINUTE_MS = 60_000;
const APRIL_11 = APRIL_1 + 10 * DAY_MS;

async function shopWith(...productIds: string[]) {
  const t = await openShop();
  await saveCard(t);
  for (const product_id of productIds) await bought(t, { product_id });
  return t;
}

/** The answer of an attach with this preview: a code of success, or of failure. */
async function confirm(t: Engine, preview_id: string, product_id = "max") {
  const { data, error } = await buy(t, { product_id, preview_id });
  return error ? error.code : data.code;
}

describe("preview_id", () => {
  it("is the same for the same amounts at the same moment, and different for others", async () => {
    const t = await shopWith("basic");
    const once = await shown(t, { product_id: "max" });
    const again = await shown(t, { product_id: "max" });
    const other = await shown(t, { product_id: "pro" });
    expect(again.preview_id).toBe(once.preview_id);
    expect(other.preview_id).not.toBe(once.preview_id);
  });

  it("is different for another customer with the same purchase", async () => {
    const t = await shopWith();
    const params = { customer_id: "user_bob", product_id: "max" };
    const { data } = await t.mutation(api.public.checkout, { params });
    expect(data?.total).toBe((await shown(t, { product_id: "max" })).total);
    expect(await confirm(t, String(data?.preview_id))).toBe("preview_stale");
  });

  it("fixes the price for a dialog that stays open, to the cent", async () => {
    const t = await shopWith("basic");
    setTime(APRIL_11);
    const { total, preview_id } = await shown(t, { product_id: "max" });
    // Half an hour later five cents less would be due.
    setTime(APRIL_11 + 30 * MINUTE_MS);
    expect((await shown(t, { product_id: "max" })).total).toBeLessThan(total);
    expect(await confirm(t, preview_id)).toBe("upgraded_to_new_product");
    expect((await invoicesOf(t)).at(-1)).toEqual([Math.round(total * 100), "paid"]);
  });

  it("is stale after half an hour", async () => {
    const t = await shopWith("basic");
    setTime(APRIL_11);
    const { preview_id } = await shown(t, { product_id: "max" });
    setTime(APRIL_11 + 30 * MINUTE_MS + 1);
    expect(await buy(t, { product_id: "max", preview_id })).toMatchObject({
      error: { code: "preview_stale" },
      statusCode: 409,
    });
    expect(await invoicesOf(t)).toEqual([[1000, "paid"]]);
  });

  it("is stale once the period has ended: there is another amount to credit", async () => {
    const t = await shopWith("basic");
    setTime(MAY_1 - MINUTE_MS);
    const { preview_id } = await shown(t, { product_id: "max" });
    setTime(MAY_1 + MINUTE_MS);
    expect(await confirm(t, preview_id)).toBe("preview_stale");
  });

  it("is stale once a trial has ended", async () => {
    const t = await shopWith("tried");
    setTime(APRIL_1 + 14 * DAY_MS - MINUTE_MS);
    await stock(
      t,
      withProduct("support", { group: "tools", items: [{ price: 90, interval: "month" }] }),
    );
    const { preview_id } = await shown(t, { product_id: "support" });
    setTime(APRIL_1 + 14 * DAY_MS + MINUTE_MS);
    expect(await confirm(t, preview_id, "support")).toBe("preview_stale");
  });

  it("is stale once the price has changed", async () => {
    const t = await shopWith("basic");
    const { preview_id } = await shown(t, { product_id: "max" });
    await stock(t, withProduct("max", { items: [{ price: 60, interval: "month" }] }));
    expect(await confirm(t, preview_id)).toBe("preview_stale");
  });

  it("is stale once more overage is owed, and not after a use that costs nothing", async () => {
    const t = await shopWith("pro");
    const before = await shown(t, { product_id: "max" });
    await use(t, "uploads", 1);
    expect((await shown(t, { product_id: "max" })).preview_id).toBe(before.preview_id);
    await use(t, "calls", 150);
    expect(await confirm(t, before.preview_id)).toBe("preview_stale");
  });

  it("is stale once the purchase would have another effect", async () => {
    const t = await shopWith("basic");
    const { preview_id } = await shown(t, { product_id: "max" });
    await canceled(t, { product_id: "basic", cancel_immediately: true });
    expect(await confirm(t, preview_id)).toBe("preview_stale");
  });

  it.each(["", "nonsense", "zzzzzzzzzzz-0", `0-${"0".repeat(64)}`])(
    "that was never issued (%j) buys nothing",
    async (preview_id) => {
      const t = await shopWith("basic");
      expect(await confirm(t, preview_id)).toBe("preview_stale");
    },
  );

  it("of another customer's product or quantity does not fit", async () => {
    const t = await shopWith();
    const one = [{ feature_id: "credits", quantity: 100 }];
    const { preview_id } = await shown(t, { product_id: "pro", options: one });
    const two = [{ feature_id: "credits", quantity: 200 }];
    expect((await buy(t, { product_id: "pro", options: two, preview_id })).error?.code).toBe(
      "preview_stale",
    );
    expect((await buy(t, { product_id: "pro", options: one, preview_id })).error).toBeNull();
  });

  it("opens the page at the amounts that were shown", async () => {
    const t = await openShop();
    const { preview_id, total } = await shown(t, { product_id: "basic" });
    setTime(APRIL_1 + MINUTE_MS);
    const { checkout_url } = await bought(t, { product_id: "basic", preview_id });
    expect((await submit(t, String(checkout_url))).error).toBeNull();
    expect(await invoicesOf(t)).toEqual([[total * 100, "paid"]]);
  });

  it("covers several products together", async () => {
    const t = await shopWith();
    const product_ids = ["basic", "extra"];
    const { preview_id } = await shown(t, { product_ids });
    setTime(APRIL_1 + MINUTE_MS);
    expect((await buy(t, { product_ids, preview_id })).error).toBeNull();
    expect(await invoicesOf(t)).toEqual([[1500, "paid"]]);
  });
});
