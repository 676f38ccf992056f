import { describe, expect, expectTypeOf, it } from "vitest";
import { createBillingHooks } from "../../../src/react";
import * as billing from "../../../src/react";
import type { BillingHooks } from "../../../src/react";

interface StudioIds {
  featureId: "prints" | "seats";
  productId: "solo" | "team";
}

const hooks = createBillingHooks<StudioIds>();

/**
 * Never called: what compiles here, and what is expected not to, is the test.
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

describe("createBillingHooks", () => {
  it("gives the client's own hooks, so that nothing is loaded or cached twice", () => {
    const { useCustomer, useEntity, usePaywall, usePricingTable, useUsage } = billing;
    expect(hooks).toEqual({ useCustomer, useEntity, usePaywall, usePricingTable, useUsage });
  });

  it("takes the host's names and no others", () => {
    type Allowed = Parameters<ReturnType<typeof hooks.useCustomer>["allowed"]>[0];
    expectTypeOf<Allowed["featureId"]>().toEqualTypeOf<"prints" | "seats" | undefined>();
    expectTypeOf<Allowed["productId"]>().toEqualTypeOf<"solo" | "team" | undefined>();
  });

  it("lets a part of a page that takes any name be given a host's hooks", () => {
    expectTypeOf<BillingHooks<{ featureId: string; productId: string }>>().toExtend<
      BillingHooks<StudioIds>
    >();
  });
});
