import { PDFDocument } from "pdf-lib";
import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { ANA, CARDS, DAY_MS, MAY_1, setTime } from "../../engine/harness";
import { pathOf, send, textOf } from "../form";
import type { Shop } from "../shop";
import type { FakeStripe } from "./fake-stripe";
import { beginWithoutStripe, openStripeShop } from "./stripe-shop";

const APPROVES = "4000000000003063";

beginWithoutStripe();

/** Ana, who has bought a plan with Stripe. */
async function open() {
  const { stripe, shop } = await openStripeShop();
  await shop.saveCard();
  await shop.attach({ productId: "creator" });
  return { shop, stripe };
}

/** The path of the newest invoice's page. */
async function invoiceOf(shop: Shop): Promise<string> {
  const { invoices = [] } = await shop.customer();
  return pathOf(invoices[0]?.hosted_invoice_url);
}

const pageOf = async ({ t }: Shop, path: string) => await textOf(await t.fetch(path, {}));

/** The renewal of 1 May, charged to a card with this behaviour. */
async function renewWith(shop: Shop, stripe: FakeStripe, number: string) {
  stripe.useCard(ANA, number);
  setTime(MAY_1);
  await shop.t.mutation(internal.lifecycle.renewals.processMissed, {});
  await shop.t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
  return await invoiceOf(shop);
}

describe("the page of an invoice, with Stripe", () => {
  it.each([
    ["with a card", 0, "$15.00 was paid by card."],
    ["with credit", 10_000, "$15.00 was paid with credit."],
    ["with both", 500, "$10.00 was paid by card, $5.00 with credit."],
  ])("has no line of nothing: paid %s", async (_, credit_minor, said) => {
    const { shop } = await openStripeShop();
    await shop.saveCard();
    await shop.t.run(async ({ db }) => {
      const customer = await db.query("customers").first();
      if (!customer) throw new Error("There is no customer");
      await db.patch("customers", customer._id, { credit_minor });
    });
    // Its trial ends; no storage beyond the included amount was used.
    await shop.attach({ productId: "pro" });
    setTime(Date.now() + 14 * DAY_MS);
    for (let call = 0; call < 2; call += 1) await shop.customer();
    const path = await invoiceOf(shop);
    const page = await pageOf(shop, path);
    expect(page).toContain(said);
    expect(page).not.toContain("$0.00");
    const { readDocument } = internal.pages.invoice;
    const { invoices = [] } = await shop.customer();
    const number = /Receipt (\S+)/.exec(page)?.[1] ?? "";
    const asked = { token: path.split("/").at(-1) ?? "", number, now: Date.now() };
    const { data } = await shop.t.query(readDocument, asked);
    expect([data?.lines, invoices.length]).toEqual([[{ description: "Pro", amount: 15 }], 1]);
  });

  it("is the receipt, and has the PDFs of invoice and credit note", async () => {
    const { shop } = await open();
    const path = await invoiceOf(shop);
    expect(path).toMatch(/^\/invoice\//);
    const { invoices = [] } = await shop.customer();
    const params = { customer_id: ANA, invoice: String(invoices[0]?.stripe_id) };
    await shop.t.mutation(api.public.createRefund, { params });
    await shop.customer();
    const page = await (await shop.t.fetch(path, {})).text();
    expect(page).toContain("$6.00 was paid by card.");
    expect(page).not.toContain("sandbox");
    const links = [...page.matchAll(/href="(\?pdf=[^"]+)"/g)].map(([, link = ""]) => link);
    const titles = [];
    for (const link of links) {
      const response = await shop.t.fetch(path + link, {});
      expect(response.headers.get("Content-Type")).toBe("application/pdf");
      titles.push((await PDFDocument.load(await response.arrayBuffer())).getTitle());
    }
    expect(titles).toEqual([
      expect.stringMatching(/^Invoice /),
      expect.stringMatching(/^Credit note CN-/),
    ]);
  });

  it("is there in real sales too, for a day, for its own address alone", async () => {
    const { shop } = await open();
    const path = await invoiceOf(shop);
    vi.stubEnv("BILLING_MODE", "live");
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_live_1234567890");
    vi.stubEnv("STRIPE_API_URL", undefined);
    const status = async (at: string) => (await shop.t.fetch(at, {})).status;
    expect([await status(path), await status(`${path}0`)]).toEqual([200, 404]);
    vi.stubEnv("STRIPE_SECRET_KEY", undefined);
    vi.stubEnv("STRIPE_WEBHOOK_SECRET", undefined);
    expect(await status(path)).toBe(404);
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_live_1234567890");
    vi.stubEnv("STRIPE_WEBHOOK_SECRET", "whsec_fake1234567890");
    setTime(Date.now() + DAY_MS);
    expect(await status(path)).toBe(404);
  });

  it("says why the card was not charged, and charges it again", async () => {
    const { shop, stripe } = await open();
    const path = await renewWith(shop, stripe, CARDS.failsLater);
    expect(await pageOf(shop, path)).toContain("failed: Your card was declined.");
    expect((await send(shop.t, path, { do: "pay" })).status).toBe(303);
    expect(await pageOf(shop, path)).toContain("Pay $6.00");
    expect((await send(shop.t, path, { do: "refuse" })).status).toBe(404);
    stripe.useCard(ANA, CARDS.ok);
    await send(shop.t, path, { do: "pay" });
    expect(await pageOf(shop, path)).toContain("Receipt");
    await send(shop.t, path, { do: "pay" });
    expect(stripe.charged).toHaveLength(2);
    expect((await shop.summary()).products).toEqual([["creator", "active", false]]);
  });

  it("leads to the bank where the card wants approval", async () => {
    const { shop, stripe } = await open();
    const path = await renewWith(shop, stripe, APPROVES);
    const page = await (await shop.t.fetch(path, {})).text();
    const [, url = ""] = /href="([^"]*\/payments\/approve\/[^"]+)"/.exec(page) ?? [];
    const bank = await shop.t.fetch(new URL(url).pathname, { redirect: "manual" });
    expect(bank.headers.get("Location")).toContain("/3ds/");
    expect(page).not.toContain("Pay $");
    for (const payment of stripe.payments.values()) stripe.approve(payment, true);
    await shop.deliver();
    expect(await pageOf(shop, path)).toContain("Receipt");
  });

  it("offers no second charge while the first has no answer", async () => {
    const { shop, stripe } = await open();
    const path = await renewWith(shop, stripe, CARDS.failsLater);
    stripe.useCard(ANA, CARDS.ok);
    stripe.network = "answers_are_lost";
    await send(shop.t, path, { do: "pay" });
    const page = await pageOf(shop, path);
    expect(page).toContain("not confirmed yet");
    expect(page).not.toContain("Pay $");
    await send(shop.t, path, { do: "pay" });
    expect(stripe.charged).toHaveLength(2);
  });
});
