import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../src/contract/errors";
import type { Customer } from "../../../src/contract/wire";
import { BillingPortal } from "../../../src/react/components/billing-portal";
import { GERMAN } from "../../../src/react/messages/german";
import { expectAccessible } from "../../../../ui/tests/browser";
import { FakeTransport } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerFeature,
  customerProduct,
  prepaidItem,
  productIn,
  productItem,
} from "../wire-samples";

const credits = prepaidItem({
  quantity: 200,
  feature: {
    id: "credits",
    name: "Credits",
    type: "credit_system",
    display: { singular: "credit", plural: "credits" },
    archived: false,
  },
});
const creator = customerProduct({
  group: "main",
  items: [productItem({ price: 6 }), credits],
  current_period_end: CYCLE_START,
});
const storage = customerProduct({
  id: "storage",
  name: "Storage plus",
  is_add_on: true,
  items: [productItem({ price: 3 })],
  current_period_end: CYCLE_START,
});
const invoice = {
  product_ids: ["creator"],
  stripe_id: "in_1",
  status: "paid" as const,
  total: 14,
  currency: "usd",
  created_at: Date.UTC(2026, 10, 11, 12),
  hosted_invoice_url: "https://pay.example/in_1",
};
const visa = {
  id: "pm_1",
  type: "card" as const,
  card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
};
const canceled = { success: true as const, customer_id: "ines", product_id: "creator" };

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));

function backend(over: Parameters<typeof customer>[0] = {}) {
  return new FakeTransport()
    .answer("listProducts", { list: [productIn("active", { properties: { updateable: true } })] })
    .answer("createCustomer", customer({ products: [creator], payment_method: null, ...over }));
}

function show(transport = backend(), language = {}) {
  const onError = vi.fn();
  render(<BillingPortal group="main" returnPath="/billing" />, {
    wrapper: billingWrapper(transport, { current: { locale: "en-US", onError, ...language } }),
  });
  return { transport, onError };
}

const region = async (name: string) => within(await screen.findByRole("region", { name }));
const button = (name: string) => screen.getByRole("button", { name });

describe("BillingPortal", () => {
  it("shows the plan, the next bill and its parts, the card and the invoices", async () => {
    show(backend({ payment_method: visa, invoices: [invoice] }));
    const plan = await region("Creator");
    expect(plan.getByText("$14.00")).toBeTruthy();
    expect(plan.getByText("on Dec 11, 2026")).toBeTruthy();
    const parts = plan.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(parts).toEqual(["Creator $6.00 per month", "200 credits $8.00 per month"]);
    expect(plan.getByText("Visa ending in 4242, expires 12/2030")).toBeTruthy();
    const invoices = await region("Invoices");
    expect(invoices.getByText("$14.00")).toBeTruthy();
    expect(invoices.getByText("Nov 11, 2026, paid")).toBeTruthy();
    expect(invoices.queryByText(/refunded/)).toBeNull();
    await expectAccessible();
  });

  it("counts a purchase that is paid once as no plan, and lists it with its day", async () => {
    const pack = customerProduct({
      ...{ id: "pack", name: "Print pack", group: "main", started_at: CYCLE_START },
      items: [productItem({ price: 12, interval: null })],
    });
    show(backend({ products: [pack, creator] }));
    expect((await region("Creator")).getByText("$14.00")).toBeTruthy();
    expect(button("Cancel plan")).toBeTruthy();
    expect((await region("Add-ons")).getByText("Bought Dec 11, 2026")).toBeTruthy();
  });

  it("says that a customer who only bought something once has no plan", async () => {
    const items = [productItem({ price: 12, interval: null })];
    show(backend({ products: [customerProduct({ id: "pack", group: "main", items })] }));
    expect(await region("No plan")).toBeTruthy();
  });

  it("names the length of each part, and lists equal names apart", async () => {
    const items = [productItem({ price: 6 }), productItem({ price: 15, interval_count: 3 })];
    const plan = { ...creator, items: items.map((item) => ({ ...item, type: "price" as const })) };
    show(backend({ products: [plan] }));
    const parts = (await region("Creator")).getAllByRole("listitem");
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      "Creator $6.00 per month",
      "Creator $15.00 per 3 months",
    ]);
    expect(console.error).not.toHaveBeenCalled();
  });

  it("names the next bill of a plan that is priced by seats alone", async () => {
    const seat = {
      ...({ type: "priced_feature", usage_model: "pay_per_use", price: 15 } as const),
      ...({ feature_id: "seats", feature_type: "continuous_use" } as const),
      feature: {
        ...({ id: "seats", name: "Seats", type: "continuous_use", archived: false } as const),
        display: { singular: "seat", plural: "seats" },
      },
    };
    const business = customerProduct({
      name: "Business",
      group: "main",
      items: [productItem(seat)],
      current_period_end: CYCLE_START,
    });
    const seats = customerFeature({
      ...({ id: "seats", name: "Seats", type: "continuous_use" } as const),
      ...{ usage: 4, balance: -4, included_usage: 0, overage_allowed: true },
    });
    show(backend({ products: [business], features: [seats] }));
    const plan = await region("Business");
    expect(plan.getByText("$60.00")).toBeTruthy();
    expect(plan.getByText("on Dec 11, 2026")).toBeTruthy();
    const parts = plan.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(parts).toEqual(["4 seats $60.00 per month"]);
    const used = await region("What you have used");
    expect(used.getByText("4 seats")).toBeTruthy();
    expect(used.getByText("You pay for what you use")).toBeTruthy();
    expect(used.queryByRole("meter")).toBeNull();
  });

  it("is fully translated, with the units that the catalogue names", async () => {
    const uploads = customerFeature({ usage: 3, balance: 7 });
    show(backend({ features: [uploads], invoices: [] }), { language: GERMAN, locale: "de-DE" });
    const plan = await region("Creator");
    expect(plan.getByText("Nächste Rechnung")).toBeTruthy();
    expect(plan.getByText("14,00 $")).toBeTruthy();
    expect(plan.getByText("am 11.12.2026")).toBeTruthy();
    expect(screen.getByText("3 von 10")).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/Next bill|Your plan|Invoices|Cancel/);
  });

  it("shows a meter for counted features, and only the name of flags", async () => {
    const item = productItem({
      type: "feature",
      feature_id: "uploads",
      feature: {
        id: "uploads",
        name: "Uploads",
        type: "single_use",
        display: { singular: "upload", plural: "uploads" },
        archived: false,
      },
    });
    const features = [
      customerFeature({ usage: 3, balance: 7 }),
      customerFeature({ id: "hd", name: "4K uploads", type: "static" }),
    ];
    show(backend({ products: [{ ...creator, items: [item] }], features }));
    const meter = await screen.findByRole("meter", { name: "Uploads" });
    expect(meter.getAttribute("aria-valuetext")).toBe("3 of 10 uploads");
    expect(screen.getByText("Also included: 4K uploads.")).toBeTruthy();
  });

  it("shows a ledger for each credit system and a table for each kind of seat", async () => {
    const features = [
      customerFeature({ id: "credits", name: "Credits", balance: 80, credit_schema: [] }),
      customerFeature({ id: "seats", name: "Seats", type: "continuous_use", usage: 1, balance: 2 }),
    ];
    const seat = {
      id: "s1",
      name: "Bob",
      customer_id: "ines",
      feature_id: "seats",
      created_at: CYCLE_START,
      env: "sandbox" as const,
    };
    show(backend({ features, entities: [seat] }));
    expect((await region("Credits")).getByText("80 credits left")).toBeTruthy();
    expect((await region("Seats")).getByRole("row", { name: "Bob Dec 11, 2026" })).toBeTruthy();
    await expectAccessible();
  });

  it("shows uses of credits by the name that the host gives them", async () => {
    const credits = customerFeature({ id: "credits", name: "Credits", credit_schema: [] });
    const unlimited = { ...credits, id: "more", name: "More", unlimited: true };
    const transport = backend({ features: [credits, unlimited] }).answer("query", {
      list: [{ period: CYCLE_START, uploads: 3 }],
      total: {},
    });
    render(<BillingPortal creditsSpentOn={{ uploads: "Uploads" }} />, {
      wrapper: billingWrapper(transport, { current: { locale: "en-US" } }),
    });
    expect(await screen.findByRole("row", { name: "Dec 11, 2026 3" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "More" })).toBeNull();
    expect(transport.argsOf("query")).toEqual([{ featureId: ["uploads"], range: "30d" }]);
  });

  it("shows the customer's own plan, not an entity's, nor an add-on", async () => {
    const seats = { ...creator, id: "seat_plan", name: "Seat plan", entity_id: "seat_1" };
    const extra = { ...storage, group: "main" };
    const transport = backend({ products: [seats, extra, creator] });
    render(<BillingPortal />, {
      wrapper: billingWrapper(transport, { current: { locale: "en-US" } }),
    });
    expect((await region("Creator")).getByText("$14.00")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Seat plan" })).toBeNull();
  });

  it("cancels the plan of its group", async () => {
    const other = customerProduct({
      id: "extra",
      name: "Extra",
      group: "b",
      current_period_end: 1,
    });
    show(backend({ products: [other, creator] }));
    await region("Creator");
    expect(screen.getByText("You would keep Creator until Dec 11, 2026.")).toBeTruthy();
    expect(screen.queryByText(/keep Extra/)).toBeNull();
  });

  it("changes a prepaid quantity in the checkout dialog", async () => {
    const { transport } = show(backend().answer("checkout", checkoutAnswer({ total: 4 })));
    await userEvent.click(await screen.findByRole("button", { name: "Update Plan" }));
    expect(await screen.findByRole("dialog")).toBeTruthy();
    expect(transport.argsOf("checkout")).toEqual([{ productId: "creator" }]);
  });

  it("shows the refunded part of an invoice", async () => {
    show(backend({ invoices: [{ ...invoice, amount_refunded: 4.5 }] }));
    expect((await region("Invoices")).getByText("$4.50 refunded")).toBeTruthy();
  });

  it("marks an invoice with a negative total as credited", async () => {
    show(backend({ invoices: [{ ...invoice, total: -14 }] }));
    expect((await region("Invoices")).getByText("Nov 11, 2026, credited")).toBeTruthy();
  });

  it("names each invoice of a day by what was sold and for how much", async () => {
    const another = { ...invoice, stripe_id: "in_2", total: 3, product_ids: ["extra"] };
    show(backend({ invoices: [invoice, another] }));
    const buttons = await screen.findAllByRole("button", { name: /^Invoice of/ });
    expect(new Set(buttons.map((button) => button.getAttribute("aria-label"))).size).toBe(2);
  });

  it("opens an invoice in a new tab", async () => {
    const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
    // The part of a window that navigation uses.
    vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
    show(backend({ invoices: [invoice] }));
    const name = /^Invoice of Nov 11, 2026: .+, \$/;
    await userEvent.click(await screen.findByRole("button", { name }));
    expect(tab.location.replace).toHaveBeenCalledWith("https://pay.example/in_1");
    expect(tab.opener).toBeNull();
  });

  it("opens the card page in a new tab and says so, and reports a failure to the host", async () => {
    const tab = { opener: null, location: { replace: vi.fn() }, close: vi.fn() };
    vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
    const { transport, onError } = show(
      backend().reply("setupPayment", () => fail("payments_not_configured", "none here")),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Add card" }));
    await waitFor(() =>
      expect(onError).toHaveBeenCalledWith(
        expect.objectContaining({ operation: "setupPayment", code: "payments_not_configured" }),
      ),
    );
    expect(screen.queryByText(/The card page is open/)).toBeNull();
    transport.reply("setupPayment", () => ok({ customer_id: "ines", url: "https://pay.example/" }));
    await userEvent.click(button("Add card"));
    expect(await screen.findByText(/The card page is open in another tab/)).toBeTruthy();
    expect(transport.argsOf("setupPayment").at(-1)).toEqual({ successUrl: "/billing" });
  });
});

describe("Canceling a subscription", () => {
  it("cancels the plan, and the same button then undoes it", async () => {
    const transport = backend();
    transport.reply("cancel", () => {
      const ending: Customer = customer({ products: [{ ...creator, canceled_at: 1 }] });
      transport.answer("createCustomer", ending);
      return ok(canceled);
    });
    transport.answer("checkout", checkoutAnswer({ product: productIn("renew"), total: 0 }));
    show(transport);
    await userEvent.click(await screen.findByRole("button", { name: "Cancel plan" }));
    expect(screen.getByText("You would keep Creator until Dec 11, 2026.")).toBeTruthy();
    await userEvent.click(await screen.findByRole("button", { name: "Confirm cancellation" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    const keep = await screen.findByRole("button", { name: "Keep Creator" });
    await waitFor(() => expect(document.activeElement).toBe(keep));
    expect((await region("Creator")).getByText("Ends")).toBeTruthy();
    await expectAccessible();
    await userEvent.click(keep);
    expect(await screen.findByRole("dialog", { name: "Renew" })).toBeTruthy();
    expect(transport.argsOf("checkout")).toEqual([{ productId: "creator" }]);
  });

  it("has no cancel button for a free plan or a one-time purchase", async () => {
    const free = customerProduct({ id: "free", name: "Free", group: "main", is_default: true });
    const badge = customerProduct({ id: "badge", name: "Badge", is_add_on: true });
    show(backend({ products: [free, badge] }));
    const plan = await region("Free");
    expect(plan.getByText("No upcoming payment.")).toBeTruthy();
    expect((await region("Add-ons")).getByText("Badge")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Cancel/ })).toBeNull();
  });

  it("cancels an add-on by its own name", async () => {
    const { transport } = show(
      backend({ products: [creator, storage] }).answer("cancel", canceled),
    );
    const addOns = await region("Add-ons");
    expect(addOns.getByText("Renews Dec 11, 2026, $3.00")).toBeTruthy();
    await userEvent.click(addOns.getByRole("button", { name: "Cancel Storage plus" }));
    await screen.findByRole("alertdialog", { name: "Cancel Storage plus" });
    await userEvent.click(button("Confirm cancellation"));
    await waitFor(() => expect(transport.argsOf("cancel")).toEqual([{ productId: "storage" }]));
  });

  it("shows a scheduled change instead of the next bill", async () => {
    const next = customerProduct({
      id: "free",
      name: "Free",
      group: "main",
      status: "scheduled",
      started_at: CYCLE_START,
    });
    show(backend({ products: [{ ...creator, canceled_at: 1 }, next] }));
    const plan = await region("Creator");
    expect(plan.getByText("You move to Free on Dec 11, 2026.")).toBeTruthy();
    expect(plan.queryByText("$14.00")).toBeNull();
  });
});

describe("a plan whose renewal failed", () => {
  const unpaid = { past_due: true, grace_ends_at: Date.UTC(2026, 10, 18, 12) };
  const [GRACE_END, PERIOD_END] = ["Nov 18, 2026", "Dec 11, 2026"];

  it("names one date everywhere, the end of the grace period", async () => {
    const products = [
      { ...creator, ...unpaid, retry_at: Date.UTC(2026, 10, 14, 12) },
      { ...storage, ...unpaid },
    ];
    show(backend({ products, invoices: [] }));
    const plan = await region("Creator");
    expect(plan.getByText(`Pay by ${GRACE_END} to keep Creator.`)).toBeTruthy();
    expect(plan.getByText("We'll try your card again on Nov 14, 2026.")).toBeTruthy();
    const addOns = await region("Add-ons");
    expect(addOns.getByText(`Not paid. Ends ${GRACE_END} unless you pay`)).toBeTruthy();
    expect(screen.getByText(`You would keep Creator until ${GRACE_END}.`)).toBeTruthy();
    await userEvent.click(button("Cancel plan"));
    const dialog = await screen.findByRole("alertdialog", { name: "Cancel Creator" });
    expect(dialog.textContent).toContain(`You keep Creator until ${GRACE_END}.`);
    expect(document.body.textContent).not.toContain(PERIOD_END);
  });
});

describe("the next bill of a customer with credit", () => {
  const credit = (balance: number) => ({ credit: { balance, currency: "usd" }, invoices: [] });
  const earlier = { ...storage, current_period_end: CYCLE_START - 1 };

  it.each([
    { why: "a part", balance: 6, others: [], credit: "$6.00", rest: "$8.00" },
    { why: "all of it", balance: 40, others: [], credit: "$14.00", rest: "$0.00" },
    {
      why: "what an earlier bill leaves",
      balance: 5,
      others: [earlier],
      credit: "$2.00",
      rest: "$12.00",
    },
    {
      why: "nothing after an earlier bill",
      balance: 3,
      others: [earlier],
      credit: null,
      rest: null,
    },
    { why: "nothing without credit", balance: 0, others: [], credit: null, rest: null },
  ])("says that credit pays $why", async ({ balance, others, ...part }) => {
    show(backend({ products: [creator, ...others], ...credit(balance) }));
    const plan = await region("Creator");
    expect(plan.getByText("$14.00")).toBeTruthy();
    const said = plan.queryByText(/^Your account credit covers/)?.textContent ?? null;
    expect(said).toBe(
      part.credit && `Your account credit covers ${part.credit}; your card pays ${part.rest}.`,
    );
  });
});

describe("BillingPortal without a customer", () => {
  it("shows placeholders while it loads", async () => {
    show(backend().reply("createCustomer", () => new Promise(() => undefined)));
    expect(screen.getByText("Your billing is loading")).toBeTruthy();
    await expectAccessible();
  });

  it("says that nothing was charged when it did not load, and tries again on request", async () => {
    const { transport } = show(
      backend().reply("createCustomer", () => fail("internal_error", "no")),
    );
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Nothing was charged or changed.",
    );
    await expectAccessible();
    transport.answer("createCustomer", customer({ products: [creator] }));
    await userEvent.click(button("Try again"));
    expect(await region("Creator")).toBeTruthy();
  });
});
