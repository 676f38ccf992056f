import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Invoice } from "../../../src/contract/wire";
import { AccountCredit } from "../../../src/react/components/account-credit";
import { listCreditMovements } from "../../../src/react/components/credit-movements";
import { FakeTransport } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import { CYCLE_START, customer, product } from "../wire-samples";

const invoice = (stripe_id: string, over: Partial<Invoice>): Invoice => ({
  product_ids: ["creator"],
  stripe_id,
  status: "paid",
  total: 6,
  currency: "usd",
  created_at: CYCLE_START,
  hosted_invoice_url: null,
  ...over,
});
const leftOver = invoice("a", { total: -18, from_credit: -18 });
const used = invoice("b", { from_credit: 6 });
const refunded = invoice("c", { refunded_as_credit: 2.3 });

const amounts = (balance: number, ...invoices: Invoice[]) =>
  listCreditMovements({ ...customer({ invoices }), credit: { balance, currency: "usd" } }).map(
    ({ why, amount }) => [why, amount],
  );

describe("listCreditMovements", () => {
  it("lists what invoices credited, used as credit and refunded", () => {
    expect(amounts(14.3, refunded, used, leftOver)).toEqual([
      ["refunded", 2.3],
      ["used", -6],
      ["left_over", 18],
    ]);
  });

  it("sums to the balance, with one row for what no invoice explains", () => {
    expect(amounts(20, used)).toEqual([
      ["used", -6],
      ["other", 26],
    ]);
    expect(amounts(0, invoice("d", {}))).toEqual([]);
  });
});

describe("AccountCredit", () => {
  async function show(balance: number, ...invoices: Invoice[]) {
    const who = { ...customer({ invoices }), credit: { balance, currency: "usd" } };
    const transport = new FakeTransport()
      .answer("createCustomer", who)
      .answer("listProducts", { list: [product()] });
    render(<AccountCredit customer={who} />, {
      wrapper: billingWrapper(transport, { current: { locale: "en-US" } }),
    });
    return await screen.findByRole("region", { name: "Account credit" }, { timeout: 500 }).then(
      (region) => region.textContent,
      () => null,
    );
  }

  it("shows the balance and its movements", async () => {
    const text = await show(12, used, leftOver);
    expect(text).toContain("You have $12.00. It pays your next bills before your card does.");
    expect(text).toMatch(/Paid for CreatorDec 11, 2026-\$6\.00/);
    expect(text).toMatch(/Left over from CreatorDec 11, 2026\$18\.00/);
  });

  it("names the plan whose time was left over, not the one that replaced it", async () => {
    const from = { product_ids: ["pro"], credited_product_ids: ["creator"] };
    expect(await show(6, invoice("e", { total: -6, from_credit: -6, ...from }))).toMatch(
      /Left over from CreatorDec 11, 2026\$6\.00/,
    );
  });

  it("is not shown to a customer who never had credit", async () => {
    expect(await show(0)).toBeNull();
  });
});
