import { act, renderHook, waitFor } from "@testing-library/react";
import { v } from "convex/values";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { actionArgs } from "../../src/contract/browserArgs";
import { validate } from "../../src/contract/validate";
import { fail } from "../../src/contract/errors";
import { BROWSER_OPERATIONS } from "../../src/contract/operations";
import { isRefused } from "../../src/component/platform/jsonHttp";
import { readHostRequest } from "../../src/client/hostRequest";
import {
  BillingProvider,
  useCustomer,
  useEntity,
  usePaywall,
  usePricingTable,
} from "../../src/react";
import type { BillingProviderProps, CustomerHandle } from "../../src/react";
import { FakeTransport } from "./fake-transport";
import { fakeConvex } from "./hooks/billing-harness";

const HOST = "https://host.example";
const PREFIX = "/api/autumn";
const PURCHASE = {
  productId: "pro",
  options: [{ featureId: "credits", quantity: 200 }],
  successUrl: "/done?plan=pro",
  reward: "SPRING",
  dialog: () => null,
};

/** Everything that loads automatically. */
function useEverything() {
  useEntity("seat_1", { expand: ["invoices"] });
  usePricingTable();
  usePaywall({ featureId: "uploads", entityId: "seat_1", requiredBalance: 3 });
  return useCustomer({ expand: ["invoices", "payment_method"] });
}

/** Everything that a user starts. */
async function doEverything(customer: CustomerHandle): Promise<void> {
  await customer.checkout(PURCHASE);
  await customer.attach({ ...PURCHASE, openInNewTab: true });
  await customer.attach({ productIds: ["pro", "print_pack"], entityId: "seat_1" });
  await customer.cancel({ productId: "pro", entityId: "seat_1" });
  await customer.track({ featureId: "uploads", value: 1.5, properties: { camelCase: "kept" } });
  await customer.query({ featureId: ["uploads", "credits"], range: "last_cycle" });
  await customer.setupPayment({ openInNewTab: true, successUrl: "/settings" });
  await customer.openBillingPortal({ openInNewTab: true, returnUrl: "/settings" });
  await customer.createReferralCode({ programId: "friends" });
  await customer.redeemReferralCode({ code: "ABC123" });
  await customer.createEntity({ id: "seat_1", name: "Seat 1", featureId: "seats" });
  await customer.deleteEntity({ entityId: "seat_1" });
}

async function runWholeClient(way: Partial<BillingProviderProps>): Promise<void> {
  const cache = new Map();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={{ provider: () => cache }}>
      <BillingProvider identityKey="ines" {...way}>
        {children}
      </BillingProvider>
    </SWRConfig>
  );
  const { result } = renderHook(useEverything, { wrapper });
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  await act(() => doEverything(result.current));
}

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(window, "open").mockReturnValue(null);
});

describe("every operation that a browser may ask for", () => {
  it("has a call in the client, and its action accepts what that call sends", async () => {
    const transport = new FakeTransport();
    for (const op of BROWSER_OPERATIONS) transport.reply(op, () => fail("forbidden", "No", 403));
    const { convex, api } = fakeConvex(transport);
    await runWholeClient({ convex, api });
    expect([...new Set(transport.calls.map(({ op }) => op))].sort()).toEqual(
      [...BROWSER_OPERATIONS].sort(),
    );
    for (const { op, args } of transport.calls) {
      expect([op, validate(v.object(actionArgs(op)), args)]).toEqual([op, { ok: true }]);
    }
  });

  it("has a call in the client, and its route accepts what that call sends", async () => {
    const requests: Request[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      requests.push(new Request(input, init));
      return Promise.resolve(Response.json({ code: "forbidden", message: "No" }, { status: 403 }));
    });
    await runWholeClient({ backendUrl: HOST, includeCredentials: false });
    const asked = await Promise.all(
      requests.map(async (request) => {
        const read = await readHostRequest(
          request,
          new URL(request.url).pathname.slice(PREFIX.length),
        );
        return isRefused(read) ? read.error.message : read.operation;
      }),
    );
    expect([...new Set(asked)].sort()).toEqual([...BROWSER_OPERATIONS].sort());
  });
});
