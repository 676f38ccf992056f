import { describe, expect, it } from "vitest";
import { payersOf } from "../../../src/component/rules/balances/payers";
import type { FeatureDefinition } from "../../../src/component/rules/model";

const metered = (id: string): FeatureDefinition => ({
  id,
  name: id,
  type: "single_use",
  archived: false,
});
const credits = (id: string, ...priced: string[]): FeatureDefinition => ({
  id,
  name: id,
  type: "credit_system",
  archived: false,
  credit_schema: priced.map((metered_feature_id) => ({ metered_feature_id, credit_cost: 2 })),
});
const features = new Map(
  [
    metered("messages"),
    metered("images"),
    metered("seats"),
    credits("coins", "messages", "images"),
    credits("gems", "images"),
  ].map((feature) => [feature.id, feature]),
);

describe("payersOf", () => {
  it.each([
    ["seats", ["seats"]],
    ["messages", ["messages", "coins"]],
    ["images", ["images", "coins", "gems"]],
    ["coins", ["coins"]],
    ["unknown", ["unknown"]],
  ])("%s is paid for by %j", (id, payers) => {
    expect(payersOf(features, [id])).toEqual(payers);
  });

  it("lists a credit system that prices several of them once", () => {
    expect(payersOf(features, ["messages", "images"])).toEqual([
      ...["messages", "images", "coins", "gems"],
    ]);
  });
});
