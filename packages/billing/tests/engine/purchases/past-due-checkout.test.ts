import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { ANA, CARDS, DAY_MS, MAY_1, getCustomer, saveCard, setTime, submit } from "../harness";
import type { Engine } from "../harness";
import {
  bought,
  buy,
  creditOf,
  heldBy,
  invoicesOf,
  openShop,
  removeCards,
  shown,
  swapCards,
} from "../shop";

const giveCredit = (t: Engine, credit_minor: number) =>
  t.run(async (ctx) => {
    const [row] = await ctx.db.query("customers").take(1);
    if (!row) throw new Error("There is no row");
    await ctx.db.patch("customers", row._id, { credit_minor });
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
    expect(preview.lines.map(({ invoice }) => invoice && invoice.product_names)).toEqual([
      ["basic"],
      undefined,
      undefined,
    ]);
    expect([preview.total, preview.payment]).toEqual([43.55, { by_card: 43.55, from_credit: 0 }]);
    expect(await heldBy(t)).toContain("basic past_due");
    const { preview_id } = preview;
    await bought(t, { product_id: "max", preview_id });
    expect((await invoicesOf(t)).map(([total, status]) => [total, status])).toEqual([
      [1000, "paid"],
      [1000, "paid"],
      [3355, "paid"],
    ]);
  });

  it("credit pays the open invoice first, and the shown price stays valid", async () => {
    const t = await shopPastDue();
    await swapCards(t);
    await giveCredit(t, 400);
    const { payment, next_payment, preview_id } = await shown(t, { product_id: "max" });
    expect(payment).toEqual({ by_card: 39.55, from_credit: 4 });
    expect(next_payment).toEqual({ by_card: 50, from_credit: 0 });
    await bought(t, { product_id: "max", preview_id });
    expect(await creditOf(t)).toBe(0);
  });

  it("charges nothing before a page that was asked for: its price names no debt", async () => {
    const t = await shopPastDue();
    await swapCards(t);
    const page = { product_id: "support", force_checkout: true };
    const { lines, total } = await shown(t, page);
    expect([lines.length, total]).toEqual([1, 6.71]);
    const { checkout_url } = await bought(t, page);
    expect((await invoicesOf(t)).at(-1)).toEqual([1000, "open"]);
    expect((await submit(t, String(checkout_url))).error).toBeNull();
    expect((await invoicesOf(t)).at(-1)).toEqual([671, "paid"]);
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
