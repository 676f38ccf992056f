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

  it.each([
    [0.014, 1000, "14 MB of 1 TB"],
    [230, 1000, "230 GB of 1 TB"],
    [1200, 2500, "1.2 of 2.5 TB"],
    [0, 1000, "0 of 1 TB"],
    [5, 999, "5 of 999 GB"],
  ])("says large sizes as people do: %d of %d GB", (usage, limit, text) => {
    const storage = customerFeature({ usage, balance: limit - usage, included_usage: limit });
    const units = { singular: "GB", plural: "GB" };
    render(<UsageMeter feature={storage} units={units} />, { wrapper: wrapper() });
    expect(screen.getByRole("meter").getAttribute("aria-valuetext")).toBe(text);
    expect(screen.getByText(text)).toBeTruthy();
  });

  it("draws no bar without a limit", () => {
    render(<UsageMeter feature={{ ...uploads, unlimited: true }} />, { wrapper: wrapper() });
    expect(screen.queryByRole("meter")).toBeNull();
    expect(screen.getByText("Unlimited")).toBeTruthy();
  });
});
