import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { UsageMeter } from "../../../src/react/components/usage-meter";
import { expectAccessible } from "../../../../ui/tests/browser";
import { FakeTransport } from "../fake-transport";
import { billingWrapper } from "../hooks/billing-harness";
import { customer, customerFeature, customerProduct, productItem } from "../wire-samples";

const wrapper = () => billingWrapper(new FakeTransport(), { current: { locale: "en-US" } });
const uploads = customerFeature({ usage: 61, balance: 39, included_usage: 100 });

describe("UsageMeter", () => {
  it("is a meter whose value is also in words", async () => {
    render(<UsageMeter featureId="uploads" balance={uploads} />, { wrapper: wrapper() });
    const meter = screen.getByRole("meter", { name: "Uploads" });
    expect(meter.getAttribute("aria-valuetext")).toBe("61 of 100");
    expect(screen.getByText("Never resets")).toBeTruthy();
    await expectAccessible();
  });

  it("shows a note in place of the reset", () => {
    render(<UsageMeter featureId="uploads" balance={uploads} note="Storage Plus adds 50 GB." />, {
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
    render(<UsageMeter featureId="uploads" balance={storage} units={units} />, {
      wrapper: wrapper(),
    });
    expect(screen.getByRole("meter").getAttribute("aria-valuetext")).toBe(text);
    expect(screen.getByText(text)).toBeTruthy();
  });

  it("draws no bar without a limit", () => {
    render(<UsageMeter featureId="uploads" balance={{ ...uploads, unlimited: true }} />, {
      wrapper: wrapper(),
    });
    expect(screen.queryByRole("meter")).toBeNull();
    expect(screen.getByText("Unlimited")).toBeTruthy();
  });

  it("loads the customer's balance, with the units that the catalogue names", async () => {
    const feature = {
      ...({ id: "uploads", name: "Uploads", type: "single_use", archived: false } as const),
      display: { singular: "upload", plural: "uploads" },
    };
    const item = productItem({ type: "feature", feature_id: "uploads", feature });
    const ines = customer({ products: [customerProduct({ items: [item] })], features: [uploads] });
    const transport = new FakeTransport().answer("createCustomer", ines);
    const { container } = render(<UsageMeter featureId="uploads" />, {
      wrapper: billingWrapper(transport, { current: { locale: "en-US" } }),
    });
    expect(container.querySelector("[data-slot=usage-meter]")).toBeNull();
    expect(await screen.findByText("61 of 100 uploads")).toBeTruthy();
  });

  it("loads nothing beside a balance that was given", () => {
    const transport = new FakeTransport();
    render(<UsageMeter featureId="uploads" balance={uploads} />, {
      wrapper: billingWrapper(transport, { current: { locale: "en-US" } }),
    });
    expect(transport.calls).toEqual([]);
  });
});
