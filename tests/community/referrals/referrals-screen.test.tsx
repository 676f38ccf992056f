import { screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { describe, expect, it } from "vitest";
import { BillingProvider } from "../../../packages/billing/src/react";
import { ReferralsScreen } from "../../../src/community/referrals/referrals-screen";
import { FakeTransport } from "../../../packages/billing/tests/react/fake-transport";
import { customer } from "../../../packages/billing/tests/react/wire-samples";
import { INES, renderAt } from "../../app/fake-identity";
import { expectAccessible } from "../../../packages/ui/tests/browser";

function show(address: string, identityKey: string | null = "ines") {
  const transport = new FakeTransport()
    .answer("createCustomer", customer({ referrals: [] }))
    .answer("createReferralCode", { code: "SUN7", customer_id: "ines", created_at: 0 });
  renderAt(
    address,
    <SWRConfig value={{ provider: () => new Map() }}>
      <BillingProvider transport={transport} identityKey={identityKey} locale="en-US">
        <ReferralsScreen />
      </BillingProvider>
    </SWRConfig>,
    identityKey === null ? {} : { identity: INES },
  );
  return transport;
}

describe("ReferralsScreen", () => {
  it("creates a link to this page with the code filled in", async () => {
    const transport = show("/settings/referrals");
    const link = await screen.findByRole<HTMLInputElement>("textbox", { name: "Your link" });
    expect(link.value).toBe(`${window.location.origin}/settings/referrals?code=SUN7`);
    expect(screen.getByText(/You both get 200 credits/)).toBeTruthy();
    expect(transport.argsOf("createReferralCode")).toEqual([{ programId: "invite-artist" }]);
  });

  it("fills in the code of the URL", async () => {
    show("/settings/referrals?code=LUNA22");
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: /friend/ });
    expect(field.value).toBe("LUNA22");
  });

  it("invites a visitor with a code to join, and keeps the code", async () => {
    show("/settings/referrals?code=LUNA22", null);
    expect(screen.getByRole("heading", { name: "You’re invited to Spotlight" })).toBeTruthy();
    const path = "/settings/referrals?code=LUNA22";
    for (const [name, screenPath] of [
      ["Join", "/sign-up"],
      ["Sign in", "/sign-in"],
    ] as const) {
      const link = screen.getByRole("link", { name });
      const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", "http://x");
      expect([pathname, searchParams.get("next")]).toEqual([screenPath, path]);
    }
    await expectAccessible();
  });

  it("asks a visitor without a code to sign in first", () => {
    show("/settings/referrals", null);
    expect(screen.getByRole("heading", { name: "Sign in to invite artists" })).toBeTruthy();
    const link = screen.getByRole("link", { name: "Sign in" });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fsettings%2Freferrals");
  });
});
