import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../../convex/_generated/api";
import type { BillingEvent } from "../../../packages/billing/src/contract";
import { deploy, join } from "../accounts/deployment";
import { confirmAddress, mailsIn } from "../accounts/mailbox";

const modules = import.meta.glob("../../../convex/billingMails/*.ts");
const ADDRESS = "ada@art.example";
const CARD = { number: "4242424242424242", expMonth: 12, expYear: 2030, cvc: "123" };
const { onEvent } = internal.billingMails.onEvent;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 3, 1) });
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://art.example");
  vi.stubEnv("CONVEX_SITE_URL", "https://api.art.example");
});
/** Ada, a customer; with a confirmed address unless it only waits for its confirmation. */
async function open({ confirmed = true } = {}) {
  const site = await deploy(undefined, modules);
  const { t } = site;
  await t.mutation(internal.billing.install, {});
  const { accessToken } = await join(site);
  const me = await site.as(accessToken);
  if (confirmed) await confirmAddress(site, accessToken, ADDRESS);
  const { data: customer } = await me.action(api.billing.createCustomer, {});
  const customerId = customer?.id ?? "";
  const before = (await mailsIn(site)).length;
  const mails = async () => (await mailsIn(site)).slice(before);
  const tell = async (event: object) => {
    const base = { customer_id: customerId, at: Date.now() };
    await t.mutation(onEvent, { event: { ...base, ...event } as BillingEvent });
  };
  /** Lets what is scheduled run. */
  const settle = async () => {
    for (let round = 0; round < 20; round += 1) {
      await vi.advanceTimersByTimeAsync(1);
      await t.finishInProgressScheduledFunctions();
    }
  };
  return { ...site, me, customerId, mails, tell, settle };
}

const INVOICE = {
  ...{ invoice: "AAAA2222-0001", product_ids: ["pro"], currency: "usd" },
  lines: [
    { description: "Pro", amount: 20 },
    { description: "20% off", amount: -4.01 },
  ],
  total: 15.99,
  hosted_invoice_url: "https://api.art.example/billing/sandbox/invoice/x",
};
const PAID = { id: "e1", type: "invoice.paid", ...INVOICE, by_card: 10, from_credit: 5.99 };
const NAMED = { product_id: "pro", entity_id: null };
const MAY_4 = Date.UTC(2026, 4, 4);
const SETTINGS = "https://art.example/settings/billing";

describe("a purchase", () => {
  it("is followed by one receipt with its number, its lines and its invoice", async () => {
    const { t, me, mails, settle } = await open();
    const { data } = await me.action(api.billing.attach, { productId: "creator" });
    const page = data?.checkout_url ?? "";
    const { submitCard } = components.billing.pages.checkout;
    const token = page.slice(page.lastIndexOf("/") + 1);
    expect(await mails()).toEqual([]);
    await t.mutation(submitCard, { token, card: CARD });
    expect(await mails()).toEqual([]);
    await settle();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: ADDRESS, state: "unsent" });
    expect(mail?.subject).toMatch(/^Your receipt \w{8}-0001$/);
    expect(mail?.text).toMatch(/- Creator: \$6\.00\n- Total: \$6\.00\n- Paid by card: \$6\.00\n/);
    expect(mail?.text).toMatch(/Open the invoice:\nhttps:\/\/api\.art\.example\/\S+\/invoice\/\S+/);
  });

  it("that is rolled back is followed by none", async () => {
    const { t, customerId, mails, settle } = await open();
    const params = { customer_id: customerId, product_id: "creator" };
    const undone = t.run(async (ctx) => {
      const { data } = await ctx.runMutation(components.billing.public.attach, { params });
      const { checkout_url: page = "" } = data as { checkout_url?: string };
      const { submitCard } = components.billing.pages.checkout;
      const token = page.slice(page.lastIndexOf("/") + 1);
      const { error } = await ctx.runMutation(submitCard, { token, card: CARD });
      expect(error).toBeNull();
      throw new Error("The host failed");
    });
    await expect(undone).rejects.toThrow("The host failed");
    await settle();
    expect(await mails()).toEqual([]);
  });
});

describe("the mail about an event", () => {
  it.each<[string, object, string, readonly string[]]>([
    [
      "a paid invoice",
      PAID,
      "Your receipt AAAA2222-0001",
      [
        "- Pro: $20.00\n- 20% off: -$4.01\n- Total: $15.99",
        "- Paid by card: $10.00\n- Paid with credit: $5.99",
        `Open the invoice:\n${INVOICE.hosted_invoice_url}`,
      ],
    ],
    [
      "an invoice that became credit",
      { ...PAID, total: -3, by_card: 0, from_credit: -3, hosted_invoice_url: null },
      "Your invoice AAAA2222-0001",
      ["You have $3.00 more credit.", `Open the invoice:\n${SETTINGS}`],
    ],
    [
      "a failed payment",
      {
        ...{ id: "e2", type: "invoice.failed", ...INVOICE, reason: "Declined" },
        retries: [MAY_4, Date.UTC(2026, 4, 6)],
      },
      "Your payment of $15.99 failed",
      ["we try again on:\n\n- May 4, 2026\n- May 6, 2026", "Pay the invoice:\nhttps://api."],
    ],
    [
      "the last failed payment",
      { id: "e2", type: "invoice.failed", ...INVOICE, reason: "Declined", retries: [] },
      "Your payment of $15.99 failed",
      ["Pay it now to keep your plan"],
    ],
    [
      "a trial",
      { id: "e3", type: "trial.ending", ...NAMED, ends_at: MAY_4 },
      "Your trial of Pro ends on May 4, 2026",
      [`See your plan:\n${SETTINGS}`],
    ],
    [
      "a renewal",
      { id: "e4", type: "renewal.upcoming", ...NAMED, product_id: "gone", renews_at: MAY_4 },
      "gone renews on May 4, 2026",
      ["for another year", "Your card is charged then."],
    ],
    [
      "a renewal with its amount",
      {
        ...{ id: "e4", type: "renewal.upcoming", ...NAMED, renews_at: MAY_4 },
        ...{ total: 191.99, currency: "usd" },
      },
      "Pro renews on May 4, 2026",
      ["$191.99 is due then."],
    ],
    [
      "a card",
      {
        ...{ id: "e5", type: "card.expiring", brand: "visa", last4: "4242" },
        ...{ exp_month: 12, exp_year: 2026 },
      },
      "Your card expires soon",
      ["Your card Visa •••• 4242 expires at the end of December 2026."],
    ],
    [
      "a refund",
      {
        ...{ id: "e6", type: "credit_note.issued", credit_note: "CN-AAAA2222-0001" },
        ...{ invoice: "AAAA2222-0001", lines: [{ description: "Pro", amount: 5 }], total: 5 },
        ...{ by_card: 3, as_credit: 2, currency: "usd", reason: "A day was lost" },
        hosted_invoice_url: INVOICE.hosted_invoice_url,
      },
      "Your refund of $5.00",
      [
        "credit note CN-AAAA2222-0001",
        "A day was lost",
        "- To your card: $3.00\n- As credit: $2.00",
      ],
    ],
    [
      "a refund that came back",
      {
        ...{ id: "e7", type: "refund.failed", credit_note: "CN-AAAA2222-0001", amount: 3 },
        ...{ invoice: "AAAA2222-0001", currency: "usd" },
        hosted_invoice_url: INVOICE.hosted_invoice_url,
      },
      "Your refund of $3.00 came back",
      [
        "$3.00 of invoice AAAA2222-0001, with credit note CN-AAAA2222-0001",
        `Open the invoice:\n${INVOICE.hosted_invoice_url}`,
      ],
    ],
  ])("of %s", async (_, event, subject, parts) => {
    const { tell, mails } = await open();
    await tell(event);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(subject);
    for (const part of parts) expect(mail?.text).toContain(part);
    expect(mail?.text).toContain("the payments of @Ada");
    expect(mail?.html).toContain('<html lang="en">');
  });

  it("is in the language of the account", async () => {
    const { t, tell, mails } = await open();
    await t.run(async ({ db }) => {
      const account = await db.query("accounts").first();
      if (account) await db.patch("accounts", account._id, { language: "de" });
    });
    await tell(PAID);
    await tell({ id: "e3", type: "trial.ending", ...NAMED, ends_at: MAY_4 });
    const [receipt, trial] = await mails();
    expect(receipt?.text.replaceAll("\u00a0", " ")).toContain("- Summe: 15,99 $");
    expect(trial?.subject).toBe("Dein Probezeitraum von Pro endet am 4. Mai 2026");
    expect(trial?.html).toContain('<html lang="de">');
    expect(trial?.html).toContain("Wenn der Knopf nicht geht");
  });

  it("is sent once, however often the event is told", async () => {
    const { tell, mails } = await open();
    await tell(PAID);
    await tell(PAID);
    await tell({ ...PAID, id: "e9" });
    expect(await mails()).toHaveLength(2);
  });

  it.each<[string, object]>([
    ["of nothing to pay", { ...PAID, total: 0, by_card: 0, from_credit: 0 }],
    ["that an invoice was issued", { id: "e7", type: "invoice.issued", ...INVOICE }],
    ["of a customer of no account", { ...PAID, customer_id: "someone" }],
  ])("is none: %s", async (_, event) => {
    const { tell, mails } = await open();
    await tell(event);
    expect(await mails()).toEqual([]);
  });

  it("is none without a confirmed address, and none where no mail can be read", async () => {
    const without = await open({ confirmed: false });
    await without.tell(PAID);
    expect(await without.mails()).toEqual([]);
    const { tell, mails } = await open();
    vi.stubEnv("BILLING_MODE", "live");
    await tell(PAID);
    expect(await mails()).toEqual([]);
  });
});
