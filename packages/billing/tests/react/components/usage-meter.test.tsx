import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { UsageMeter } from "../../../src/react/components/usage-meter";
import { expectAccessible } from "../../../../ui/tests/browser";
import { FakeTransport } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import { customerFeature } from "../wire-samples";

const wrapper = () => billingWrapper(new FakeTransport(), { current: { locale: "en-US" } });
const uploads = customerFeature({ usage: 61, balance: 39, included_usage: 100 });

describe("UsageMeter", () => {
  it("is a meter whose value is also in words", async () => {
    render(<UsageMeter feature={uploads} />, { wrapper: wrapper() });
    const meter = screen.getByRole("meter", { name: "Uploads" });
    expect(meter.getAttribute("aria-valuetext")).toBe("61 of 100");
    expect(screen.getByText("Never resets")).toBeTruthy();
    await expectAccessible();
  });

  it("shows a note in place of the reset", () => {
    render(<UsageMeter feature={uploads} note="Storage Plus adds 50 GB." />, {
      wrapper: wrapper(),
    });
    expect(screen.getByText("Storage Plus adds 50 GB.")).toBeTruthy();
    expect(screen.queryByText("Never resets")).toBeNull();
  });

  it("draws no bar without a limit", () => {
    render(<UsageMeter feature={{ ...uploads, unlimited: true }} />, { wrapper: wrapper() });
    expect(screen.queryByRole("meter")).toBeNull();
    expect(screen.getByText("Unlimited")).toBeTruthy();
  });
});
