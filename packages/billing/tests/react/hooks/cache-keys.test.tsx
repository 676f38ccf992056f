import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { describe, expect, it } from "vitest";
import { cacheKey, scopePrefix } from "../../../src/react/hooks/cache-keys";
import { BillingProvider } from "../../../src/react/hooks/provider";
import { usePricingTable } from "../../../src/react/hooks/use-pricing-table";
import { FakeTransport } from "../fake-transport";
import { product } from "../wire-samples";

const A = { backendUrl: "https://a.example", identityKey: "ines" };
const SCOPES = [
  A,
  { ...A, backendUrl: "https://b.example" },
  { ...A, backendUrl: "" },
  { ...A, identityKey: "ines2" },
  { ...A, identityKey: "" },
  { ...A, identityKey: "null" },
  { ...A, identityKey: null },
];

describe("the keys of the cache", () => {
  it("differ by deployment, identity, operation and every argument", () => {
    const keys = SCOPES.flatMap((scope) => [
      cacheKey(scope, "check", {}),
      cacheKey(scope, "query", {}),
      cacheKey(scope, "check", { featureId: "x" }),
      cacheKey(scope, "check", { productId: "x" }),
      cacheKey(scope, "check", { featureId: "x", entityId: "x" }),
      cacheKey(scope, "check", { featureId: "x", requiredBalance: 1 }),
      cacheKey(scope, "check", { featureId: "x", requiredBalance: 2 }),
    ]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("start with the prefix of their scope, and of no other", () => {
    for (const scope of SCOPES) {
      const within = SCOPES.filter((other) =>
        cacheKey(other, "check", {}).startsWith(scopePrefix(scope)),
      );
      expect(within).toEqual([scope]);
    }
  });

  it("separate two deployments on one page", async () => {
    const cache = new Map();
    const shownAt = (backendUrl: string) => {
      const list = [product({ name: `Plan at ${backendUrl}` })];
      const wrapper = ({ children }: { children: ReactNode }) => (
        <SWRConfig value={{ provider: () => cache }}>
          <BillingProvider
            transport={new FakeTransport().answer("listProducts", { list })}
            backendUrl={backendUrl}
            identityKey="ines"
          >
            {children}
          </BillingProvider>
        </SWRConfig>
      );
      return renderHook(() => usePricingTable().products.map(({ name }) => name), { wrapper });
    };
    const first = shownAt("https://a.example");
    await waitFor(() => expect(first.result.current).toEqual(["Plan at https://a.example"]));
    const second = shownAt("https://b.example");
    expect(second.result.current).toEqual([]);
    await waitFor(() => expect(second.result.current).toEqual(["Plan at https://b.example"]));
    expect(first.result.current).toEqual(["Plan at https://a.example"]);
  });
});
