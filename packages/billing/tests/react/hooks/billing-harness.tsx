import { cleanup } from "@testing-library/react";
import type { FunctionReference } from "convex/server";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { afterEach } from "vitest";
import { BROWSER_OPERATIONS } from "../../../src/contract/operations";
import type { BrowserOperation } from "../../../src/contract/operations";
import { BillingProvider } from "../../../src/react/hooks/provider";
import type { BillingProviderProps } from "../../../src/react/hooks/provider";
import type { BillingFunctions, ConvexClient } from "../../../src/react/ports";
import type { FakeTransport } from "../fake-transport";

afterEach(cleanup);

type ProviderProps = Partial<Omit<BillingProviderProps, "children">>;

/** A provider over `transport` with a cache of its own. `host.current` may change between renders. */
export function billingWrapper(
  transport: FakeTransport,
  host: { current: ProviderProps } = { current: {} },
) {
  const cache = new Map();
  return function Wrapper({ children }: { children: ReactNode }) {
    return (
      <SWRConfig value={{ provider: () => cache }}>
        <BillingProvider transport={transport} identityKey="ines" {...host.current}>
          {children}
        </BillingProvider>
      </SWRConfig>
    );
  };
}

/** A Convex client over a fake transport, with a reactive revision that a test can push. */
export function fakeConvex(transport: FakeTransport) {
  let revision: unknown;
  const listeners = new Set<() => void>();
  const convex: ConvexClient = {
    // The reference is the operation's name; the real transport has checked the arguments.
    action: (reference, args) => transport.call(reference as unknown as BrowserOperation, args),
    watchQuery: () => ({
      onUpdate: (callback) => {
        listeners.add(callback);
        return () => listeners.delete(callback);
      },
      localQueryResult: () => {
        if (revision instanceof Error) throw revision;
        return revision;
      },
    }),
  };
  const push = (next: unknown) => {
    revision = next;
    for (const listener of listeners) listener();
  };
  return { convex, api: fakeApi(), push };
}

function fakeApi(): BillingFunctions {
  const references = [...BROWSER_OPERATIONS, "revision"].map((name) => [name, name] as const);
  return Object.fromEntries(references) as unknown as Record<
    BrowserOperation,
    FunctionReference<"action">
  >;
}
