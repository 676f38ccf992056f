import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, expectTypeOf, it } from "vitest";
import { SPOTLIGHT_CATALOGUE } from "../../../../../convex/community/plans";
import type { FeatureId } from "../../../../../convex/community/plans";
import { defineCatalog } from "../../../src/component/rules/catalogue/define";
import type {
  FeatureInput,
  ItemInput,
  ProductInput,
  ProgramInput,
  RewardInput,
} from "../../../src/component/rules/catalogue/catalogueInput";
import type {
  FeatureDefinition,
  ItemDefinition,
  ProductDefinition,
} from "../../../src/component/rules/model";
import type {
  ProgramDefinition,
  RewardDefinition,
} from "../../../src/component/rules/discounts/rewards";
import { validateCatalogue } from "../../../src/component/rules/catalogue/validateCatalogue";
import type { Billing } from "../../../src/client";

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

describe("what is written in defineCatalog", () => {
  it("says in the editor what each field means", () => {
    const fields = commentsIn("packages/billing/src/component/rules/catalogue/catalogueInput.ts");
    expect(fields.length).toBeGreaterThan(60);
    expect(fields.filter(([, comment]) => comment === "")).toEqual([]);
  });

  it("gets the defaults of a trial", () => {
    const { products } = defineCatalog({
      currency: "usd",
      features: {},
      products: { pro: { name: "Pro", items: [], free_trial: { length: 14 } } },
    });
    expect(products[0]?.free_trial).toEqual({
      length: 14,
      duration: "day",
      unique_fingerprint: false,
      card_required: true,
    });
  });

  it("keeps every other field", () => {
    const tiers = [{ to: "inf", amount: 1 }] as const;
    const discount = {
      name: "Spring sale",
      type: "percentage_discount",
      promo_codes: ["SPRING"],
      discount_value: 10,
      duration_type: "forever",
      duration_value: 0,
      applies_to: [{ product_id: "pro" }],
    } as const;
    const made = defineCatalog({
      currency: "usd",
      features: { calls: { name: "Calls", type: "single_use", low_balance: 5 } },
      products: { pro: { name: "Pro", items: [{ feature_id: "calls", tiers }] } },
      rewards: { spring: discount },
    });
    expect(made.features[0]?.low_balance).toBe(5);
    expect(made.products[0]?.items).toEqual([{ feature_id: "calls", tiers }]);
    expect(made.rewards).toEqual([{ ...discount, id: "spring" }]);
  });

  it("has the fields and types of the validators, whatever may be left out", () => {
    expectTypeOf<FeatureInput>().toEqualTypeOf<Written<FeatureDefinition, "archived">>();
    expectTypeOf<ItemInput>().toEqualTypeOf<Frozen<ItemDefinition>>();
    expectTypeOf<Omit<ProductInput, "free_trial">>().toEqualTypeOf<
      Omit<Written<ProductDefinition, ProductDefaults>, "free_trial">
    >();
    expectTypeOf<NonNullable<ProductInput["free_trial"]>>().toEqualTypeOf<
      Defaulted<NonNullable<ProductDefinition["free_trial"]>, TrialDefaults>
    >();
    expectTypeOf<RewardInput>().toExtend<Written<RewardDefinition>>();
    expectTypeOf<Written<RewardDefinition>>().toExtend<RewardInput>();
    expectTypeOf<ProgramInput>().toEqualTypeOf<Written<ProgramDefinition>>();
  });

  it("does not compile with a field, or a reward, that does not exist", () => {
    const invite = {
      when: "customer_creation",
      product_ids: [],
      max_redemptions: 1,
      received_by: "all",
      exclude_trial: false,
    } as const;
    const made = defineCatalog({
      currency: "usd",
      features: {
        // @ts-expect-error: the field is low_balance.
        calls: { name: "Calls", type: "single_use", low: 5 },
      },
      products: {},
      rewards: {
        gift: { name: "Gift", type: "invoice_credits", promo_codes: [], discount_value: 5 },
      },
      // @ts-expect-error: the reward is gift.
      programs: { invite: { ...invite, reward: "present" } },
    });
    expect(made.programs).toEqual([{ ...invite, reward: "present", id: "invite" }]);
  });
});

describe("Spotlight's catalogue", () => {
  it("is valid", () => {
    expect(validateCatalogue(SPOTLIGHT_CATALOGUE, new Map())).toBeNull();
  });
});

type ProductDefaults = "group" | "is_add_on" | "is_default" | "archived" | "free_trial";
type TrialDefaults = "duration" | "unique_fingerprint" | "card_required";

/** Read only at every depth: a literal declared with `as const` fits. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { [K in keyof T]: Frozen<T[K]> }
    : T;
type Simple<T> = { [K in keyof T]: T[K] };
type Defaulted<T, K extends keyof T> = Simple<Omit<T, K> & Partial<Pick<T, K>>>;
/** A definition as its author writes it: the id is the name of the property. */
type Written<T, Defaults extends PropertyKey = never> = T extends unknown
  ? Frozen<Defaulted<Omit<T, "id">, Extract<Defaults, keyof Omit<T, "id">>>>
  : never;

/** The comment above each field of the types in a module, which editors show. */
function commentsIn(path: string): [field: string, comment: string][] {
  const text = readFileSync(path, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: [string, string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node)) {
      const comments = ts.getJSDocCommentsAndTags(node).map((doc) => doc.getText());
      found.push([node.name.getText(), comments.join("")]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
