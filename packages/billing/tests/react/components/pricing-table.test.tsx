import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../src/contract/errors";
import type { Product } from "../../../src/contract/wire";
import { PRICING_WIDE_MIN_PX, PricingTable } from "../../../src/react/components/pricing-table";
import type { PricingTableProps } from "../../../src/react/components/pricing-table";
import type { BillingProviderProps } from "../../../src/react/hooks/provider";
import { ENGLISH } from "../../../src/react/messages/english";
import { GERMAN } from "../../../src/react/messages/german";
import { expectAccessible } from "../../../../ui/tests/browser";
import { FakeTransport, deferred } from "../fake-transport";
import { billingWrapper, fakeConvex } from "../hooks/billing-harness";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerProduct,
  productIn,
  productItem,
} from "../wire-samples";

const uploads = (primary_text: string) =>
  productItem({
    type: "feature",
    feature_id: "uploads",
    feature: { id: "uploads", name: "Uploads", type: "single_use", archived: false },
    display: { primary_text, secondary_text: "per month" },
  });
const priced = (amount: number, period = "per month") =>
  productItem({ price: amount, display: { primary_text: `$${amount}`, secondary_text: period } });

const free = productIn("cancel", {
  id: "free",
  name: "Free",
  items: [uploads("10 uploads")],
  properties: { is_free: true, interval_group: null },
});
const creator = productIn("active", {
  items: [priced(6), uploads("100 uploads")],
  properties: { updateable: true },
  display: { everything_from: "Free", description: "For artists who post every week." },
});
const pro = productIn("upgrade", {
  id: "pro",
  name: "Pro",
  items: [priced(15), uploads("Unlimited uploads")],
  display: { recommend_text: "Most popular" },
});
const proYear = productIn("upgrade", {
  id: "pro_year",
  name: "Pro",
  base_variant_id: "pro",
  items: [priced(144, "per year")],
  properties: { interval_group: "year" },
});
const boost = productIn("new", {
  id: "boost",
  name: "Boost pack",
  is_add_on: true,
  items: [priced(5, "per 100 credits")],
  properties: { is_one_off: true, interval_group: null },
});
const ON_SALE = [free, creator, pro, proYear, boost];

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));
beforeEach(() => void vi.stubGlobal("innerWidth", 1440));

interface Setting {
  products?: Product[];
  transport?: FakeTransport;
  props?: Partial<PricingTableProps>;
  signedIn?: boolean;
  host?: Partial<BillingProviderProps>;
}

function backend(products: Product[] = ON_SALE) {
  return new FakeTransport()
    .answer("listProducts", { list: products })
    .answer("createCustomer", customer())
    .answer("checkout", checkoutAnswer({ product: pro, total: 9 }));
}

async function renderTable(setting: Setting = {}) {
  const transport = setting.transport ?? backend(setting.products);
  const onError = vi.fn();
  const identityKey = setting.signedIn === false ? null : "ines";
  const host = { current: { locale: "en-US", onError, identityKey, ...setting.host } };
  const table = (
    <PricingTable {...setting.props}>
      <h1>Room to show your work</h1>
    </PricingTable>
  );
  const { rerender } = render(table, { wrapper: billingWrapper(transport, host) });
  const signIn = () => {
    host.current = { ...host.current, identityKey: "ines" };
    rerender(table);
  };
  await waitFor(() => expect(screen.queryByText("The plans are loading")).toBeNull());
  return { transport, onError, signIn };
}

const plan = (name: string) => within(screen.getByRole("article", { name }));

describe("PricingTable", () => {
  it("announces no list for a plan that has nothing to list", async () => {
    await renderTable({ products: [{ ...free, items: [] }, creator] });
    expect(plan("Free").queryByText("To begin with:")).toBeNull();
    expect(plan("Free").queryByRole("list")).toBeNull();
    expect(plan("Creator").getByRole("list")).toBeTruthy();
  });

  it("shows each plan with its price in words, its button and its features", async () => {
    await renderTable();
    expect(plan("Creator").getByText("Price: $6 per month")).toBeTruthy();
    expect(plan("Creator").getByText("Your plan")).toBeTruthy();
    expect(plan("Creator").getByText("Everything from Free, plus:")).toBeTruthy();
    expect(plan("Creator").getByRole("listitem").textContent).toBe("100 uploads per month");
    expect(plan("Creator").getByRole("button", { name: "Update Plan" })).toBeTruthy();
    expect(plan("Free").getByText("To begin with:")).toBeTruthy();
    expect(plan("Free").getByText("Price: Free")).toBeTruthy();
    expect(plan("Free").getByRole("button", { name: "Cancel Plan" })).toBeTruthy();
    expect(plan("Pro").queryByText("Your plan")).toBeNull();
    await expectAccessible();
  });

  it("highlights the recommended plan and gives it the only primary button", async () => {
    await renderTable();
    expect(plan("Pro").getByText("Most popular")).toBeTruthy();
    expect(screen.getByRole("article", { name: "Pro" }).dataset.state).toBe("lit");
    const primary = screen
      .getAllByRole("button")
      .filter(({ dataset }) => dataset.look === "primary");
    expect(primary.map(({ textContent }) => textContent)).toEqual(["Upgrade"]);
  });

  it("changes the interval and keeps the free plan", async () => {
    await renderTable();
    const group = screen.getByRole("radiogroup", { name: "How often you pay" });
    expect(within(group).getByRole<HTMLInputElement>("radio", { name: "Monthly" }).checked).toBe(
      true,
    );
    await userEvent.click(within(group).getByRole("radio", { name: /Yearly.*Save 20%/ }));
    expect(plan("Pro").getByText("Price: $144 per year")).toBeTruthy();
    expect(plan("Free")).toBeTruthy();
    expect(screen.queryByRole("article", { name: "Creator" })).toBeNull();
  });

  it("offers no interval where there is no choice", async () => {
    await renderTable({ products: [free, creator] });
    expect(screen.queryByRole("radiogroup")).toBeNull();
  });

  it.each([
    { scenario: "active" as const, words: "Current Plan" },
    { scenario: "scheduled" as const, words: "Plan Scheduled" },
  ])("disables a plan that is $scenario and cannot change", async ({ scenario, words }) => {
    await renderTable({ products: [productIn(scenario)] });
    expect(screen.getByRole<HTMLButtonElement>("button", { name: words }).disabled).toBe(true);
  });

  it("says when a scheduled plan starts", async () => {
    const scheduled = customerProduct({ status: "scheduled", started_at: CYCLE_START });
    const transport = backend([productIn("scheduled")]).answer(
      "createCustomer",
      customer({ products: [scheduled] }),
    );
    await renderTable({ transport });
    expect(await screen.findByText("Starts Dec 11, 2026")).toBeTruthy();
  });

  it.each([
    { card_required: false, terms: "14 days free, no card needed. Then $15 per month." },
    { card_required: true, terms: "14 days free. Then $15 per month." },
  ])("shows a trial's terms (card required: $card_required)", async ({ card_required, terms }) => {
    const free_trial = {
      duration: "day" as const,
      length: 14,
      unique_fingerprint: true,
      card_required,
      trial_available: true,
    };
    const trial = { ...pro, free_trial, properties: { ...pro.properties, has_trial: true } };
    await renderTable({ products: [trial] });
    expect(screen.getByText(terms)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Start Free Trial" })).toBeTruthy();
  });

  it("shows add-ons below the plans", async () => {
    await renderTable();
    const addOns = within(screen.getByRole("region", { name: "On top of any plan" }));
    expect(addOns.getByRole("article", { name: "Boost pack" }).textContent).toContain(
      "$5 per 100 credits",
    );
    expect(addOns.getByRole("button", { name: "Purchase" })).toBeTruthy();
  });

  it("compares the plans in a table with real headers", async () => {
    await renderTable();
    const table = within(screen.getByRole("table"));
    expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Side by side",
      "Free",
      "Creator",
      "Pro",
    ]);
    const row = within(table.getByRole("row", { name: /^Uploads/ }));
    expect(row.getByRole("rowheader", { name: "Uploads" })).toBeTruthy();
    expect(row.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
      "10 uploads per month",
      "100 uploads per month",
      "Unlimited uploads per month",
    ]);
  });
});

/** English that counts how often a plan, and the comparison, is rendered. */
function countingEnglish() {
  const drawn = { plans: 0, comparisons: 0 };
  const messages = {
    ...ENGLISH.messages,
    get "pricing.begin_with"() {
      drawn.plans += 1;
      return "To begin with:";
    },
    get "pricing.compare"() {
      drawn.comparisons += 1;
      return "Side by side";
    },
  };
  return { drawn, language: { ...ENGLISH, messages } };
}

describe("PricingTable in a page that re-renders", () => {
  it("renders no plan and no comparison again, though the host passes new props", async () => {
    const { drawn, language } = countingEnglish();
    const Table = ({ turn }: { turn: number }) => (
      <PricingTable
        productDetails={[{ id: "free" }, { id: "pro", recommendText: "Most popular" }]}
        checkoutParams={{ successUrl: "/billing" }}
      >
        <h1>Turn {turn}</h1>
      </PricingTable>
    );
    const wrapper = billingWrapper(backend(), { current: { locale: "en-US", language } });
    const { rerender } = render(<Table turn={1} />, { wrapper });
    await screen.findByRole("article", { name: "Pro" });
    expect(drawn.plans).toBeGreaterThanOrEqual(2);
    expect(drawn.comparisons).toBeGreaterThanOrEqual(1);
    Object.assign(drawn, { plans: 0, comparisons: 0 });
    rerender(<Table turn={2} />);
    expect(screen.getByRole("heading", { name: "Turn 2" })).toBeTruthy();
    expect(drawn).toEqual({ plans: 0, comparisons: 0 });
  });

  it("renders only the plan again whose click is being processed", async () => {
    const { drawn, language } = countingEnglish();
    const transport = backend([free, pro]).reply("checkout", () => new Promise(() => undefined));
    const wrapper = billingWrapper(transport, { current: { locale: "en-US", language } });
    render(<PricingTable />, { wrapper });
    const upgrade = await screen.findByRole("button", { name: "Upgrade" });
    await waitFor(() => expect(transport.argsOf("createCustomer")).toHaveLength(1));
    drawn.plans = 0;
    await userEvent.click(upgrade);
    expect(upgrade.getAttribute("aria-busy")).toBe("true");
    expect(drawn.plans).toBe(1);
  });
});

describe("PricingTable on a phone", () => {
  it("puts the recommended plan first and compares one plan with the customer's", async () => {
    vi.stubGlobal("innerWidth", PRICING_WIDE_MIN_PX - 1);
    const studio = productIn("upgrade", { id: "studio", name: "Studio", items: [priced(39)] });
    await renderTable({ products: [free, creator, pro, studio] });
    const headings = screen.getAllByRole("heading", { level: 3 });
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      "Pro",
      "Free",
      "Creator",
      "Studio",
    ]);
    const columns = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(columns()).toEqual(["Creator", "Pro"]);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Compare with" }), "Studio");
    expect(columns()).toEqual(["Creator", "Studio"]);
    await expectAccessible();
  });
});

describe("Choosing a product", () => {
  it("opens its checkout, with the host's parameters, once", async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    const { transport } = await renderTable({
      transport: backend().reply("checkout", () => answer.promise),
      props: { checkoutParams: { successUrl: "/billing" } },
    });
    const upgrade = plan("Pro").getByRole("button", { name: "Upgrade" });
    await userEvent.click(upgrade);
    await userEvent.click(upgrade);
    const update = plan("Creator").getByRole("button", { name: "Update Plan" });
    await userEvent.click(update);
    expect(upgrade.getAttribute("aria-busy")).toBe("true");
    expect(transport.argsOf("checkout")).toEqual([
      expect.objectContaining({ productId: "pro", successUrl: "/billing" }),
    ]);
    answer.resolve(ok(checkoutAnswer({ product: pro, total: 9 })));
    expect(await screen.findByRole("dialog", { name: "Upgrade to Pro" })).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(update));
  });

  it("sends one message to a live deployment, and the confirmation sends one and its refresh", async () => {
    const transport = backend();
    const live = fakeConvex(transport);
    const revise = (customer: number) =>
      live.push({ customer, catalogue: 1, next_change_at: null });
    const { convex, api } = live;
    const host = { current: { convex, api, transport: undefined, locale: "en-US" } };
    render(<PricingTable />, { wrapper: billingWrapper(transport, host) });
    const asked = () => transport.calls.splice(0).map(({ op }) => op);
    const upgrade = await screen.findByRole("button", { name: "Upgrade" });
    act(() => revise(1));
    expect(asked().sort()).toEqual(["createCustomer", "listProducts"]);

    await userEvent.click(upgrade);
    const confirm = await screen.findByRole("button", { name: /^Confirm/ });
    transport.reply("attach", () => {
      act(() => revise(2));
      return ok({ customer_id: "ines", product_ids: ["pro"], code: "attached", message: "" });
    });
    await userEvent.click(confirm);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(asked().sort()).toEqual(["attach", "checkout", "createCustomer", "listProducts"]);
  });

  it("reports a failed checkout to the host, and can be tried again", async () => {
    const transport = backend().reply("checkout", () => fail("internal_error", "no", 500));
    const { onError } = await renderTable({ transport });
    const upgrade = plan("Pro").getByRole("button", { name: "Upgrade" });
    await userEvent.click(upgrade);
    await waitFor(() => expect(onError).toHaveBeenCalledTimes(1));
    expect(upgrade.hasAttribute("aria-busy")).toBe(false);
    await userEvent.click(plan("Creator").getByRole("button", { name: "Update Plan" }));
    await waitFor(() => expect(onError).toHaveBeenCalledTimes(2));
    expect(transport.argsOf("checkout").map(({ productId }) => productId)).toEqual([
      "pro",
      "creator",
    ]);
  });

  it("calls the host's sign-in for a visitor, with the product", async () => {
    const onSignIn = vi.fn();
    const { transport } = await renderTable({ signedIn: false, host: { onSignIn } });
    await userEvent.click(plan("Pro").getByRole("button"));
    expect(onSignIn).toHaveBeenCalledExactlyOnceWith({ productId: "pro" });
    expect(screen.queryByRole("alert")).toBeNull();
    expect(transport.argsOf("checkout")).toEqual([]);
  });

  it.each([
    [ENGLISH, "Sign in to choose a plan."],
    [GERMAN, "Melde dich an, um einen Tarif zu wählen."],
  ])("tells a visitor what to do when the host has no sign-in", async (language, words) => {
    const { transport, signIn } = await renderTable({ signedIn: false, host: { language } });
    await userEvent.click(plan("Pro").getByRole("button"));
    expect(plan("Pro").getByRole("alert").textContent).toBe(words);
    await userEvent.click(
      screen
        .getByRole("article", { name: "Boost pack" })
        .getElementsByTagName("button")[0] as Element,
    );
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    expect(transport.argsOf("checkout")).toEqual([]);
    signIn();
    await screen.findByRole("article", { name: "Pro" });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("opens the URL of an offer that only the host knows", async () => {
    const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
    vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
    await renderTable({
      props: {
        productDetails: [
          { name: "Museum", buttonText: "Talk to us", buttonUrl: "https://talk.example/" },
        ],
      },
    });
    await userEvent.click(screen.getByRole("button", { name: "Talk to us" }));
    expect(tab.location.replace).toHaveBeenCalledWith("https://talk.example/");
  });
});

describe("PricingTable without products", () => {
  it("announces that it is loading", async () => {
    const never = deferred<ReturnType<typeof ok>>();
    render(<PricingTable />, {
      wrapper: billingWrapper(backend().reply("listProducts", () => never.promise)),
    });
    expect(screen.getByRole("status").textContent).toBe("The plans are loading");
    await expectAccessible();
  });

  it("says that loading failed, with the code, and tries again on request", async () => {
    const transport = backend().reply("listProducts", () => fail("internal_error", "no", 500));
    await renderTable({ transport });
    expect(screen.getByRole("alert").textContent).toContain(
      "failed_to_fetch_pricing_table_products",
    );
    await expectAccessible();
    transport.answer("listProducts", { list: ON_SALE });
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("article", { name: "Pro" })).toBeTruthy();
  });

  it("says that nothing is on sale", async () => {
    await renderTable({ products: [] });
    expect(screen.getByText("No plans are on sale right now.")).toBeTruthy();
  });
});
