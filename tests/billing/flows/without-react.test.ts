import { describe, expect, it, vi } from "vitest";

vi.mock("react", () => ({}));
vi.mock("react/jsx-runtime", () => ({}));
vi.mock("swr", () => ({}));

const modules = import.meta.glob([
  "../../../convex/contract/**/*.ts",
  "../../../src/billing/{flows,messages,transports}/*.ts",
]);

describe("the client without React", () => {
  it.each(Object.entries(modules))("loads %s", async (_path, load) => {
    // Whoever reads a name of a mocked module throws.
    await expect(load()).resolves.toBeDefined();
  });

  it("previews a purchase, goes to its page, and words a price", async () => {
    const { checkout } = await import("../../../src/billing/flows/checkout");
    const { browserNavigator } = await import("../../../src/billing/flows/navigate");
    const { convexTransport } = await import("../../../src/billing/transports/convex");
    const { formatMoney } = await import("../../../src/billing/messages/format");
    const { checkoutAnswer } = await import("../wire-samples");
    const assign = vi.fn();
    const page = { open: vi.fn(), location: { origin: "https://site.example", assign } };
    const previewed = checkoutAnswer({ url: "https://pay.example/1" });
    const action = vi.fn(() => Promise.resolve({ data: previewed, error: null, statusCode: 200 }));
    const { api } = await import("../../../convex/_generated/api");
    const answer = await checkout(
      {
        transport: convexTransport({ action }, api.billing),
        navigator: browserNavigator(page, []),
        alwaysConfirm: false,
        showCheckout: () => {
          throw new Error("there is no dialog without React");
        },
      },
      { productId: "creator" },
    );
    expect(answer.error).toBeNull();
    expect(assign).toHaveBeenCalledWith("https://pay.example/1");
    expect(formatMoney(20, "usd")).toBe("$20.00");
  });
});
