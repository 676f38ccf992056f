import { describe, expect, it } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { addCredit } from "../../../src/component/operations/invoices/invoices";
import { findCustomer } from "../../../src/component/store/customers/customerState";
import type { RewardDefinition } from "../../../src/component/rules/discounts/rewards";
import { ANA, APRIL_1, CARDS, DAY_MS, MAY_1, getCustomer, saveCard } from "../../engine/harness";
import { setTime, startBareEngine } from "../../engine/harness";
import type { Engine } from "../../engine/harness";
import { bought, canceled, creditOf, product, shown } from "../../engine/shop";
import { check } from "../../engine/workspace";
import { GOOD_CARD, pathOf, send, textOf } from "../form";

/** All prices, in the smallest units of any currency. */
const PLAN = 10_975;
const BIG = 30_125;
const TRIED = 1_505;
const PACK = 2_005;
const CREDIT = 250;
const OFF = 1_025;
const REFUNDED = 10_800;

/** A formatted amount, written here a second time. */
interface Currency {
  code: string;
  decimals: number;
  /** The start of a formatted amount. */
  sign: string;
}

function sayer({ decimals, sign }: Currency) {
  return (minor: number) => {
    const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
    const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ",");
    const rest = decimals === 0 ? "" : `.${digits.slice(-decimals)}`;
    return `${minor < 0 ? "-" : ""}${sign}${whole}${rest}`;
  };
}

async function open({ code, decimals }: Currency): Promise<Engine> {
  const major = (minor: number) => Number(`${minor}e-${decimals}`);
  const monthly = (minor: number) => [{ price: major(minor), interval: "month" as const }];
  const off: RewardDefinition = {
    ...{ id: "off", name: "off", promo_codes: ["OFF"], type: "fixed_discount" },
    ...{ discount_value: major(OFF), duration_type: "one_off", duration_value: 0 },
  };
  const calls = { feature_id: "calls", interval: "month" as const, billing_units: 10 };
  const perUse = { ...calls, usage_model: "pay_per_use" as const };
  return await startBareEngine({
    currency: code,
    features: [{ id: "calls", name: "calls", type: "single_use", archived: false }],
    rewards: [off],
    products: [
      product("plan", monthly(PLAN)),
      product("big", [...monthly(BIG), { ...perUse, included_usage: 5, price: major(PACK) }]),
      product("tried", monthly(TRIED), {
        group: "tools",
        free_trial: { length: 14, duration: "day", unique_fingerprint: false, card_required: true },
      }),
      product("tiered", [
        {
          ...perUse,
          tiers: [
            { to: 10, amount: major(PACK) },
            { to: "inf", amount: major(TRIED) },
          ],
        },
      ]),
    ],
  });
}

async function readPage(t: Engine, url: unknown): Promise<string> {
  return await textOf(await t.fetch(pathOf(url), {}));
}

/** The page of the newest invoice. */
async function newestInvoice(t: Engine): Promise<string> {
  const { invoices = [] } = await getCustomer(t);
  return await readPage(t, invoices[0]?.hosted_invoice_url);
}

async function portal(t: Engine): Promise<string> {
  const params = { customer_id: ANA };
  const { data } = await t.mutation(api.public.billingPortal, { params });
  return await readPage(t, data?.url);
}

async function refund(t: Engine, amount: number) {
  const invoice = await t.run(async (ctx) => (await ctx.db.query("invoices").first())?.number);
  const asked = { customerId: ANA, invoice: String(invoice), amount };
  return await t.mutation(internal.operations.invoices.refunds.refund, asked);
}

const NBSP = "\u00a0";

describe.each<Currency>([
  { code: "usd", decimals: 2, sign: "$" },
  { code: "jpy", decimals: 0, sign: "¥" },
  { code: "kwd", decimals: 3, sign: `KWD${NBSP}` },
  // Intl rounds these two to whole units by default.
  { code: "huf", decimals: 2, sign: `HUF${NBSP}` },
  { code: "iqd", decimals: 3, sign: `IQD${NBSP}` },
])("amounts of $code, with $decimals decimals,", (currency) => {
  const { decimals } = currency;
  const money = sayer(currency);
  const major = (minor: number) => Number(`${minor}e-${decimals}`);
  /** On a page, where every space is a plain one. */
  const read = (minor: number) => money(minor).replace(NBSP, " ");

  const missing = (page: string, phrases: string[]) =>
    phrases.filter((phrase) => !page.includes(phrase));

  it("are the same in a purchase, on its page, and on its receipt", async () => {
    const t = await open(currency);
    await getCustomer(t);
    await t.run(async (ctx) => {
      const customer = await findCustomer(ctx, ANA);
      if (!customer) throw new Error("There is no customer");
      await addCredit(ctx, customer._id, CREDIT);
    });
    const {
      total,
      lines,
      next_cycle: next,
      url,
      product: sold,
    } = await shown(t, {
      product_id: "plan",
    });
    expect([total, next?.total, ...lines.map(({ amount }) => amount)]).toEqual(
      [PLAN, PLAN, PLAN].map(major),
    );
    expect(sold.items[0]).toMatchObject({
      price: major(PLAN),
      display: { primary_text: money(PLAN) },
    });
    const bill = [
      `plan ${read(PLAN)}`,
      `Total due today ${read(PLAN)}`,
      `Pay ${read(PLAN - CREDIT)}`,
    ];
    expect(missing(await readPage(t, url), bill)).toEqual([]);
    const paid = await textOf(await send(t, pathOf(url), GOOD_CARD));
    const split = `${read(CREDIT)} is paid with your credit, ${read(PLAN - CREDIT)} by card.`;
    expect(missing(paid, [`plan ${read(PLAN)}`, `Total ${read(PLAN)}`, split])).toEqual([]);
    expect(await creditOf(t)).toBe(0);
    expect((await getCustomer(t)).invoices).toMatchObject([
      { total: major(PLAN), currency: currency.code },
    ]);
    const receipt = [
      `plan ${read(PLAN)}`,
      `Total ${read(PLAN)}`,
      `${read(PLAN - CREDIT)} was paid by card, ${read(CREDIT)} with credit.`,
    ];
    expect(missing(await newestInvoice(t), receipt)).toEqual([]);
    expect(await portal(t)).toContain(`${read(PLAN)} Apr 1, 2025, paid`);

    const { data } = await refund(t, major(REFUNDED));
    const asCredit = REFUNDED - (PLAN - CREDIT);
    expect(data).toMatchObject({
      refunded: major(REFUNDED),
      by_card: major(PLAN - CREDIT),
      as_credit: major(asCredit),
    });
    expect(await newestInvoice(t)).toContain(
      `Refunded ${read(REFUNDED)} on Apr 1, 2025, ${read(asCredit)} of it as credit.`,
    );
    expect((await getCustomer(t)).invoices?.[0]?.amount_refunded).toBe(major(REFUNDED));
    const refused = [await refund(t, major(PLAN + 1)), await refund(t, major(REFUNDED - 1))];
    expect(refused.map(({ error }) => error?.message.replace(/invoice \S+/, "it"))).toEqual([
      `Only ${money(PLAN)} was paid on it`,
      `${money(REFUNDED)} of it was given back already`,
    ]);
  });

  it("are the same where a plan changes, ends or stays unpaid", async () => {
    const t = await open(currency);
    await saveCard(t);
    const { invoice } = await bought(t, { product_id: "plan" });
    // Only attach has smallest units on the wire.
    expect(invoice).toMatchObject({ total: PLAN, currency: currency.code });
    setTime(APRIL_1 + 15 * DAY_MS);
    const { data } = await check(t, { product_id: "big", with_preview: true });
    if (data?.code !== "product_found") throw new Error("No answer about a product");
    // Half of April is left: 5487.5 and 15062.5, each rounded away from zero.
    const [unused, remaining] = [-5488, 15_063];
    const { items, due_today: due, due_next_cycle: next } = data.preview ?? {};
    // No call is used yet.
    const expected = [unused, remaining, 0].map(money);
    expect(items?.map(({ price }) => price)).toEqual(expected);
    expect([due?.price, next?.price]).toEqual([major(unused + remaining), major(BIG)]);
    await canceled(t, { product_id: "plan", cancel_immediately: true });
    expect(
      missing(await newestInvoice(t), [
        `Unused time on plan after Apr 16 ${read(unused)}`,
        `Total ${read(unused)}`,
        `${read(-unused)} became credit.`,
      ]),
    ).toEqual([]);
    expect(await portal(t)).toContain(`${read(unused)} Apr 16, 2025, paid`);

    await bought(t, { product_id: "big" });
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1 + 15 * DAY_MS);
    const unpaid = await newestInvoice(t);
    expect(missing(unpaid, [`big ${read(BIG)}`, `Pay ${read(BIG)}`])).toEqual([]);
  });

  it("are the same in offers: after a trial, unit prices, tiers and discounts", async () => {
    const t = await open(currency);
    const trial = await readPage(t, (await shown(t, { product_id: "tried" })).url);
    expect(
      missing(trial, [
        `14 days free, then ${read(TRIED)} per month; nothing due today.`,
        `Total due today ${read(0)}`,
      ]),
    ).toEqual([]);
    const texts = async (product_id: string) =>
      (await shown(t, { product_id })).product.items.map(({ display }) => display);
    expect((await texts("big"))[1]).toEqual({
      primary_text: "5 calls",
      secondary_text: `then ${money(PACK)} per 10 calls`,
    });
    expect((await texts("tiered"))[0]?.primary_text).toBe(`${money(PACK)} - ${money(TRIED)}`);
    const { total, lines } = await shown(t, { product_id: "plan", reward: "OFF" });
    expect([total, lines[0]?.amount]).toEqual([PLAN - OFF, PLAN - OFF].map(major));
  });
});
