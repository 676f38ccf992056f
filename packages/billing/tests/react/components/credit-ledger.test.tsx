import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail } from "../../../src/contract/errors";
import { CreditLedger } from "../../../src/react/components/credit-ledger";
import { expectAccessible } from "../../../../ui/tests/browser";
import { FakeTransport } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import { CYCLE_START, customer, customerFeature } from "../wire-samples";

const DAY_MS = 24 * 60 * 60 * 1000;
const credits = customerFeature({
  id: "credits",
  name: "Credits",
  balance: 245,
  next_reset_at: CYCLE_START,
  credit_schema: [{ feature_id: "boost", credit_amount: 10 }],
});
const units = { singular: "credit", plural: "credits" };

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));

/** A transport of a customer who has the credits. */
const backend = () =>
  new FakeTransport().answer("createCustomer", customer({ features: [credits] }));

async function show(transport = backend()) {
  render(
    <CreditLedger
      featureId="credits"
      units={units}
      spentOn={{ boost: "Boosts", ai_tag: "AI tags" }}
    />,
    { wrapper: billingWrapper(transport, { current: { locale: "en-US" } }) },
  );
  await screen.findByText("245 credits left");
  return transport;
}

const used = (boost: number, ai_tag: number, daysAgo: number) => ({
  period: CYCLE_START - daysAgo * DAY_MS,
  boost,
  ai_tag,
});

describe("CreditLedger", () => {
  it("shows the remaining credits, their sources, and what they were spent on", async () => {
    const list = [used(1, 0, 2), used(0, 0, 1), used(0, 40, 0)];
    const transport = await show(backend().answer("query", { list, total: {} }));
    const ledger = within(screen.getByRole("region", { name: "Credits" }));
    expect(ledger.getByText("245 credits left")).toBeTruthy();
    expect(ledger.getByRole("row", { name: "Every month 245 New on Dec 11, 2026" })).toBeTruthy();
    const spent = within(screen.getByRole("region", { name: "Used in the last 30 days" }));
    await spent.findByRole("row", { name: "Dec 11, 2026 0 40" });
    const days = spent.getAllByRole("rowheader").map(({ textContent }) => textContent);
    expect(days).toEqual(["Dec 11, 2026", "Dec 9, 2026"]);
    expect(transport.argsOf("query")).toEqual([{ featureId: ["boost", "ai_tag"], range: "30d" }]);
    await expectAccessible();
  });

  it("says so when nothing was used", async () => {
    await show(backend().answer("query", { list: [used(0, 0, 0)], total: {} }));
    expect(await screen.findByText("Nothing was used in the last 30 days.")).toBeTruthy();
  });

  it("says that the history is loading", async () => {
    await show(backend().reply("query", () => new Promise(() => undefined)));
    expect(screen.getByText("Your history is loading")).toBeTruthy();
    await expectAccessible();
  });

  it("loads the history again on request after a failure", async () => {
    const transport = await show(backend().reply("query", () => fail("internal_error", "no")));
    expect((await screen.findByRole("alert")).textContent).toContain("did not load");
    await expectAccessible();
    transport.answer("query", { list: [used(1, 0, 0)], total: {} });
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("row", { name: "Dec 11, 2026 1 0" })).toBeTruthy();
  });

  it("asks for no use when the host does not name what credits pay for", async () => {
    const transport = backend();
    render(<CreditLedger featureId="credits" />, { wrapper: billingWrapper(transport) });
    expect(await screen.findByText("245 Credits left")).toBeTruthy();
    expect(transport.argsOf("query")).toEqual([]);
  });
});
