import { describe, expect, expectTypeOf, it } from "vitest";
import type { FeatureId, ProductId } from "../../convex/community/plans";
import type { SpotlightIds } from "../../src/community/billing-hooks";
import { useCustomer } from "../../src/community/billing-hooks";
import * as billing from "../../packages/billing/src/react";

type Params<Call extends (params: never) => unknown> = Parameters<Call>[0];
type Customer = ReturnType<typeof useCustomer>;

describe("Spotlight's billing hooks", () => {
  it("have the features that the server gates", () => {
    // The type check is the test: an extra or missing feature does not compile.
    expectTypeOf<SpotlightIds["featureId"]>().toEqualTypeOf<FeatureId>();
  });

  it("have the products that the server sells", () => {
    expectTypeOf<SpotlightIds["productId"]>().toEqualTypeOf<ProductId>();
    expectTypeOf<"creator">().toExtend<ProductId>();
    expectTypeOf<string>().not.toExtend<ProductId>();
  });

  it("accept no other name", () => {
    expectTypeOf<Params<Customer["allowed"]>["featureId"]>().toEqualTypeOf<FeatureId | undefined>();
    expectTypeOf<"uplods">().not.toExtend<Params<Customer["allowed"]>["featureId"]>();
    expectTypeOf<"gold">().not.toExtend<Params<Customer["attach"]>["productId"]>();
  });

  it("are the client's own hooks", () => {
    expect(useCustomer).toBe(billing.useCustomer);
  });
});
