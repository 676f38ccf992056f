import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { describe, expect, it, vi } from "vitest";
import { BillingProvider } from "../../../packages/billing/src/react";
import { fail } from "../../../packages/billing/src/contract/errors";
import type { Identity } from "../../../src/identity";
import { PricingScreen } from "../../../src/community/pricing/pricing-screen";
import { FakeTransport } from "../../../packages/billing/tests/react/fake-transport";
import { customer, product } from "../../../packages/billing/tests/react/wire-samples";
import { INES, renderAt } from "../../app/fake-identity";
import { fakeConvex } from "../fake-convex";
import { openSignIn } from "../../../src/app/providers";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);

function show(address = "/pricing", identity?: Identity, isAuthenticated = identity !== undefined) {
  fakeConvex.isAuthenticated = isAuthenticated;
  const sold = [product({ id: "creator", name: "Creator" }), product({ id: "pro", name: "Pro" })];
  const gift = product({ id: "referral_credits", name: "Referral credits" });
  const transport = new FakeTransport()
    .answer("listProducts", { list: [gift, ...sold] })
    .answer("createCustomer", customer())
    .reply("checkout", () => fail("product_not_found", "No such product"));
  const view = renderAt(
    address,
    <SWRConfig value={{ provider: () => new Map() }}>
      <BillingProvider
        transport={transport}
        identityKey={identity ? "ines" : null}
        locale="en-US"
        onSignIn={openSignIn}
      >
        <PricingScreen />
      </BillingProvider>
    </SWRConfig>,
    identity ? { identity } : {},
  );
  return { ...view, transport };
}

describe("PricingScreen", () => {
  it("says what plans are for, and shows what is for sale, without gifts", async () => {
    show();
    await screen.findByRole("article", { name: "Pro" });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Room to show your work");
    expect(
      screen.getByText("Posting is free. Plans pay for space and tools. Boosted works are marked."),
    ).toBeTruthy();
    const plans = screen.getAllByRole("article").map((plan) => plan.querySelector("h3"));
    expect(plans.map((heading) => heading?.textContent)).toEqual(["Creator", "Pro"]);
  });

  it("keeps a visitor's choice through sign-up", async () => {
    show();
    const plan = await screen.findByRole("article", { name: "Pro" });
    const button = plan.querySelector("button");
    if (!button) throw new Error("The plan has no button");
    await userEvent.click(button);
    const { pathname, search } = window.location;
    expect(`${pathname}${search}`).toBe("/sign-up?next=%2Fpricing%3Fproduct%3Dpro");
  });

  it("continues with the choice once after sign-in", async () => {
    const { location, transport } = show("/pricing?product=pro", INES);
    await waitFor(() => expect(transport.argsOf("checkout")).toHaveLength(1));
    expect(location.history.at(-1)).toBe("/pricing");
  });

  it("waits until the deployment knows the user: an earlier checkout would have no customer", async () => {
    const { location, transport } = show("/pricing?product=pro", INES, false);
    await screen.findByRole("article", { name: "Pro" });
    expect(transport.argsOf("checkout")).toEqual([]);
    expect(location.history.at(-1)).toBe("/pricing?product=pro");
  });

  it("opens no checkout for a product that is not for sale", async () => {
    const { transport } = show("/pricing?product=referral_credits", INES);
    await screen.findByRole("article", { name: "Pro" });
    expect(transport.argsOf("checkout")).toEqual([]);
  });
});
