import { describe, expect, it, vi } from "vitest";
import { createTurns } from "../../../src/react/flows/turns";

vi.mock("react", () => ({}));
vi.mock("react/jsx-runtime", () => ({}));
vi.mock("swr", () => ({}));

/** Everything except the hooks, the modules that they share, and the index. */
const modules = import.meta.glob([
  "../../../src/contract/**/*.ts",
  "../../../src/react/**/*.ts",
  "!**/use-*.ts",
  "!**/react/{context,headless,index,dialogs/dialogs}.ts",
  "!**/create-*.ts",
]);

describe("the client without React", () => {
  it.each(Object.entries(modules))("loads %s", async (_path, load) => {
    // Reading any name of a mocked module throws.
    await expect(load()).resolves.toBeDefined();
  });

  it("previews a purchase, goes to its page, and formats a price", async () => {
    const { checkout } = await import("../../../src/react/flows/checkout");
    const { browserNavigator } = await import("../../../src/react/flows/navigate");
    const { convexTransport } = await import("../../../src/react/transports/convex");
    const { formatMoney } = await import("../../../src/react/messages/format");
    const { checkoutAnswer } = await import("../wire-samples");
    const assign = vi.fn();
    const page = { open: vi.fn(), location: { origin: "https://site.example", assign } };
    const previewed = checkoutAnswer({ url: "https://pay.example/1" });
    const action = vi.fn(() => Promise.resolve({ data: previewed, error: null, statusCode: 200 }));
    const { api } = await import("../../../../../convex/_generated/api");
    const answer = await checkout(
      {
        transport: convexTransport({ action }, api.billing),
        navigator: browserNavigator(page, []),
        alwaysConfirm: false,
        takeTurn: createTurns(),
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

  it("decides what a customer may do, and describes their balance and its date", async () => {
    const { indexAccess } = await import("../../../src/react/flows/access-index");
    const { checkAccess, isAccessAllowed } = await import("../../../src/react/flows/check");
    const { formatDate, formatNumber } = await import("../../../src/react/messages/format");
    const { customer, customerFeature } = await import("../wire-samples");
    const uploads = customerFeature({ id: "uploads", balance: 1200 });
    const known = { index: indexAccess(customer({ features: [uploads] })), loading: false };
    expect(checkAccess(known, { featureId: "uploads", requiredBalance: 1200 }).allowed).toBe(true);
    expect(isAccessAllowed(known, { featureId: "uploads", requiredBalance: 1201 })).toBe(false);
    expect(formatNumber(1200, "en-US")).toBe("1,200");
    expect(formatDate(Date.UTC(2026, 11, 11, 12), "en-US")).toBe("Dec 11, 2026");
  });
});
