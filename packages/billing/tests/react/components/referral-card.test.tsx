import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail } from "../../../src/contract/errors";
import type { BillingErrorCode } from "../../../src/contract/errors";
import { ReferralCard } from "../../../src/react/components/referral-card";
import { expectAccessible } from "../../../../ui/tests/browser";
import { FakeTransport } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import { CYCLE_START, customer } from "../wire-samples";

const party = (name: string | null) => ({ id: "luna", name, email: null, created_at: 0 });
const referral = (name: string | null, reward_applied: boolean) => ({
  program_id: "invite",
  customer: { id: name ?? "nameless", name, email: null },
  reward_applied,
  created_at: CYCLE_START,
});

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));

function backend() {
  return new FakeTransport()
    .answer("createCustomer", customer({ referrals: [] }))
    .answer("createReferralCode", { code: "SUN7", customer_id: "ines", created_at: 0 })
    .answer("redeemReferralCode", {
      id: "r",
      customer_id: "ines",
      reward_id: "credits",
      referrer: party("Luna"),
      redeemer: party("Inês"),
    });
}

function show(transport = backend(), givenCode?: string) {
  render(
    <ReferralCard
      programId="invite"
      linkFor={(code) => `https://site.example/join?code=${code}`}
      givenCode={givenCode}
    >
      <p>You both get 200 credits.</p>
    </ReferralCard>,
    { wrapper: billingWrapper(transport, { current: { locale: "en-US" } }) },
  );
  return transport;
}

const button = (name: string) => screen.getByRole("button", { name });
const codeField = () => screen.getByRole("textbox", { name: "Code of a friend" });

describe("ReferralCard", () => {
  it("shows the customer's code, its link, and what both sides get", async () => {
    const transport = show();
    expect(await screen.findByText("SUN7")).toBeTruthy();
    const link = screen.getByRole<HTMLInputElement>("textbox", { name: "Your link" });
    expect(link.value).toBe("https://site.example/join?code=SUN7");
    expect(screen.getByText("You both get 200 credits.")).toBeTruthy();
    expect(screen.getByText("No one has used your code yet.")).toBeTruthy();
    expect(transport.argsOf("createReferralCode")).toEqual([{ programId: "invite" }]);
    await expectAccessible();
  });

  it("copies the link and says so", async () => {
    const user = userEvent.setup();
    show();
    await screen.findByText("SUN7");
    await user.click(button("Copy"));
    expect((await screen.findByRole("status")).textContent).toBe("Copied");
    expect(await navigator.clipboard.readText()).toBe("https://site.example/join?code=SUN7");
  });

  it("says what to do when the browser refuses to copy", async () => {
    const user = userEvent.setup();
    show();
    await screen.findByText("SUN7");
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("no"));
    await user.click(button("Copy"));
    expect(await screen.findByText(/Copying failed/)).toBeTruthy();
  });

  it("lists who used the code, and whether the reward was given", async () => {
    const referrals = [
      referral("Luna", true),
      referral(null, false),
      { ...referral("Ada", false), reward_due_at: CYCLE_START },
      { ...referral("Bob", true), program_id: "another" },
    ];
    show(backend().answer("createCustomer", customer({ referrals })));
    expect(await screen.findByText("3 people used your code")).toBeTruthy();
    const rows = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rows).toEqual([
      "LunaRewardedDec 11, 2026",
      "SomeoneWaiting for their first paymentDec 11, 2026",
      "AdaPaid. You'll get your reward on Dec 11, 2026Dec 11, 2026",
    ]);
  });

  it("shares the link with the system's share sheet, where there is one", async () => {
    const share = vi.fn(() => Promise.reject(new Error("closed without sharing")));
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share }));
    show();
    await screen.findByText("SUN7");
    await userEvent.click(button("Share"));
    expect(share).toHaveBeenCalledExactlyOnceWith({ text: "https://site.example/join?code=SUN7" });
    vi.unstubAllGlobals();
    show();
    await waitFor(() => expect(screen.getAllByText("SUN7")).toHaveLength(2));
    expect(screen.getAllByRole("button", { name: "Share" })).toHaveLength(1);
  });

  it("has no code, and does not load one, for a visitor", async () => {
    const wrapper = billingWrapper(backend(), { current: { identityKey: null } });
    render(<ReferralCard programId="invite" />, { wrapper });
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(screen.queryByText("Your code is loading")).toBeNull();
  });

  it("tries again when the code did not load", async () => {
    const transport = show(
      backend().reply("createReferralCode", () => fail("internal_error", "no")),
    );
    expect((await screen.findByRole("alert")).textContent).toContain("Your code did not load.");
    await expectAccessible();
    transport.answer("createReferralCode", { code: "SUN7", customer_id: "ines", created_at: 0 });
    await userEvent.click(button("Try again"));
    expect(await screen.findByText("SUN7")).toBeTruthy();
  });
});

describe("Redeeming a code", () => {
  it("redeems the code of the URL only on request", async () => {
    const transport = show(backend(), "LUNA22");
    await screen.findByText("SUN7");
    expect(transport.argsOf("redeemReferralCode")).toEqual([]);
    await userEvent.click(button("Redeem"));
    expect(await screen.findByText("You redeemed the code of Luna.")).toBeTruthy();
    expect(transport.argsOf("redeemReferralCode")).toEqual([{ code: "LUNA22" }]);
    await expectAccessible();
  });

  it.each<[BillingErrorCode, string]>([
    ["referral_code_not_found", "There is no such code."],
    ["customer_cannot_redeem_own_code", "This is your own code."],
    ["customer_already_redeemed_referral_code", "You have redeemed a code already."],
    ["referral_code_max_redemptions_reached", "This code was used too often."],
  ])("says of %s, at the field: %s", async (code, words) => {
    show(backend().reply("redeemReferralCode", () => fail(code, "internal words")));
    await userEvent.type(codeField(), "nope{Enter}");
    await waitFor(() => expect(codeField().getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getByText(words)).toBeTruthy();
    await expectAccessible();
    await userEvent.type(codeField(), "x");
    expect(screen.queryByText(words)).toBeNull();
  });

  it("hides the last error while the next answer is pending", async () => {
    const transport = show(
      backend().reply("redeemReferralCode", () => fail("referral_code_not_found", "")),
    );
    await userEvent.type(codeField(), "nope{Enter}");
    expect(await screen.findByText("There is no such code.")).toBeTruthy();
    transport.reply("redeemReferralCode", () => new Promise(() => undefined));
    await userEvent.type(codeField(), "2{Enter}");
    await waitFor(() => expect(transport.argsOf("redeemReferralCode")).toHaveLength(2));
    expect(screen.queryByText("There is no such code.")).toBeNull();
  });

  it("refuses an empty code without a request, and only once it was submitted", async () => {
    const transport = show();
    expect(screen.queryByText("Enter a code.")).toBeNull();
    await userEvent.type(codeField(), "  {Enter}");
    expect(screen.getByText("Enter a code.")).toBeTruthy();
    expect(transport.argsOf("redeemReferralCode")).toEqual([]);
  });
});
