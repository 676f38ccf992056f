import { act, render } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PricingTable } from "../../src/react/components/pricing-table";
import { followUrl, browserNavigator } from "../../src/react/flows/navigate";
import { BillingProvider } from "../../src/react/hooks/provider";
import { convexTransport } from "../../src/react/transports/convex";
import { httpTransport } from "../../src/react/transports/http";
import { loggedTransport } from "../../src/react/transports/logged";
import type { Transport } from "../../src/react/transports/transport";
import { BROWSER_MISTAKES } from "../mistakes";
import { FakeTransport } from "./fake-transport";
import { fakeConvex } from "./hooks/billing-harness";

const log = vi.fn();
beforeEach(() => {
  log.mockReset();
  vi.spyOn(console, "error").mockImplementation(log);
});

const MISSING =
  "[CONVEX A(billing:checkout)] Could not find public function for 'billing:checkout'. Did you forget to run `npx convex dev`?";

const ask = async (transport: Transport) =>
  void (await loggedTransport(transport).call("checkout", { productId: "pro" }));

const http = (answer: () => Promise<Response>) => {
  vi.spyOn(globalThis, "fetch").mockImplementation(answer);
  return httpTransport("https://shop.example", () => ({ includeCredentials: false }));
};

const MAKE: Record<keyof typeof BROWSER_MISTAKES, () => unknown> = {
  "an http: backend that is not trusted": () => {
    const navigator = browserNavigator(window, ["http://127.0.0.1:3210"]);
    const url = "http://127.0.0.1:3211/billing/sandbox/checkout/secret";
    return followUrl({ data: null, error: null }, url, navigator.prepare(false));
  },
  "an action that convex/billing.ts does not export": async () => {
    const backend = new FakeTransport().reply("checkout", () => {
      throw new Error(MISSING);
    });
    const { convex, api } = fakeConvex(backend);
    await ask(convexTransport(convex, api));
  },
  "a live revision that convex/billing.ts does not export": () => {
    const { convex, api, push } = fakeConvex(new FakeTransport());
    const page = () => (
      <BillingProvider convex={convex} api={api} identityKey={null}>
        page
      </BillingProvider>
    );
    const { rerender } = render(page());
    act(() => push(new Error(MISSING.replace("A(", "Q(").replaceAll("checkout", "revision"))));
    rerender(page());
    act(() => push(new Error("Server Error")));
    expect(log.mock.calls.join()).toContain("Export it in convex/billing.ts.");
  },
  "a provider without a backend": () =>
    render(<BillingProvider identityKey={null}>page</BillingProvider>),
  "a table without a provider": () => render(<PricingTable />),
  "HTTP mode without a token": () =>
    ask(
      http(() =>
        Promise.resolve(
          Response.json(
            { code: "unauthenticated", message: "Missing authorization header" },
            { status: 401 },
          ),
        ),
      ),
    ),
  "HTTP mode with a wrong address": () =>
    ask(http(() => Promise.reject(new TypeError("Failed to fetch")))),
};

describe("a mistake in the page", () => {
  it.each(Object.entries(BROWSER_MISTAKES))("%s: names what to change", async (mistake, text) => {
    let thrown = "";
    try {
      await MAKE[mistake as keyof typeof BROWSER_MISTAKES]();
    } catch (error) {
      thrown = String(error);
    }
    const lines = log.mock.calls.map((line) => line.join(" "));
    const shown = thrown === "" ? lines.join("\n") : thrown;
    expect(shown).toContain(text);
    // Addresses of hosted pages are secret.
    expect(shown).not.toContain("secret");
    if (thrown === "") expect(lines).toHaveLength(1);
  });
});
