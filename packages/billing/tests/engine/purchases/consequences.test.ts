import { describe, expect, it } from "vitest";
import {
  APRIL_1,
  DAY_MS,
  MAY_1,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
  submit,
} from "../harness";
import type { Engine } from "../harness";
import {
  TWO_WEEKS,
  addEntities,
  bought,
  buy,
  creditOf,
  heldBy,
  invoicesOf,
  openShop,
  product,
  shown,
  use,
} from "../shop";

const APRIL_11 = APRIL_1 + 10 * DAY_MS;

/** A customer of Spotlight with a card, and a plan since the first of April. */
async function customerOn(product_id: string, options?: Parameters<typeof bought>[1]["options"]) {
  const t = await startEngine();
  await getCustomer(t);
  await saveCard(t);
  await bought(t, { product_id, ...(options && { options }) });
  setTime(APRIL_11);
  return t;
}

async function namesLost(t: Engine, product_id: string) {
  const { losses } = await shown(t, { product_id });
  if (!losses) return null;
  const less = losses.less.map(({ name, before, after }) => `${name} ${before} -> ${after}`);
  return { at: losses.at, gone: losses.gone, less, over: losses.over.map(({ name }) => name) };
}

describe("the consequences of a change", () => {
  it("is listed for an upgrade by its interval alone, from today on", async () => {
    const t = await customerOn("studio");
    await addEntities(t, "one", "two");
    await use(t, "storage_gb", 40);
    const checkout = await shown(t, { product_id: "creator_annual" });
    expect(checkout.product.scenario).toBe("upgrade");
    expect(checkout.starts).toEqual([
      { plan_schedule: "end_of_cycle", at: MAY_1, total: 0, selected: false },
      { plan_schedule: "immediate", at: APRIL_11, total: checkout.total, selected: true },
    ]);
    const lost = await namesLost(t, "creator_annual");
    expect(lost?.at).toBe(APRIL_11);
    expect(lost?.gone).toEqual(expect.arrayContaining(["Seats", "4K and HDR uploads"]));
    expect(lost?.over).toEqual(expect.arrayContaining(["Storage", "Seats"]));
    expect(lost?.less).toEqual(
      expect.arrayContaining(["Storage 1000 -> 25", "Credits 1500 -> 100"]),
    );
  });

  it("is nothing for seats that stay and are billed one by one", async () => {
    const t = await openShop([
      product("free", [{ feature_id: "seats", included_usage: 2 }], { is_default: true }),
      product(
        "business",
        [{ feature_id: "seats", interval: "month", price: 15, usage_model: "pay_per_use" }],
        { free_trial: { ...TWO_WEEKS, card_required: false } },
      ),
    ]);
    await getCustomer(t);
    await addEntities(t, "e1", "e2");
    const trial = await shown(t, { product_id: "business" });
    expect(trial.next_cycle).toEqual({ starts_at: APRIL_1 + 14 * DAY_MS, total: 30 });
    expect(trial.losses).toBeUndefined();
  });

  it("is listed for a downgrade, from its start", async () => {
    const t = await customerOn("studio");
    const lost = await namesLost(t, "creator");
    expect(lost?.at).toBe(MAY_1);
    expect(lost?.gone).toContain("Seats");
    expect((await shown(t, { product_id: "creator" })).starts).toBeUndefined();
  });

  it("is nothing where the new plan holds everything that the old one did", async () => {
    const t = await customerOn("creator");
    expect(await namesLost(t, "creator_annual")).toBeNull();
    expect(await namesLost(t, "boost_pack")).toBeNull();
  });

  it("is listed for a smaller quantity", async () => {
    const t = await customerOn("creator", [{ feature_id: "credits", quantity: 500 }]);
    const asked = { product_id: "creator", options: [{ feature_id: "credits", quantity: 200 }] };
    const { losses, starts } = await shown(t, asked);
    expect(losses?.less).toMatchObject([{ name: "Credits", before: 600, after: 300 }]);
    expect([losses?.at, starts?.[0]?.at]).toEqual([APRIL_11, MAY_1]);
    expect(losses?.gone).toEqual([]);
  });
});

describe("a change at the end of the cycle", () => {
  const LATER = { product_id: "creator_annual", plan_schedule: "end_of_cycle" as const };

  it("of an upgrade costs nothing today and is described as what it is", async () => {
    const t = await customerOn("studio");
    const later = await shown(t, LATER);
    expect(later).toMatchObject({
      total: 0,
      lines: [],
      product: { scenario: "downgrade" },
      current_product: { name: "Studio" },
      next_cycle: { starts_at: MAY_1, total: 60 },
      losses: { at: MAY_1 },
    });
    const { total } = await shown(t, { product_id: "creator_annual" });
    expect(later.starts).toEqual([
      { plan_schedule: "end_of_cycle", at: MAY_1, total: 0, selected: true },
      { plan_schedule: "immediate", at: APRIL_11, total, selected: false },
    ]);
  });

  it("leaves the plan active until then, and starts the new plan on that day", async () => {
    const t = await customerOn("studio");
    const { preview_id } = await shown(t, LATER);
    expect((await bought(t, { ...LATER, preview_id })).code).toBe("downgrade_scheduled");
    expect(await heldBy(t)).toEqual(["creator_annual scheduled", "studio active canceled"]);
    setTime(MAY_1 + 1);
    await getCustomer(t);
    expect(await heldBy(t)).toEqual(["creator_annual active"]);
    expect(await invoicesOf(t)).toEqual([
      [3900, "paid"],
      [6000, "paid"],
    ]);
  });

  it("of a quantity gives no credit, and reduces the quantity at the end of the cycle", async () => {
    const t = await customerOn("creator", [{ feature_id: "credits", quantity: 500 }]);
    const asked = {
      product_id: "creator",
      options: [{ feature_id: "credits", quantity: 200 }],
      plan_schedule: "end_of_cycle" as const,
    };
    const later = await shown(t, asked);
    expect(later).toMatchObject({ total: 0, next_cycle: { total: 14 }, losses: { at: MAY_1 } });
    await bought(t, { ...asked, preview_id: later.preview_id });
    expect(await creditOf(t)).toBe(0);
    expect((await getCustomer(t)).features["credits"]?.balance).toBe(600);
    setTime(MAY_1 + 1);
    expect((await invoicesOf(t)).length).toBe(1);
    // The rest of April rolls over.
    const after = (await getCustomer(t)).features["credits"];
    expect(after?.included_usage).toBe(300);
    expect((await invoicesOf(t)).at(-1)).toEqual([1400, "paid"]);
  });

  it.each([
    { why: "there is no subscription yet", product_id: "storage_plus" },
    { why: "the product is paid once", product_id: "boost_pack" },
    { why: "it would be more", product_id: "creator", quantity: 900 },
  ])("is refused where $why", async ({ product_id, quantity = 100 }) => {
    const t = await customerOn("creator", [{ feature_id: "credits", quantity: 500 }]);
    const options = [{ feature_id: "credits", quantity }];
    const { error } = await buy(t, {
      product_id,
      plan_schedule: "end_of_cycle",
      ...(product_id !== "storage_plus" && { options }),
    });
    expect(error?.code).toBe("invalid_request");
  });
});

describe("a change that begins now although its interval is shorter", () => {
  const NOW = { product_id: "pro", plan_schedule: "immediate" as const };
  const YEAR = Date.UTC(2026, 3, 1);

  it("is offered beside the scenario, with what each start costs today", async () => {
    const t = await customerOn("creator_annual");
    const shownFirst = await shown(t, { product_id: "pro", free_trial: false });
    expect(shownFirst).toMatchObject({ product: { scenario: "downgrade" }, total: 0, lines: [] });
    expect(shownFirst.next_cycle?.starts_at).toBe(YEAR);
    const now = await shown(t, { ...NOW, free_trial: false });
    expect(now.product.scenario).toBe("upgrade");
    expect(now.lines.map(({ description, amount }) => [description, amount])).toEqual([
      ["Unused time on Creator annual after Apr 11", -58.36],
      ["Remaining time on Pro until May 1", 10],
      ["Storage", 0],
    ]);
    expect([shownFirst.starts, now.starts]).toEqual(
      [true, false].map((waits) => [
        { plan_schedule: "end_of_cycle", at: YEAR, total: 0, selected: waits },
        { plan_schedule: "immediate", at: APRIL_11, total: now.total, selected: !waits },
      ]),
    );
  });

  it.each([
    ["with the saved card", false],
    ["on a page", true],
  ])("replaces the plan at once, %s", async (_, force_checkout) => {
    const t = await customerOn("pro_annual");
    const studio = { product_id: "studio", plan_schedule: "immediate" as const, force_checkout };
    const { total, preview_id } = await shown(t, studio);
    const { checkout_url: url } = await bought(t, { ...studio, preview_id });
    if (url !== undefined) expect((await submit(t, url)).error).toBeNull();
    expect(await heldBy(t)).toEqual(["studio active"]);
    expect((await invoicesOf(t)).at(-1)).toEqual([Math.round(total * 100), "paid"]);
    expect(await creditOf(t)).toBe(Math.max(0, Math.round(-total * 100)));
  });

  it("is refused where the plan costs less per month", async () => {
    const t = await customerOn("pro_annual");
    for (const product_id of ["creator", "free"]) {
      expect((await shown(t, { product_id })).starts).toBeUndefined();
      const { error } = await buy(t, { product_id, plan_schedule: "immediate" });
      expect(error?.code).toBe("invalid_request");
    }
    expect(await heldBy(t)).toEqual(["pro_annual active"]);
  });

  it("is the usual start of every change that begins now anyway", async () => {
    const t = await customerOn("creator");
    const usual = await shown(t, { product_id: "studio" });
    const asked = await shown(t, { product_id: "studio", plan_schedule: "immediate" });
    expect(asked.lines).toEqual(usual.lines);
    expect(asked.product.scenario).toBe("upgrade");
  });
});

describe("the payment of today's total", () => {
  it("names the amount that becomes credit, and the card's part when credit pays a part", async () => {
    const t = await customerOn("creator", [{ feature_id: "credits", quantity: 1000 }]);
    const less = { product_id: "creator", options: [{ feature_id: "credits", quantity: 100 }] };
    const { total, payment } = await shown(t, less);
    expect(total).toBe(-24);
    expect(payment).toEqual({ by_card: 0, from_credit: -24 });
    await bought(t, less);
    const badge = await shown(t, { product_id: "lifetime_badge" });
    expect([badge.total, badge.payment]).toEqual([49, { by_card: 25, from_credit: 24 }]);
  });

  it("is stale once the credit has changed", async () => {
    const t = await customerOn("creator", [{ feature_id: "credits", quantity: 1000 }]);
    const { preview_id } = await shown(t, { product_id: "lifetime_badge" });
    await bought(t, { product_id: "creator", options: [{ feature_id: "credits", quantity: 100 }] });
    const { error } = await buy(t, { product_id: "lifetime_badge", preview_id });
    expect(error?.code).toBe("preview_stale");
  });
});
