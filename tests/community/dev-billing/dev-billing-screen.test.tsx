import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../convex/contract/errors";
import { DevBillingScreen } from "../../../src/community/dev-billing/dev-billing-screen";
import type { Timeline, Wish } from "../../../src/community/dev-billing/use-timeline";
import { expectAccessible } from "../../ui/browser";

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

const server = vi.hoisted(() => ({ action: vi.fn(), status: "signedIn" }));
vi.mock("convex/react", () => ({
  useConvex: () => ({ action: server.action }),
  useConvexAuth: () => ({ isAuthenticated: true }),
}));
vi.mock("../../../src/identity/index", () => ({
  useIdentity: () => ({ status: server.status }),
}));

beforeEach(() => {
  server.status = "signedIn";
  server.action.mockReset().mockResolvedValue(ok(TIMELINE));
});

function show() {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <DevBillingScreen />
    </SWRConfig>,
  );
}

const wishes = () =>
  server.action.mock.calls.map(([, args]: unknown[]) => (args as { wish: Wish }).wish);

describe("DevBillingScreen", () => {
  it("tells the customer's time, what comes and what came", async () => {
    show();
    expect(await screen.findByText("Creator: renewal")).toBeTruthy();
    expect(screen.getByText("evt_1")).toBeTruthy();
    expect(screen.getByText(/in real time/)).toBeTruthy();
    await expectAccessible();
  });

  it.each([
    ["Advance a day", NOON + DAY_MS],
    ["To what comes next", NOON + 30 * DAY_MS],
  ])("%s moves the clock and shows where it stands then", async (name, to) => {
    show();
    const button = await screen.findByRole("button", { name });
    server.action.mockResolvedValue(ok({ ...TIMELINE, now: to, is_test_clock: true }));
    await userEvent.click(button);
    expect(wishes().at(-1)).toEqual({ do: "advance", to });
    expect(await screen.findByText(/by a test clock/)).toBeTruthy();
  });

  it("makes the next charge fail as it is told to", async () => {
    show();
    await userEvent.selectOptions(
      await screen.findByRole("combobox", { name: "Make it fail with" }),
      "Insufficient funds",
    );
    await userEvent.click(screen.getByRole("button", { name: "Fail the next charge" }));
    expect(wishes().at(-1)).toEqual({ do: "fail_next_charge", code: "insufficient_funds" });
  });

  it.each([
    ["outside the sandbox", "signedIn"],
    ["to strangers", "signedOut"],
  ])("is not there %s", async (_, status) => {
    server.status = status;
    server.action.mockResolvedValue(fail("sandbox_disabled", "Off", 404));
    show();
    expect(await screen.findByRole("heading", { name: "Nothing hangs here" })).toBeTruthy();
  });
});
