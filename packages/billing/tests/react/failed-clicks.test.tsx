import { act, cleanup, fireEvent, render, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BILLING_ERROR_CODES, fail, failTooMany, ok } from "../../src/contract/errors";
import { MAX_LISTED_INVOICES } from "../../src/contract/listedInvoices";
import type { BrowserOperation } from "../../src/contract/operations";
import { BillingPortal } from "../../src/react/components/billing-portal";
import { InvoiceList } from "../../src/react/components/invoice-list";
import { PayOpenInvoice } from "../../src/react/components/pay-open-invoice";
import { PricingTable } from "../../src/react/components/pricing-table";
import { ReferralCard } from "../../src/react/components/referral-card";
import { SeatTable } from "../../src/react/components/seat-table";
import { CancelDialog } from "../../src/react/dialogs/cancel-dialog";
import { CheckoutDialog } from "../../src/react/dialogs/checkout-dialog";
import { PaywallDialog } from "../../src/react/dialogs/paywall-dialog";
import { PlanChangeDialog } from "../../src/react/dialogs/plan-change-dialog";
import { CheckoutDialog as LaterCheckoutDialog } from "../../src/react/dialogs/on-demand";
import { ENGLISH } from "../../src/react/messages/english";
import { describeFailure } from "../../src/react/messages/failure-copy";
import { GERMAN } from "../../src/react/messages/german";
import type { Language, MessageKey } from "../../src/react/messages/language";
import { wordsFor } from "../../src/react/messages/words";
import "../../../ui/tests/browser";
import { FakeTransport } from "./fake-transport";
import { billingWrapper, fakeConvex } from "./hooks/billing-harness";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerFeature,
  customerProduct,
  entity,
  featureCheck,
  prepaidItem,
  productIn,
  productItem,
  productPreview,
} from "./wire-samples";

/** A page of another site, which billing must not open. */
const ELSEWHERE = "http://elsewhere.example/page";

const creditFeature = {
  ...{ id: "credits", name: "Credits", type: "credit_system" as const, archived: false },
  display: { singular: "credit", plural: "credits" },
};
const prepaid = prepaidItem({ quantity: 200, feature: creditFeature });
const plan = customerProduct({ group: "main", items: [prepaid], current_period_end: CYCLE_START });
const addOn = { ...plan, id: "storage", name: "Storage", group: null, is_add_on: true };
const ending = { ...addOn, id: "frames", name: "Frames", canceled_at: 1 };
const invoice = (stripe_id: string, hosted_invoice_url: string | null) => ({
  ...{ stripe_id, product_ids: ["creator"], status: "open" as const, total: 14, currency: "usd" },
  ...{ created_at: CYCLE_START, hosted_invoice_url },
});
const visa = {
  ...{ id: "pm_1", type: "card" as const },
  card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
};
const seat = { ...entity({ name: "Bob" }), env: "sandbox" as const };
const ines = customer({
  products: [plan, addOn, ending],
  payment_method: visa,
  entities: [seat],
  invoices: [invoice("in_1", ELSEWHERE)],
  features: [
    customerFeature({ id: "credits", name: "Credits", balance: 80, credit_schema: [] }),
    customerFeature({ id: "seats", name: "Seats", type: "continuous_use", usage: 1, balance: 2 }),
    customerFeature(),
  ],
});
const ON_SALE = [
  productIn("cancel", { id: "free", name: "Free", properties: { is_free: true } }),
  productIn("active", { properties: { updateable: true }, items: [productItem(), prepaid] }),
  productIn("upgrade", { id: "pro", name: "Pro" }),
  productIn("new", { id: "pack", name: "Pack", is_add_on: true, properties: { is_one_off: true } }),
];
const starts = (["immediate", "end_of_cycle"] as const).map((plan_schedule, n) => ({
  ...{ plan_schedule, at: CYCLE_START, total: 6, selected: n === 0 },
}));
const debt = {
  ...{ number: "A-1", product_names: ["Creator"], created_at: CYCLE_START },
  hosted_invoice_url: ELSEWHERE,
};
const preview = checkoutAnswer({
  product: productIn("upgrade", { id: "pro", name: "Pro", items: [productItem(), prepaid] }),
  current_product: productIn("cancel"),
  options: [{ feature_id: "credits", quantity: 200 }],
  lines: [{ description: "Creator", amount: 6, item: null, invoice: debt }],
  next_cycle: { starts_at: CYCLE_START, total: 6 },
});

function backend() {
  return new FakeTransport()
    .answer("listProducts", { list: ON_SALE })
    .answer("createCustomer", ines)
    .answer("check", featureCheck())
    .answer("createReferralCode", { code: "ABC", customer_id: "ines", created_at: 0 })
    .answer("query", { list: [], total: {} });
}

const manyInvoices = Array.from({ length: MAX_LISTED_INVOICES }, (_, n) =>
  invoice(`in_${n}`, null),
);
const control = { open: true, setOpen: () => undefined };
const checkout = { ...control, checkoutParams: { productId: "pro" } };
const details = [
  { id: "free" },
  { id: "creator" },
  { id: "pro" },
  { id: "pack" },
  { name: "Museum", buttonText: "Talk to us", buttonUrl: ELSEWHERE },
];
const portal = (
  <BillingPortal group="main" creditsSpentOn={{ uploads: "Uploads" }}>
    <PayOpenInvoice />
    <SeatTable featureId="seats" title="Team" editing="host" />
    <ReferralCard programId="friends" />
  </BillingPortal>
);

interface Screen {
  ui: ReactElement;
  /** An element to wait for. */
  ready: MessageKey | "Pro" | "ABC";
  /** Buttons that send no request: they close something, or change the screen. */
  local?: readonly MessageKey[];
  /** The operation that must fail to reach this screen. */
  broken?: readonly BrowserOperation[];
  /** The buttons to press before this one appears. */
  first?: RegExp;
  /** The alert of a screen that did not load. */
  alert?: MessageKey;
}

const SCREENS: Record<string, Screen> = {
  "the pricing table": { ui: <PricingTable productDetails={details} />, ready: "Pro" },
  "the pricing table that did not load": {
    ...{ ui: <PricingTable />, ready: "pricing.failed", alert: "pricing.failed" },
    broken: ["listProducts"],
  },
  "the billing portal": { ui: portal, ready: "ABC" },
  "a full list of invoices": {
    ...{ ui: <InvoiceList invoices={manyInvoices} />, ready: "invoices.all" },
  },
  "the billing portal that did not load": {
    ...{ ui: portal, ready: "portal.failed.message", alert: "portal.failed" },
    broken: ["createCustomer"],
  },
  "the checkout dialog": {
    ui: <CheckoutDialog {...checkout} checkoutResult={{ ...preview, starts }} />,
    ...{ ready: "checkout.total", local: ["checkout.keep", "checkout.details"] },
  },
  "the quantity in the checkout dialog": {
    ui: <CheckoutDialog {...checkout} checkoutResult={preview} />,
    ...{ ready: "checkout.total", first: /200/, local: ["quantity.fewer", "quantity.more"] },
  },
  "the cancel dialog": {
    ui: <CancelDialog {...control} productId="creator" />,
    ...{ ready: "cancel.confirm", local: ["cancel.keep"] },
  },
  "the cancel dialog that did not load": {
    ui: <CancelDialog {...control} productId="creator" />,
    ...{ ready: "change.failed", alert: "change.failed", local: ["checkout.not_now"] },
    broken: ["createCustomer"],
  },
  "the plan change dialog that did not load": {
    ui: <PlanChangeDialog {...control} preview={productPreview()} attachParams={{}} />,
    ...{ ready: "change.failed", alert: "change.failed", local: ["checkout.not_now"] },
    broken: ["checkout"],
  },
  "the paywall": {
    ui: <PaywallDialog {...control} featureId="uploads" />,
    ...{ ready: "paywall.no_surprise", local: ["paywall.not_now"] },
  },
  "the paywall that did not load": {
    ui: <PaywallDialog {...control} featureId="uploads" />,
    ...{ ready: "paywall.failed", alert: "paywall.failed", local: ["paywall.not_now"] },
    broken: ["check"],
  },
  "the removal of a seat": { ui: portal, ready: "ABC", first: /Bob/, local: ["seats.remove.keep"] },
};

const ACTIONS = [
  ...(["checkout", "attach", "cancel", "setupPayment", "billingPortal"] as const),
  ...(["createEntity", "deleteEntity", "redeemReferralCode"] as const),
];

/** How a click fails, and the expected text of the alert. */
const FAILURES: Record<string, { reply: () => ReturnType<typeof fail>; key: MessageKey }> = {
  rejected: {
    ...{ reply: () => rejecting("Server Error"), key: "failure.no_answer" },
  },
  offline: {
    reply: () => rejecting("Connection lost while action was in flight"),
    key: "failure.no_answer",
  },
  declined: { reply: () => fail("payment_failed", "No", 402), key: "failure.declined" },
  "too often": { reply: () => failTooMany(40_000), key: "failure.wait" },
  "not set up": { reply: () => fail("payments_not_configured", "No"), key: "failure.not_set_up" },
  "of a remote provider": { reply: () => fail("odd" as "not_found", "No"), key: "failure.other" },
};

/** The texts of each code are compared below; this only checks that they are translated. */
const FAILURES_IN: Record<string, [string, (typeof FAILURES)[string]][]> = {
  en: Object.entries(FAILURES),
  de: Object.entries(FAILURES).slice(2, 4),
};

function rejecting(message: string): never {
  throw new Error(message);
}

const WAIT = { en: "40 seconds", de: "40 Sekunden" } as const;
const LANGUAGES = [
  ["English", ENGLISH],
  ["German", GERMAN],
] as const;

const textOf = (language: Language, key: MessageKey) => {
  const wait = language === GERMAN ? WAIT.de : WAIT.en;
  const text = language.messages[key];
  return (typeof text === "string" ? text : text.other).replace("{wait}", wait);
};

function open({ ui, broken = [] }: Screen, language: Language) {
  const transport = backend();
  for (const op of broken) transport.reply(op, () => fail("internal_error", "No", 500));
  const { convex, api } = fakeConvex(transport);
  const locale = language === GERMAN ? "de-DE" : "en-US";
  const host = { convex, api, transport: undefined, language, locale };
  render(ui, { wrapper: billingWrapper(transport, { current: host }) });
  return transport;
}

const settle = async () => act(async () => new Promise((done) => setTimeout(done)));
const isOn = (one: Element) =>
  !(one as HTMLButtonElement).disabled && one.getAttribute("aria-disabled") !== "true";
const nameOf = (one: Element) =>
  one.getAttribute("aria-label") ?? (one.closest("label") ?? one).textContent.trim();
const dialogs = () => document.querySelectorAll("[role=dialog], [role=alertdialog]").length;

/** Everything on screen that can be pressed; only the dialog's if one is open. */
function clickables(): HTMLElement[] {
  const open = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1);
  const all = (open ?? document).querySelectorAll<HTMLElement>(
    "button:not(.billing-dialog-handle), input[type=radio]:not(:checked)",
  );
  return [...all].filter(isOn);
}

async function show(screen: Screen, language: Language) {
  const transport = open(screen, language);
  const { ready } = screen;
  const text = ready in language.messages ? textOf(language, ready as MessageKey) : ready;
  await waitFor(() => expect(document.body.textContent + fieldValues()).toContain(text));
  await settle();
  if (screen.first) {
    const { first } = screen;
    const opener = clickables().find((one) => first.test(nameOf(one)));
    if (!opener) throw new Error(`Nothing is called ${String(first)}`);
    fireEvent.click(opener);
    await settle();
  }
  for (const input of document.querySelectorAll("input:not([type=radio]):not([readonly])")) {
    fireEvent.change(input, { target: { value: input.matches("[type=number]") ? "3" : "Text" } });
  }
  return transport;
}

const fieldValues = () => [...document.querySelectorAll("input")].map(({ value }) => value).join();
const alerts = () => [...document.querySelectorAll("[role=alert]")].map((one) => one.textContent);

afterEach(() => void Reflect.deleteProperty(navigator, "clipboard"));
beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  const tab = { opener: null, location: { replace: vi.fn() }, close: vi.fn() };
  // The part of a window that navigation uses.
  vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
  LaterCheckoutDialog.preload();
  const clipboard = { writeText: () => Promise.reject(new Error("denied")) };
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: clipboard });
});

describe.each(LANGUAGES)("a failed click, in %s", (_name, language) => {
  it.each(Object.keys(SCREENS))("is visible on %s, whatever is pressed", async (name) => {
    const screen = SCREENS[name];
    if (!screen) throw new Error(name);
    await show(screen, language);
    const count = clickables().length;
    expect(count).toBeGreaterThan(0);
    for (let n = 0; n < count; n += 1) {
      cleanup();
      await press(screen, language, n);
    }
  });
});

/** Presses the n-th button, once for each failure. */
async function press(screen: Screen, language: Language, n: number): Promise<void> {
  const transport = await show(screen, language);
  const local = (screen.local ?? []).map((key) => textOf(language, key).replace(/\{.*/, ""));
  const name = nameOf(clickables()[n] as Element);
  if (local.some((one) => name.startsWith(one))) return;
  for (const [how, { reply, key }] of FAILURES_IN[language.tag] ?? []) {
    for (const op of ACTIONS) transport.reply(op, reply);
    const before = dialogs();
    const sent = transport.calls.length;
    const button = clickables()[n];
    if (button) fireEvent.click(button);
    await settle();
    // Its own row shows the failures of its buttons.
    if (dialogs() > before) return;
    const isAsked = transport.calls.length > sent;
    const other = name === textOf(language, "referral.copy") ? "referral.copy_failed" : undefined;
    const expected = screen.alert ?? other ?? (isAsked ? key : "failure.page");
    await waitFor(() =>
      expect(`${name}, ${how}: ${alerts().join(" | ")}`).toContain(textOf(language, expected)),
    );
    // A browser would move the inner paragraph, and React reports it.
    expect(document.querySelector("p p"), name).toBeNull();
    if (other || screen.first) return;
  }
}

it("a success takes the message away", async () => {
  const screen = SCREENS["the billing portal"] as Screen;
  const transport = await show(screen, ENGLISH);
  transport.reply("setupPayment", () => fail("internal_error", "No", 500));
  const change = clickables().find((one) => nameOf(one) === "Change card") as HTMLElement;
  fireEvent.click(change);
  await waitFor(() => expect(alerts()).toEqual([ENGLISH.messages["failure.other"]]));
  transport.reply("setupPayment", () => ok({ customer_id: "ines", url: "https://pay.example/" }));
  fireEvent.click(change);
  await waitFor(() => expect(alerts()).toEqual([]));
});

describe.each(LANGUAGES)("the text of a failure, in %s", (_name, language) => {
  const words = wordsFor(language, language === GERMAN ? "de-DE" : "en-US");

  it("says what to do for every code, and never what developers read", () => {
    const message = "SITE_ORIGIN is not set";
    const texts = BILLING_ERROR_CODES.map((code) => describeFailure({ code, message }, words));
    const known = Object.entries(language.messages)
      .filter(([key]) => key.startsWith("failure."))
      .map(([, text]) => text);
    for (const text of texts) expect(known).toContain(text);
    expect(new Set(texts).size).toBeGreaterThanOrEqual(known.length - 2);
  });

  it.each(["__proto__", "constructor", "toString", "odd"])("has one for the code %s", (code) => {
    expect(describeFailure({ code, message: "" }, words)).toBe(language.messages["failure.other"]);
  });
});
