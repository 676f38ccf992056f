import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { describe, expect, it, vi } from "vitest";
import { useBilling } from "../../../src/react/context";
import { BillingProvider } from "../../../src/react/hooks/provider";
import type { BillingProviderProps } from "../../../src/react/hooks/provider";
import { usePricingTable } from "../../../src/react/hooks/use-pricing-table";
import { FakeTransport } from "../fake-transport";
import { product } from "../wire-samples";
import { fakeConvex } from "./billing-harness";

type Ways = Partial<BillingProviderProps>;

/** A page below a provider whose props a test may change. */
function renderPage(first: Ways) {
  const sent = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(() => Promise.resolve(Response.json({ list: [product()] })));
  const cache = new Map();
  const host = { current: first };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={{ provider: () => cache }}>
      <BillingProvider identityKey="ines" includeCredentials={false} {...host.current}>
        {children}
      </BillingProvider>
    </SWRConfig>
  );
  const seen = new Set<unknown>();
  const view = renderHook(
    () => {
      seen.add(useBilling("page").transport);
      return usePricingTable();
    },
    { wrapper },
  );
  const change = (next: Ways) => {
    host.current = next;
    view.rerender();
  };
  const tokens = () =>
    sent.mock.calls.map(([, init]) => new Headers(init?.headers).get("Authorization"));
  return { ...view, change, sent, seen, tokens };
}

const tokenOf = (token: string) => ({ getBearerToken: () => Promise.resolve(token) });

describe("the provider with several transports", () => {
  it("prefers the host's own transport to a client, and a client to a URL", async () => {
    const own = new FakeTransport().answer("listProducts", { list: [product()] });
    const behind = new FakeTransport().answer("listProducts", { list: [] });
    const { convex, api } = fakeConvex(behind);
    const backendUrl = "https://shop.example";
    const first = renderPage({ transport: own, convex, api, backendUrl });
    await waitFor(() => expect(first.result.current.products).toHaveLength(1));
    expect(behind.calls).toEqual([]);
    const second = renderPage({ convex, api, backendUrl });
    await waitFor(() => expect(second.result.current.isLoading).toBe(false));
    expect(behind.calls).toHaveLength(1);
    expect(own.calls).toHaveLength(1);
    expect(second.sent).not.toHaveBeenCalled();
  });
});

describe("the provider with a backend URL alone", () => {
  const backendUrl = "https://shop.example/";

  it("sends requests over HTTP", async () => {
    const { result, sent } = renderPage({ backendUrl });
    await waitFor(() => expect(result.current.products).toHaveLength(1));
    expect(sent.mock.calls.map(([url]) => url)).toEqual([
      "https://shop.example/api/autumn/products",
    ]);
  });

  it("creates its transport once, and requests nothing again when it renders with other values", async () => {
    const { result, change, seen, sent } = renderPage({ backendUrl, ...tokenOf("one") });
    await waitFor(() => expect(result.current.products).toHaveLength(1));
    change({ backendUrl, ...tokenOf("one"), headers: { "X-Team": "a" } });
    expect([seen.size, sent.mock.calls.length]).toEqual([1, 1]);
  });

  it("requests with the next user's token", async () => {
    const { result, change, tokens } = renderPage({ backendUrl, ...tokenOf("ines") });
    await waitFor(() => expect(result.current.products).toHaveLength(1));
    change({ backendUrl, identityKey: "sade", ...tokenOf("sade") });
    await waitFor(() => expect(tokens()).toEqual(["Bearer ines", "Bearer sade"]));
  });
});

describe("the provider with a Convex client", () => {
  it("uses the client, even with an HTTP URL", async () => {
    const transport = new FakeTransport().answer("listProducts", { list: [product()] });
    const { convex, api } = fakeConvex(transport);
    const { result, sent } = renderPage({ convex, api, backendUrl: "https://shop.example" });
    await waitFor(() => expect(result.current.products).toHaveLength(1));
    expect(transport.calls).toHaveLength(1);
    expect(sent).not.toHaveBeenCalled();
  });

  it("fails when half of its settings are missing, and does not fall back", () => {
    vi.spyOn(console, "error").mockReturnValue();
    const { convex, api } = fakeConvex(new FakeTransport());
    for (const half of [{ convex }, { api }]) {
      expect(() => renderPage({ ...half, backendUrl: "https://shop.example" })).toThrow(
        "BillingProvider needs a backend URL, or `convex` and `api`",
      );
    }
  });
});
