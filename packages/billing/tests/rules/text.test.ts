import { describe, expect, it } from "vitest";
import { atStart, inSentence, nameUnits, unitName } from "../../src/component/rules/text";
import type { FeatureDefinition } from "../../src/component/rules/model";

const feature = (over: Partial<FeatureDefinition>): FeatureDefinition => ({
  id: "tags",
  name: "Tags",
  type: "single_use",
  archived: false,
  ...over,
});

describe("a feature name", () => {
  it.each([
    ["Uploads", "uploads"],
    ["AI tags", "AI tags"],
    ["4K Uploads", "4K Uploads"],
    ["AI Tags", "AI Tags"],
    ["uploads", "uploads"],
  ])("%s inside a sentence reads %s", (name, expected) => {
    expect(inSentence(name)).toBe(expected);
  });

  it.each([
    ["credits", "Credits"],
    ["4K uploads", "4K uploads"],
    ["Uploads", "Uploads"],
  ])("%s at the start reads %s", (name, expected) => {
    expect(atStart(name)).toBe(expected);
  });

  it.each([
    [1, undefined, "1 tags"],
    [2, undefined, "2 tags"],
    [1, { singular: "tag", plural: "labels" }, "1 tag"],
    [0, { singular: "tag", plural: "labels" }, "0 labels"],
    [1200, { singular: "tag", plural: "labels" }, "1,200 labels"],
  ])("of %d units, with the words %o, reads %s", (units, display, expected) => {
    const named = feature({ ...(display && { display }) });
    expect(nameUnits(units, named)).toBe(expected);
    expect(expected.endsWith(unitName(units, named))).toBe(true);
  });
});
