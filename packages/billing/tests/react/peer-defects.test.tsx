import { readFileSync } from "node:fs";
import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { titlesOfTests } from "../../../../tests/texts";
import { actionArgs } from "../../src/contract/browserArgs";
import { allowedArgs } from "../../src/contract/sentNames";
import { decideFeatureAccess } from "../../src/contract/access";
import { ok } from "../../src/contract/errors";
import { BROWSER_OPERATIONS } from "../../src/contract/operations";
import type { CustomerProduct } from "../../src/contract/wire";
import { refuseByPolicy } from "../../src/client/policy";
import { checkAccess } from "../../src/react/flows/check";
import { indexAccess } from "../../src/react/flows/access-index";
import { useCustomer } from "../../src/react/hooks/use-customer";
import { usePricingTable } from "../../src/react/hooks/use-pricing-table";
import type { CheckParams } from "../../src/react/params";
import type { BillingFunctions, ConvexClient } from "../../src/react/ports";
import { convexTransport } from "../../src/react/transports/convex";
import type { PaywallDialogProps } from "../../src/react/types";
import { FakeTransport } from "./fake-transport";
import { billingWrapper } from "./hooks/billing-harness";
import { PEER_DEFECTS } from "./peer-defects";
import { customer, customerFeature, customerProduct, product } from "./wire-samples";

const DEFECT_COUNT = 40;

const known = titlesOfTests();

describe("the table of known defects", () => {
  it("has one row per defect, in order", () => {
    const ids = Array.from({ length: DEFECT_COUNT }, (_, index) => `D${index + 1}`);
    expect(Object.keys(PEER_DEFECTS)).toEqual(ids);
  });

  it.each(Object.entries(PEER_DEFECTS))("names existing tests of %s", (_id, row) => {
    const { tests: titles = [], because } = row;
    expect(titles.length > 0 || because !== undefined).toBe(true);
    expect(titles.filter((title) => !known.has(title))).toEqual([]);
  });
});

describe("what a browser may send", () => {
  it("D4: refuses negative, zero and infinite use, and use of what only servers track", () => {
    const config = { clientTrackable: ["views"] };
    for (const value of [-1, 0, Infinity, NaN]) {
      const refused = refuseByPolicy("track", { featureId: "views", value }, config);
      expect(refused?.error.code).toBe("invalid_inputs");
    }
    const uploads = refuseByPolicy("track", { featureId: "uploads", value: 1 }, config);
    expect(uploads?.error.code).toBe("forbidden");
    expect(refuseByPolicy("track", { featureId: "views", value: 1 }, config)).toBeUndefined();
  });

  it("D5: has no argument that names a customer", () => {
    const named = BROWSER_OPERATIONS.flatMap((op) =>
      allowedArgs(op).filter((name) => /customer/i.test(name)),
    );
    expect(named).toEqual([]);
  });

  it("D32: sends to no action what its validators refuse", async () => {
    // Fields that pages may add to every operation.
    const ofThePage = { openInNewTab: true, dialog: "any", customerData: {} };
    const sample = {
      setupPayment: { successUrl: "/plans" },
      billingPortal: { returnUrl: "/plans" },
      check: { featureId: "uploads", withPreview: true },
      attach: { productId: "creator", options: [{ featureId: "credits", quantity: 100 }] },
    };
    for (const [op, args] of Object.entries(sample)) {
      const action = vi.fn<ConvexClient["action"]>(() => Promise.resolve(ok(null)));
      const references = Object.fromEntries(BROWSER_OPERATIONS.map((each) => [each, each]));
      // References are opaque to the transport.
      const transport = convexTransport({ action }, references as unknown as BillingFunctions);
      const name = op as keyof typeof sample;
      await transport.call(name, { ...args, ...ofThePage });
      const sent = action.mock.calls[0]?.[1];
      expect(Object.keys(sent ?? {})).toEqual(expect.arrayContaining(Object.keys(args)));
      const accepted = actionArgs(name);
      expect(Object.keys(sent ?? {}).filter((key) => !(key in accepted))).toEqual([]);
    }
  });
});

describe("what a page requests", () => {
  it("D11: gives each hook its own answer about a missing customer, from one request", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const transport = new FakeTransport().reply("createCustomer", () => ok(null, 202));
    const { result } = renderHook(
      () => [useCustomer({ errorOnNotFound: false }), useCustomer({ errorOnNotFound: true })],
      { wrapper: billingWrapper(transport) },
    );
    await waitFor(() => expect(result.current[1]?.error?.code).toBe("CUSTOMER_ID_REQUIRED"));
    expect(result.current[0]?.error).toBeUndefined();
    expect(transport.argsOf("createCustomer")).toHaveLength(1);
  });

  it("D12: requests nothing that no hook on the page uses", async () => {
    const transport = new FakeTransport()
      .answer("createCustomer", customer())
      .answer("listProducts", { list: [product()] });
    const wrapper = billingWrapper(transport);
    renderHook(() => null, { wrapper });
    expect(transport.calls).toEqual([]);
    const { result } = renderHook(() => useCustomer(), { wrapper });
    await waitFor(() => expect(result.current.customer).not.toBeNull());
    expect(transport.calls.map(({ op }) => op)).toEqual(["createCustomer"]);
    renderHook(() => usePricingTable(), { wrapper });
    await waitFor(() => expect(transport.calls).toHaveLength(2));
  });
});

describe("the answer of a check", () => {
  const credits = (id: string, balance: number) =>
    customerFeature({
      id,
      balance,
      included_usage: balance,
      credit_schema: [{ feature_id: "boosts", credit_amount: 10 }],
    });
  const boosts = customerFeature({ id: "boosts", balance: 0, included_usage: 0 });

  it("D20: uses credits only when the feature's own balance does not decide", () => {
    const unlimited = { ...boosts, unlimited: true };
    const overage = { ...boosts, overage_allowed: true };
    for (const own of [unlimited, overage]) {
      const access = decideFeatureAccess({ boosts: own, credits: credits("credits", 0) }, "boosts");
      expect(access).toMatchObject({ allowed: true, source: { id: "boosts" } });
    }
    const short = decideFeatureAccess({ boosts, credits: credits("credits", 9) }, "boosts");
    expect(short.allowed).toBe(false);
  });

  /** The check result on a page with this customer, as an object and as a boolean. */
  async function ask(customerState: Parameters<typeof customer>[0], params: CheckParams) {
    const transport = new FakeTransport().answer("createCustomer", customer(customerState));
    const { result } = renderHook(() => useCustomer(), { wrapper: billingWrapper(transport) });
    await waitFor(() => expect(result.current.customer).not.toBeNull());
    const { data } = result.current.check(params);
    expect(result.current.allowed(params)).toBe(data.allowed);
    return data;
  }
  const copies = (...status: CustomerProduct["status"][]) => ({
    products: status.map((each) => customerProduct({ id: "creator", status: each })),
  });

  it.each<[what: string, Parameters<typeof customer>[0], CheckParams, boolean]>([
    ["0 as 0", { features: [boosts] }, { featureId: "boosts", requiredBalance: 0 }, true],
    ["nothing as 1", { features: [boosts] }, { featureId: "boosts" }, false],
    ["the active of two copies", copies("scheduled", "active"), { productId: "creator" }, true],
    ["a copy that is not active yet", copies("scheduled"), { productId: "creator" }, false],
    [
      "the second of two credit systems",
      { features: [boosts, credits("a", 9), credits("b", 10)] },
      { featureId: "boosts" },
      true,
    ],
    [
      "no two credit systems together",
      { features: [boosts, credits("a", 9), credits("b", 9)] },
      { featureId: "boosts" },
      false,
    ],
  ])("D21: accepts %s", async (_what, customerState, params, allowed) => {
    expect((await ask(customerState, params)).allowed).toBe(allowed);
  });

  it("D22: has the same fields, whatever is null, and never a raw feature", () => {
    const answer = (over: Parameters<typeof customerFeature>[0]) => {
      const index = indexAccess(
        customer({ features: [customerFeature({ id: "uploads", ...over })] }),
      );
      return checkAccess({ index, loading: false }, { featureId: "uploads" });
    };
    const plain = answer({});
    const bare = answer({ interval: null, next_reset_at: null });
    expect(Object.keys(bare)).toEqual(Object.keys(plain));
    expect(bare).not.toHaveProperty("name");
    expect(bare).not.toHaveProperty("type");
  });
});

describe("the dialog of a check", () => {
  function Paywall({ open, setOpen }: PaywallDialogProps) {
    return open ? <button onClick={() => setOpen(false)}>Not now</button> : null;
  }

  it("D25: opens on a click, and not during rendering", async () => {
    const transport = new FakeTransport().answer("createCustomer", customer());
    const { result } = renderHook(
      () => {
        const page = useCustomer();
        page.allowed({ featureId: "uploads", dialog: Paywall });
        return page;
      },
      { wrapper: billingWrapper(transport) },
    );
    await waitFor(() => expect(result.current.customer).not.toBeNull());
    expect(screen.queryByText("Not now")).toBeNull();
    // This name distinguishes rendering from a click in React.
    const renderWithHooks = () => result.current.check({ featureId: "uploads", dialog: Paywall });
    act(() => void renderWithHooks());
    act(() => screen.getByText("Not now").click());
    expect(screen.queryByText("Not now")).toBeNull();
  });
});

describe("the tests before a release", () => {
  it("D40: are tests of every kind", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    expect(scripts).toMatchObject({
      test: "node scripts/test.mjs",
      "test:unit": "vitest run",
      "test:e2e": "playwright test",
    });
    const steps = readFileSync("scripts/checks.ts", "utf8");
    for (const script of ["typecheck", "test:unit", "test:e2e"]) {
      expect(steps).toContain(`"${script}"`);
    }
  });
});
