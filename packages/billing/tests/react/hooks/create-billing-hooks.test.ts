import { describe, expect, expectTypeOf, it } from "vitest";
import { defineCatalog } from "../../../src/component/rules/catalogue/define";
import { createBillingDialogs, createBillingHooks, createPricingTable } from "../../../src/react";
import * as billing from "../../../src/react";
import type { BillingHooks, IdsOf } from "../../../src/react";
import { checkoutAnswer, productPreview } from "../wire-samples";

const CATALOGUE = defineCatalog({
  currency: "usd",
  features: {
    prints: { name: "Prints", type: "single_use" },
    seats: { name: "Seats", type: "continuous_use" },
  },
  products: { solo: { name: "Solo", items: [] }, team: { name: "Team", items: [] } },
});

interface StudioIds {
  featureId: "prints" | "seats";
  productId: "solo" | "team";
}

const hooks = createBillingHooks<typeof CATALOGUE>();
const dialogs = createBillingDialogs<typeof CATALOGUE>();
const PricingTable = createPricingTable<typeof CATALOGUE>();

/**
 * Never called: the test is that this compiles, and that the marked lines do not.
 * An expectation that no longer fails is itself an error.
 */
export function misspell({ useCustomer, useEntity, usePaywall, useUsage }: typeof hooks) {
  const { allowed, check, attach, checkout, cancel, track, query } = useCustomer();
  const seat = useEntity("seat_1");

  allowed({ featureId: "prints", productId: "team" });
  // @ts-expect-error -- not a feature
  allowed({ featureId: "print" });
  // @ts-expect-error -- not a product
  check({ productId: "prints" });
  // @ts-expect-error -- not a product
  void attach({ productId: "Solo" });
  // @ts-expect-error -- the second is not a product
  void attach({ productIds: ["solo", "duo"] });
  // @ts-expect-error -- not a feature
  void checkout({ productId: "team", options: [{ featureId: "seat", quantity: 2 }] });
  // @ts-expect-error -- not a product
  void cancel({ productId: "seats" });
  // @ts-expect-error -- not a feature
  void track({ featureId: "solo" });
  // @ts-expect-error -- the second is not a feature
  void query({ featureId: ["seats", "chairs"] });
  // @ts-expect-error -- not a feature
  seat.allowed({ featureId: "seat" });
  // @ts-expect-error -- not a product
  void seat.cancel({ productId: "duo" });
  // @ts-expect-error -- the entity is bound already
  void seat.attach({ productId: "team", entityId: "seat_2" });
  // @ts-expect-error -- not a feature
  usePaywall({ featureId: "print" });
  // @ts-expect-error -- not a feature
  useUsage({ featureId: "print" });
  // @ts-expect-error -- not a range
  useUsage({ featureId: "prints", range: "1y" });
}

/** Never called, as {@link misspell}. */
export function misspellInDialogs(
  { CancelDialog, CheckoutDialog, PaywallDialog, PlanChangeDialog }: typeof dialogs,
  { check, checkout, attach }: ReturnType<typeof hooks.useCustomer>,
  control: { open: boolean; setOpen: (open: boolean) => void },
) {
  PaywallDialog({ ...control, featureId: "seats" });
  // @ts-expect-error -- not a feature
  PaywallDialog({ ...control, featureId: "seat" });
  // @ts-expect-error -- not a product
  CancelDialog({ ...control, productId: "seats" });
  const checkoutResult = checkoutAnswer();
  // @ts-expect-error -- not a product
  CheckoutDialog({ ...control, checkoutResult, checkoutParams: { productId: "duo" } });
  // @ts-expect-error -- not a product
  PlanChangeDialog({ ...control, preview: productPreview(), attachParams: { productId: "duo" } });

  PricingTable({ productDetails: [{ id: "solo", items: [{ featureId: "prints" }] }] });
  // @ts-expect-error -- not a product
  PricingTable({ productDetails: [{ id: "duo" }] });
  // @ts-expect-error -- not a feature
  PricingTable({ productDetails: [{ id: "solo", items: [{ featureId: "print" }] }] });
  // @ts-expect-error -- not a feature
  PricingTable({ checkoutParams: { options: [{ featureId: "seat", quantity: 2 }] } });

  // The hooks accept the host's own dialog, and the client's unchanged.
  check({ featureId: "seats", dialog: PaywallDialog });
  check({ featureId: "seats", dialog: billing.PaywallDialog });
  void checkout({ productId: "team", dialog: CheckoutDialog });
  void attach({ productId: "team", dialog: PlanChangeDialog });
  // @ts-expect-error -- a dialog of another kind
  void checkout({ productId: "team", dialog: CancelDialog });
}

describe("createBillingHooks", () => {
  it("gives the client's own hooks, so that nothing is loaded or cached twice", () => {
    const { useCustomer, useEntity, usePaywall, usePricingTable, useUsage } = billing;
    expect(hooks).toEqual({ useCustomer, useEntity, usePaywall, usePricingTable, useUsage });
  });

  it("gives the client's own dialogs and table", () => {
    expect(dialogs.PaywallDialog).toBe(billing.PaywallDialog);
    expect(Object.keys(dialogs)).toHaveLength(4);
    expect(PricingTable).toBe(billing.PricingTable);
  });

  it("accepts ids from a catalogue, or as unions of names", () => {
    expectTypeOf<IdsOf<typeof CATALOGUE>>().toEqualTypeOf<StudioIds>();
    expectTypeOf<IdsOf<StudioIds>>().toEqualTypeOf<StudioIds>();
  });

  it("accepts the host's names and no others", () => {
    type Allowed = Parameters<ReturnType<typeof hooks.useCustomer>["allowed"]>[0];
    expectTypeOf<Allowed["featureId"]>().toEqualTypeOf<"prints" | "seats" | undefined>();
    expectTypeOf<Allowed["productId"]>().toEqualTypeOf<"solo" | "team" | undefined>();
  });

  it("accepts a host's hooks in a component for any ids", () => {
    expectTypeOf<BillingHooks<{ featureId: string; productId: string }>>().toExtend<
      BillingHooks<StudioIds>
    >();
  });
});
