import { describe, expect, expectTypeOf, it } from "vitest";
import { SPOTLIGHT_CATALOGUE } from "../../../../convex/community/plans";
import type { FeatureId } from "../../../../convex/community/plans";
import { defineCatalog } from "../../src/component/rules/define";
import type { ItemInput } from "../../src/component/rules/define";
import { validateCatalogue } from "../../src/component/rules/validateCatalogue";
import type { Billing } from "../../src/client";

describe("defineCatalog", () => {
  const catalogue = defineCatalog({
    currency: "usd",
    features: {
      uploads: { name: "Uploads", type: "single_use", event_names: ["uploaded"] },
      credits: {
        name: "Credits",
        type: "credit_system",
        credit_schema: [{ metered_feature_id: "uploads", credit_cost: 2 }],
      },
    },
    products: { free: { name: "Free", items: [{ feature_id: "uploads", included_usage: 10 }] } },
  });

  it("fills in every default, and uses the property names as ids", () => {
    expect(catalogue.products).toEqual([
      {
        id: "free",
        name: "Free",
        group: "",
        is_add_on: false,
        is_default: false,
        archived: false,
        free_trial: null,
        items: [{ feature_id: "uploads", included_usage: 10 }],
      },
    ]);
    expect(catalogue.features[0]).toEqual({
      id: "uploads",
      name: "Uploads",
      type: "single_use",
      event_names: ["uploaded"],
      archived: false,
    });
    expect(catalogue).toMatchObject({ rewards: [], programs: [] });
  });

  it("knows the ids, so that an item or a gate of another feature does not compile", () => {
    expectTypeOf<(typeof catalogue)["features"][number]["id"]>().toEqualTypeOf<
      "uploads" | "credits"
    >();
    expectTypeOf<(typeof catalogue)["products"][number]["id"]>().toEqualTypeOf<"free">();
    expectTypeOf<{ feature_id: "ghosts" }>().not.toExtend<ItemInput<FeatureId>>();
    expectTypeOf<{ feature_id: "uploads" }>().toExtend<ItemInput<FeatureId>>();
    type Gated = Parameters<Billing<FeatureId>["gate"]>[2]["featureId"];
    expectTypeOf<Gated>().toEqualTypeOf<FeatureId>();
  });
});

describe("Spotlight's catalogue", () => {
  it("is valid", () => {
    expect(validateCatalogue(SPOTLIGHT_CATALOGUE, new Map())).toBeNull();
  });
});
