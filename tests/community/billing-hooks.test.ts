import { describe, expect, expectTypeOf, it } from "vitest";
import type { FeatureId } from "../../convex/community/plans";
import { SPOTLIGHT_CATALOGUE } from "../../convex/community/plans";
import type { SpotlightIds } from "../../src/community/billing-hooks";
import { useCustomer } from "../../src/community/billing-hooks";
import * as billing from "../../packages/billing/src/react";

type Params<Call extends (params: never) => unknown> = Parameters<Call>[0];
type Customer = ReturnType<typeof useCustomer>;

describe("Spotlight's billing hooks", () => {
  it("know the features that the server gates", () => {
    // The type check is this test: a feature too many or too few does not compile.
    expectTypeOf<SpotlightIds["featureId"]>().toEqualTypeOf<FeatureId>();
  });

  it("know the products that the server sells", () => {
    // The union as values: the compiler demands each of them, and refuses any other.
    const named: Record<SpotlightIds["productId"], true> = {
      free: true,
      creator: true,
      creator_annual: true,
      pro: true,
      pro_annual: true,
      studio: true,
      studio_quarter: true,
      boost_pack: true,
      print_pack: true,
      lifetime_badge: true,
      storage_plus: true,
      welcome_credits: true,
      referral_credits: true,
    };
    const sold = SPOTLIGHT_CATALOGUE.products.map(({ id }) => id);
    expect(Object.keys(named).sort()).toEqual([...sold].sort());
  });

  it("take no other name", () => {
    expectTypeOf<Params<Customer["allowed"]>["featureId"]>().toEqualTypeOf<FeatureId | undefined>();
    expectTypeOf<"uplods">().not.toExtend<Params<Customer["allowed"]>["featureId"]>();
    expectTypeOf<"gold">().not.toExtend<Params<Customer["attach"]>["productId"]>();
  });

  it("are the client's own hooks", () => {
    expect(useCustomer).toBe(billing.useCustomer);
  });
});
