import { ConvexError } from "convex/values";
import type { Value } from "convex/values";
import { describe, expect, expectTypeOf, it } from "vitest";
import { defineCatalog } from "../../src/client";
import type { Billing, BillingConfig, BillingOf } from "../../src/client";
import { fail } from "../../src/contract";
import type { BillingError } from "../../src/contract";

const notes = { name: "Notes", type: "single_use" } as const;
const catalogue = defineCatalog({
  currency: "usd",
  features: { notes },
  products: { pro: { name: "Pro", items: [{ feature_id: "notes", included_usage: 1 }] } },
});

describe("the types for hosts", () => {
  it("let a function throw the error of a gate", () => {
    expectTypeOf<BillingError>().toExtend<Value>();
    const { error } = fail("insufficient_balance", "None are left");
    expect(new ConvexError(error).data).toEqual(error);
  });

  it("give `identify` the context and nothing else", () => {
    type Identify = NonNullable<BillingConfig["identify"]>;
    expectTypeOf<Parameters<Identify>["length"]>().toEqualTypeOf<1>();
  });

  it("know the ids of a catalogue where the type of `billing` is declared", () => {
    expectTypeOf<BillingOf<typeof catalogue>>().toEqualTypeOf<Billing<"notes", "pro">>();
  });
});
