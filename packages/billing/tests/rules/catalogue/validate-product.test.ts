import { describe, expect, it } from "vitest";
import type {
  CatalogueProduct,
  FeatureDefinition,
  ItemDefinition,
} from "../../../src/component/rules/model";
import { validateFeature } from "../../../src/component/rules/catalogue/validateFeature";
import { validateProduct } from "../../../src/component/rules/catalogue/validateProduct";
import {
  CREATOR,
  FEATURES,
  FREE,
  PREPAID_CREDITS,
  price,
  PRINT_PACK,
  PRO,
  product,
} from "../fixtures";

const refusal = (row: CatalogueProduct) => validateProduct(row, FEATURES, "usd")?.message ?? null;
const withItems = (...items: ItemDefinition[]) => refusal(product("p", items));
const flag = { feature_id: "hd_upload" };
const credits = (over: Partial<ItemDefinition> = {}): ItemDefinition => ({
  feature_id: "credits",
  included_usage: 5,
  interval: "month",
  ...over,
});
const COST_TOO_FINE = "The credit cost of boost has at most 6 decimals, and is at most 1000000000";
const TWINS = "Two items of feature credits are of the same kind and interval";
const PRICES = "Two fixed prices have the same interval";
const MIXED = "Weekly and monthly prices cannot be mixed";

describe("items together", () => {
  it.each<[string, ItemDefinition[], string | null]>([
    ["none", [], null],
    ["the same grant twice", [credits(), credits()], TWINS],
    ["a grant and packs", [credits(), PREPAID_CREDITS], null],
    ["packs twice", [PREPAID_CREDITS, { ...PREPAID_CREDITS, price: 3 }], TWINS],
    ["packs and use", [PREPAID_CREDITS, { ...PREPAID_CREDITS, usage_model: "pay_per_use" }], null],
    ["by the month and never", [credits(), { feature_id: "credits", included_usage: 5 }], null],
    ["by the month and by two months", [credits(), credits({ interval_count: 2 })], null],
    ["a count of 1 is no other interval", [credits(), credits({ interval_count: 1 })], TWINS],
    ["shared and for each seat", [credits(), credits({ entity_feature_id: "seats" })], null],
    [
      "a flag twice",
      [flag, { ...flag, interval: "month" }],
      "Two items of feature hd_upload are of the same kind and interval",
    ],
    ["two monthly prices", [price(5, "month"), price(6, "month")], PRICES],
    ["two prices paid once", [price(5), price(6)], PRICES],
    ["a monthly price and one paid once", [price(5, "month"), price(6)], null],
    ["by the month and by the year", [price(5, "month"), price(50, "year")], null],
    ["by the week and by two weeks", [price(5, "week"), price(6, "week", 2)], null],
    ["by the week and by the month", [price(5, "week"), price(6, "month")], MIXED],
    ["by the week and by the half-year", [price(5, "week"), price(6, "semi_annual")], MIXED],
    ["by the week and by the quarter", [price(5, "week"), price(6, "quarter")], MIXED],
    ["by the week and by the year", [price(5, "week"), price(6, "year")], MIXED],
    ["by the week, with monthly packs", [price(5, "week"), PREPAID_CREDITS], MIXED],
    ["by the week, with monthly grants", [price(5, "week"), credits()], null],
    ["by the week and once", [price(5, "week"), price(6)], null],
  ])("%s", (_what, items, message) => {
    expect(withItems(...items)).toBe(message);
  });

  it("are at most a hundred, so that every read stays small", () => {
    const grants = (count: number) =>
      Array.from({ length: count }, (_, index) => credits({ interval_count: index + 1 }));
    expect(withItems(...grants(100))).toBeNull();
    expect(withItems(...grants(101))).toBe("A product has at most 100 items");
  });
});

describe("a product", () => {
  it.each<[string, CatalogueProduct, string | null]>([
    ["Spotlight's free plan", FREE, null],
    ["a paid plan", CREATOR, null],
    ["an id of 64", product("a".repeat(64), []), null],
    [
      "an id of 65",
      product("a".repeat(65), []),
      "Product id must be 1 to 64 letters, digits, _ or -, a letter or digit first",
    ],
    [
      "an id with a space",
      product("a b", []),
      "Product id must be 1 to 64 letters, digits, _ or -, a letter or digit first",
    ],
    [
      "an id that starts with _",
      product("_pro", []),
      "Product id must be 1 to 64 letters, digits, _ or -, a letter or digit first",
    ],
    ["a name of 100", { ...FREE, name: "a".repeat(100) }, null],
    ["no name", { ...FREE, name: " " }, "Product free needs a name of at most 100 characters"],
    [
      "a name of 101",
      { ...FREE, name: "a".repeat(101) },
      "Product free needs a name of at most 100 characters",
    ],
  ])("%s", (_what, row, message) => {
    expect(refusal(row)).toBe(message);
  });

  const trial = {
    length: 7,
    duration: "day",
    unique_fingerprint: false,
    card_required: true,
  } as const;
  it.each<[string, CatalogueProduct, string | null]>([
    ["of a day", { ...CREATOR, free_trial: { ...trial, length: 1 } }, null],
    [
      "of no day",
      { ...CREATOR, free_trial: { ...trial, length: 0 } },
      "free_trial.length must be a whole number > 0, at most 1000",
    ],
    [
      "of half a day",
      { ...CREATOR, free_trial: { ...trial, length: 0.5 } },
      "free_trial.length must be a whole number > 0, at most 1000",
    ],
    [
      "of 1001 days",
      { ...CREATOR, free_trial: { ...trial, length: 1_001 } },
      "free_trial.length must be a whole number > 0, at most 1000",
    ],
    [
      "of a one-time product",
      { ...PRINT_PACK, free_trial: trial },
      "A one-off product has no free trial",
    ],
  ])("a trial %s", (_what, row, message) => {
    expect(refusal(row)).toBe(message);
  });

  it.each<[string, CatalogueProduct, string]>([
    ["an invalid id", product("a b", []), "invalid_inputs"],
    ["a trial of no day", { ...CREATOR, free_trial: { ...trial, length: 0 } }, "invalid_inputs"],
    ["a paid default", { ...CREATOR, is_default: true }, "invalid_inputs"],
    ["twins", product("p", [credits(), credits()]), "invalid_product_item"],
    [
      "too many items",
      product(
        "p",
        Array.from({ length: 101 }, (_, index) => credits({ interval_count: index + 1 })),
      ),
      "invalid_product_item",
    ],
  ])("is refused with a code for %s", (_what, row, code) => {
    expect(validateProduct(row, FEATURES, "usd")?.code).toBe(code);
  });

  const REFUSED = "A default product is free, or has a trial that needs no card";
  it.each<[string, CatalogueProduct, string | null]>([
    ["free", { ...FREE, is_default: true }, null],
    ["paid", { ...CREATOR, is_default: true }, REFUSED],
    ["on trial, with a card", { ...CREATOR, is_default: true, free_trial: trial }, REFUSED],
    ["on trial, without a card", { ...PRO, is_default: true }, null],
    ["paid, but no default", CREATOR, null],
  ])("a default that is %s", (_what, row, message) => {
    expect(refusal(row)).toBe(message);
  });
});

describe("a feature", () => {
  const feature = (over: Partial<FeatureDefinition>): FeatureDefinition => ({
    id: "f",
    name: "F",
    type: "single_use",
    archived: false,
    ...over,
  });
  const system = (...parts: [id: string, cost: number][]) =>
    feature({
      type: "credit_system",
      credit_schema: parts.map(([id, cost]) => ({ metered_feature_id: id, credit_cost: cost })),
    });

  it.each<[string, FeatureDefinition, string | null]>([
    ["that is counted", feature({}), null],
    ["with events", feature({ event_names: ["a", "b"] }), null],
    [
      "with one event twice",
      feature({ event_names: ["a", "a"] }),
      "Event names of feature f must be distinct and not empty",
    ],
    [
      "with an event of no name",
      feature({ event_names: [""] }),
      "Event names of feature f must be distinct and not empty",
    ],
    [
      "flag with events",
      feature({ type: "boolean", event_names: ["a"] }),
      "Events use a counted feature; f is not one",
    ],
    [
      "system with events",
      { ...system(["boost", 1]), event_names: ["a"] },
      "Events use a counted feature; f is not one",
    ],
    [
      "with an invalid id",
      feature({ id: "a b" }),
      "Feature id must be 1 to 64 letters, digits, _ or -, a letter or digit first",
    ],
    [
      "with an id that starts with _",
      feature({ id: "_f" }),
      "Feature id must be 1 to 64 letters, digits, _ or -, a letter or digit first",
    ],
    ["without a name", feature({ name: "" }), "Feature f needs a name of at most 100 characters"],
    [
      "system without a schema",
      feature({ type: "credit_system" }),
      "Credit system f needs a credit_schema",
    ],
    [
      "with a credit schema and no system",
      feature({ credit_schema: [] }),
      "Feature f is no credit system and has no credit_schema",
    ],
    ["with a schema of null", feature({ credit_schema: null }), null],
    ["system", system(["boost", 1]), null],
    ["system with seats", system(["seats", 1]), null],
    ["system without parts", system(), "Credit system f needs a credit_schema"],
    [
      "system with one part twice",
      system(["boost", 1], ["boost", 2]),
      "Credit system f names a feature twice",
    ],
    ["system with an unknown part", system(["ghosts", 1]), "Feature ghosts not found"],
    [
      "system with flags",
      system(["hd_upload", 1]),
      "Credit system f cannot contain hd_upload, a boolean feature",
    ],
    [
      "system with systems",
      system(["credits", 1]),
      "Credit system f cannot contain credits, a credit_system feature",
    ],
    ["B14: part that costs 0 and is free", system(["boost", 0]), null],
    [
      "part that costs less than 0",
      system(["boost", -1]),
      "The credit cost of boost must be at least 0",
    ],
    ["part that costs a millionth", system(["boost", 0.000001]), null],
    ["part that costs less than a millionth", system(["boost", 0.0000004]), COST_TOO_FINE],
    ["part that costs 1.5 millionths", system(["boost", 0.0000015]), COST_TOO_FINE],
    ["part beyond all amounts", system(["boost", 1_000_000_001]), COST_TOO_FINE],
    [
      "part without a number",
      system(["boost", Number.NaN]),
      "The credit cost of boost must be at least 0",
    ],
  ])("%s", (_what, definition, message) => {
    expect(validateFeature(definition, FEATURES)?.message ?? null).toBe(message);
  });
});

describe("a refused feature", () => {
  it.each([
    [{ id: "a b" }, "invalid_inputs"],
    [
      {
        type: "credit_system" as const,
        credit_schema: [{ metered_feature_id: "ghosts", credit_cost: 1 }],
      },
      "feature_not_found",
    ],
  ])("%o has the code %s", (over, code) => {
    const named = { id: "f", name: "F", type: "single_use" as const, archived: false };
    expect(validateFeature({ ...named, ...over }, FEATURES)?.code).toBe(code);
  });
});
