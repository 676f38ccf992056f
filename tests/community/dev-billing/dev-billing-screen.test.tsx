import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../packages/billing/src/contract/errors";
import { DevBillingScreen } from "../../../src/community/dev-billing/dev-billing-screen";
import type { Timeline } from "../../../src/community/dev-billing/use-timeline";
import { fakeConvex } from "../fake-convex";

const NOON = Date.UTC(2025, 3, 1, 12);
const DAY_MS = 24 * 60 * 60 * 1000;

const TIMELINE: Timeline = {
  now: NOON,
  is_test_clock: false,
  next_due_at: NOON + 30 * DAY_MS,
  due: [{ at: NOON + 30 * DAY_MS, what: "renewal", product: "Creator" }],
  next_charge_fails: null,
  events: [{ id: "evt_1", at: NOON, status: "paid", minor: 600 }],
};

const who = vi.hoisted(() => ({ status: "signedIn" }));
vi.mock("convex/react", async () => (await import("../fake-convex")).fakeConvex);
vi.mock("../../../src/identity/index", () => ({ useIdentity: () => who }));

beforeEach(() => {
  who.status = "signedIn";
  fakeConvex.reset({ "devBilling:run": ok(TIMELINE) });
});

function show() {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <DevBillingScreen />
    </SWRConfig>,
  );
}

const lastWish = () => fakeConvex.argsOf("devBilling:run").at(-1);

describe("DevBillingScreen", () => {
  it("shows the customer's time, upcoming and past events", async () => {
    show();
    expect(await screen.findByText("Creator: renewal")).toBeTruthy();
    expect(screen.getByText("evt_1")).toBeTruthy();
    expect(screen.getByText(/in real time/)).toBeTruthy();
  });

  it.each([
    ["Advance a day", NOON + DAY_MS],
    ["Advance to the next event", NOON + 30 * DAY_MS],
  ])("%s moves the clock and shows the new time", async (name, to) => {
    show();
    const button = await screen.findByRole("button", { name });
    fakeConvex.answers["devBilling:run"] = ok({ ...TIMELINE, now: to, is_test_clock: true });
    await userEvent.click(button);
    expect(lastWish()).toEqual({ wish: { do: "advance", to } });
    expect(await screen.findByText(/by a test clock/)).toBeTruthy();
  });

  it.each([
    ["in the past", NOON - 1, null],
    ["at this very moment", NOON, null],
    ["never", null, null],
    ["between two seconds", NOON + 1500, NOON + 2000],
  ])(
    "jumps to the next event only when it is in the future, rounded to a second: %s",
    async (_when, due, to) => {
      fakeConvex.answers["devBilling:run"] = ok({ ...TIMELINE, next_due_at: due });
      show();
      await screen.findByText("Creator: renewal");
      const jump = screen.queryByRole("button", { name: "Advance to the next event" });
      if (jump) fireEvent.click(jump);
      expect(lastWish()).toEqual({ wish: to === null ? { do: "read" } : { do: "advance", to } });
    },
  );

  it("shows the processor's events, with amounts in the currency's smallest units", async () => {
    const events = [
      { id: "evt_jpy", at: NOON, status: "paid" as const, minor: 500 },
      { id: "evt_kwd", at: NOON, status: "paid" as const, minor: 1234 },
      { id: "evt_none", at: NOON, status: "paid" as const, minor: null },
    ];
    fakeConvex.answers["devBilling:run"] = ok({ ...TIMELINE, events });
    show();
    await screen.findByText("evt_none");
    const said = [...document.querySelectorAll("code")].map((id) => id.parentElement?.textContent);
    expect(said).toEqual([
      "paid: 500 minor unitsevt_jpy",
      "paid: 1234 minor unitsevt_kwd",
      "paidevt_none",
    ]);
  });

  it("makes the next charge fail on request", async () => {
    show();
    await userEvent.selectOptions(
      await screen.findByRole("combobox", { name: "Make it fail with" }),
      "Insufficient funds",
    );
    await userEvent.click(screen.getByRole("button", { name: "Fail the next charge" }));
    const wish = { do: "fail_next_charge", code: "insufficient_funds" };
    expect(lastWish()).toEqual({ wish });
  });

  it.each([
    ["outside the sandbox", "signedIn"],
    ["to visitors", "signedOut"],
  ])("is not found %s", async (_, status) => {
    who.status = status;
    fakeConvex.answers["devBilling:run"] = fail("sandbox_disabled", "Off", 404);
    show();
    expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
  });
});
