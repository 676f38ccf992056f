import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "../../src/component/_generated/api";
import { ANA, CARDS, DAY_MS, MAY_1, getCustomer, saveCard, setTime } from "./harness";
import type { Engine } from "./harness";
import { bought, buy, heldBy, invoicesOf, openShop, shown, swapCards } from "./shop";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const removeCards = (t: Engine) =>
  t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("paymentMethods").take(10))
      await ctx.db.delete("paymentMethods", _id);
  });

describe("checkout of a past-due customer", () => {
  const MAY_6 = MAY_1 + 5 * DAY_MS;

  /** Basic is unpaid since 1 May, and the card was replaced. */
  async function shopPastDue() {
    const t = await openShop();
    await saveCard(t);
    await bought(t, { product_id: "basic" });
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1);
    await getCustomer(t);
    setTime(MAY_6);
    await getCustomer(t);
    return t;
  }

  it("shows the open invoice as a line, and attach charges just that", async () => {
    const t = await shopPastDue();
    await swapCards(t);
    const preview = await shown(t, { product_id: "max" });
    expect(preview.lines.map(({ amount }) => amount)).toEqual([10, -8.39, 41.94]);
    expect(preview.lines[0]?.description).toMatch(/^Unpaid invoice \w{8}-0002$/);
    expect(preview.total).toBe(43.55);
    expect(await heldBy(t)).toContain("basic past_due");
    const { preview_id } = preview;
    await bought(t, { product_id: "max", preview_id });
    expect((await invoicesOf(t)).map(([total, status]) => [total, status])).toEqual([
      [1000, "paid"],
      [1000, "paid"],
      [3355, "paid"],
    ]);
  });

  it.each([
    ["shows a price that attach cannot charge, because the card fails", CARDS.failsLater, null],
    ["refuses like attach without a card", null, "payment_failed"],
  ])("%s", async (_, card, code) => {
    const t = await shopPastDue();
    if (card === null) await removeCards(t);
    const preview = await t.mutation(api.public.checkout, {
      params: { customer_id: ANA, product_id: "max" },
    });
    expect(preview.error?.code ?? null).toBe(code);
    const { preview_id } = preview.data ?? {};
    const about = { product_id: "max", ...(preview_id !== undefined && { preview_id }) };
    await buy(t, about);
    const attached = await buy(t, about);
    expect([attached.error?.code, attached.statusCode]).toEqual(["payment_failed", 402]);
  });
});
