import { renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fail } from "../../../src/contract/errors";
import { usePricingTable } from "../../../src/react/hooks/use-pricing-table";
import { FakeTransport } from "../fake-transport";
import { product } from "../wire-samples";
import { billingWrapper } from "./billing-harness";

beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

describe("usePricingTable", () => {
  it("lists the products for a visitor too", async () => {
    const transport = new FakeTransport().answer("listProducts", { list: [product()] });
    const { result } = renderHook(() => usePricingTable(), {
      wrapper: billingWrapper(transport, { current: { identityKey: null } }),
    });
    expect(result.current).toMatchObject({ products: [], isLoading: true, error: undefined });
    await waitFor(() => expect(result.current.products).toEqual([product()]));
  });

  it("starts with the page's preloaded products, for visitors alone, and requests them again", async () => {
    const transport = new FakeTransport().answer("listProducts", { list: [product()] });
    const visitorProducts = { list: [product({ name: "Of the page" })] };
    const open = (identityKey: string | null) =>
      renderHook(() => usePricingTable(), {
        wrapper: billingWrapper(transport, { current: { identityKey, visitorProducts } }),
      }).result;
    const visitor = open(null);
    expect(visitor.current.products).toMatchObject([{ name: "Of the page" }]);
    await waitFor(() => expect(visitor.current.products).toEqual([product()]));
    expect(open("ines").current.products).toEqual([]);
  });

  it("merges the host's details", async () => {
    const transport = new FakeTransport().answer("listProducts", { list: [product()] });
    const productDetails = [{ id: "creator", name: "Maker" }, { name: "Studio" }];
    const { result } = renderHook(() => usePricingTable({ productDetails }), {
      wrapper: billingWrapper(transport),
    });
    await waitFor(() =>
      expect(result.current.products.map(({ name }) => name)).toEqual(["Maker", "Studio"]),
    );
  });

  it("treats every failure the same", async () => {
    const transport = new FakeTransport();
    transport.reply("listProducts", () => fail("internal_error", "Down", 500));
    const { result } = renderHook(() => usePricingTable(), { wrapper: billingWrapper(transport) });
    await waitFor(() =>
      expect(result.current.error).toEqual({
        code: "failed_to_fetch_pricing_table_products",
        message: "Failed to fetch pricing table products",
      }),
    );
  });

  it("requests products for each identity, because scenarios differ", async () => {
    const transport = new FakeTransport().answer("listProducts", { list: [product()] });
    const host = { current: { identityKey: "ines" } };
    const { result, rerender } = renderHook(() => usePricingTable(), {
      wrapper: billingWrapper(transport, host),
    });
    await waitFor(() => expect(result.current.products).toHaveLength(1));
    host.current = { identityKey: "sade" };
    rerender();
    expect(result.current.products).toEqual([]);
    await waitFor(() => expect(result.current.products).toHaveLength(1));
    expect(transport.calls).toHaveLength(2);
  });
});
