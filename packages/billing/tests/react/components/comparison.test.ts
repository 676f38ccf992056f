import { describe, expect, it } from "vitest";
import { compareFeatures, describeCell } from "../../../src/react/components/comparison";
import type { ProductItem } from "../../../src/contract/wire";
import { product, productItem } from "../wire-samples";
import { WORDS } from "../words";

const grant = (feature_id: string, name: string, display: ProductItem["display"]) =>
  productItem({
    type: "feature",
    feature_id,
    feature: { id: feature_id, name, type: "single_use", archived: false },
    display,
  });
const uploads = grant("uploads", "Uploads", {
  primary_text: "10 uploads",
  secondary_text: "per month",
});
const hd = productItem({
  type: "feature",
  feature_id: "hd",
  feature_type: "static",
  feature: { id: "hd", name: "4K uploads", type: "boolean", archived: false },
  display: { primary_text: "4K uploads" },
});

describe("compareFeatures", () => {
  it("gives every feature a row and every plan a cell, in order", () => {
    const plans = [product({ items: [productItem(), uploads] }), product({ items: [hd, uploads] })];
    expect(compareFeatures(plans, WORDS)).toEqual([
      {
        featureId: "uploads",
        name: "Uploads",
        cells: [
          { kind: "amount", text: "10 uploads per month" },
          { kind: "amount", text: "10 uploads per month" },
        ],
      },
      { featureId: "hd", name: "4K uploads", cells: [{ kind: "missing" }, { kind: "included" }] },
    ]);
  });

  it("puts several grants of one feature into one cell", () => {
    const more = grant("uploads", "Uploads", { primary_text: "$4 per 100" });
    expect(compareFeatures([product({ items: [uploads, more] })], WORDS)[0]?.cells).toEqual([
      { kind: "amount", text: "10 uploads per month, $4 per 100" },
    ]);
  });

  it("leaves prices and free text out: they are not features", () => {
    expect(compareFeatures([product()], WORDS)).toEqual([]);
  });
});

describe("describeCell", () => {
  it.each([
    [{ kind: "included" }, "Included"],
    [{ kind: "missing" }, "Not included"],
    [{ kind: "amount", text: "25 GB" }, "25 GB"],
  ] as const)("says %o in words", (cell, words) => {
    expect(describeCell(cell, WORDS.t)).toBe(words);
  });
});
