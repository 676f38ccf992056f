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
    expect(screen.getByText(/you both get 200 credits/)).toBeTruthy();
    expect(transport.argsOf("createReferralCode")).toEqual([{ programId: "invite-artist" }]);
  });

  it("fills in the code of the URL", async () => {
    show("/settings/referrals?code=LUNA22");
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: /friend/ });
    expect(field.value).toBe("LUNA22");
  });

  it("asks a visitor to sign in first, and keeps the code", async () => {
    show("/settings/referrals?code=LUNA22", null);
    const link = await screen.findByRole("link", { name: "Sign in" });
    const next = new URL(link.getAttribute("href") ?? "", "http://x").searchParams.get("next");
    expect(next).toBe("/settings/referrals?code=LUNA22");
    await expectAccessible();
  });
});
