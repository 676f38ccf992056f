import { screen, within } from "@testing-library/react";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { BillingProvider } from "../../../packages/billing/src/react";
import { BillingSettingsScreen } from "../../../src/community/billing-settings/billing-settings-screen";
import { FakeTransport } from "../../../packages/billing/tests/react/fake-transport";
import {
  CYCLE_START,
  customer,
  customerFeature,
  customerProduct,
  productItem,
} from "../../../packages/billing/tests/react/wire-samples";
import { INES, renderAt } from "../../app/fake-identity";
import { fakeConvex } from "../fake-convex";

vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);

beforeEach(() => fakeConvex.reset({ "studios/functions:mine": [] }));

const creator = customerProduct({
  group: "main",
  items: [productItem({ price: 6 })],
  current_period_end: CYCLE_START,
});
const gift = customerProduct({ id: "gift", name: "Referral credits", group: "referral" });

function show(
  env: "sandbox" | "live",
  identityKey: string | null = "ines",
  changes: Parameters<typeof customer>[0] = {},
) {
  const transport = new FakeTransport()
    .answer("listProducts", { list: [] })
    .answer(
      "createCustomer",
      customer({ env, products: [gift, creator], invoices: [], ...changes }),
    );
  return renderAt(
    "/settings/billing",
    <SWRConfig value={{ provider: () => new Map() }}>
      <BillingProvider transport={transport} identityKey={identityKey} locale="en-US">
        <BillingSettingsScreen />
      </BillingProvider>
    </SWRConfig>,
    identityKey === null ? {} : { identity: INES },
  );
}

describe("BillingSettingsScreen", () => {
  it("shows the portal with Spotlight's own plan, and a link to all plans", async () => {
    show("sandbox");
    const plan = within(await screen.findByRole("region", { name: "Creator" }));
    expect(plan.getByText("$6.00")).toBeTruthy();
    const plans = plan.getByRole("link", { name: "See all plans" });
    expect(plans.getAttribute("href")).toBe("/pricing");
    expect(screen.getByRole("heading", { level: 1, name: "Billing" })).toBeTruthy();
    const settings = within(screen.getByRole("navigation", { name: "Settings" }));
    const places = settings.getAllByRole("link");
    expect(places.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Account", "/settings"],
      ["Security", "/settings/security"],
      ["Notifications", "/settings/notifications"],
      ["Billing", "/settings/billing"],
      ["Referrals", "/settings/referrals"],
    ]);
    expect(settings.getByRole("link", { current: "page" }).textContent).toBe("Billing");
  });

  it("links the test clock only in the sandbox", async () => {
    const { unmount } = show("sandbox");
    expect(await screen.findByRole("link", { name: "Test clock" })).toBeTruthy();
    unmount();
    show("live");
    await screen.findByRole("region", { name: "Creator" });
    expect(screen.queryByRole("link", { name: "Test clock" })).toBeNull();
  });

  it("asks a visitor to sign in, and returns", async () => {
    show("sandbox", null);
    const link = await screen.findByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fsettings%2Fbilling");
  });

  it("links an owner of seats to their assignment, or to a first studio", async () => {
    const seats = customerFeature({ id: "seats", name: "Seats" });
    fakeConvex.answers["studios/functions:mine"] = [
      { slug: "ink-room", name: "Ink Room", state: "seated", ownRole: "owner" },
      { slug: "other", name: "Other", state: "seated", ownRole: "member" },
    ];
    const { unmount } = show("live", "ines", { features: [seats] });
    const manage = await screen.findByRole("link", { name: "Manage seats of Ink Room" });
    expect(manage.getAttribute("href")).toBe("/studio/ink-room/members");
    expect(screen.getAllByRole("link", { name: /^Manage seats/ })).toHaveLength(1);
    expect(screen.queryByRole("link", { name: /Open your studio/ })).toBeNull();
    unmount();
    fakeConvex.answers["studios/functions:mine"] = [];
    show("live", "ines", { features: [seats] });
    const open = await screen.findByRole("link", { name: "Open your studio" });
    expect(open.getAttribute("href")).toBe("/studio/new");
  });
});
