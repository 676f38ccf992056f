import { describe, expect, it, vi } from "vitest";
import { mergeProductDetails } from "../../src/react/pricing";
import { product, productItem } from "./wire-samples";

const price = productItem();
const uploads = productItem({
  type: "feature",
  feature_id: "uploads",
  display: { primary_text: "200 uploads", secondary_text: "each month" },
});
const free = product({ id: "free", name: "Free", items: [uploads], properties: { is_free: true } });
const creator = product({ items: [price, uploads] });
const yearly = product({ id: "creator_year", name: "Creator (year)", base_variant_id: "creator" });
const list = [free, creator, yearly];

const text = (primary_text: string) => ({ feature_id: null, display: { primary_text } });

describe("mergeProductDetails", () => {
  it("shows every product unchanged, a variant under its base's name", () => {
    expect(mergeProductDetails(list).map(({ id, name }) => [id, name])).toEqual([
      ["free", "Free"],
      ["creator", "Creator"],
      ["creator_year", "Creator"],
    ]);
  });

  it("shows only what is listed, in that order, and skips what does not exist", () => {
    const wishes = [{ id: "creator" }, { id: "nope" }, { id: "free" }];
    expect(mergeProductDetails(list, wishes).map(({ id }) => id)).toEqual(["creator", "free"]);
  });

  it("takes texts from the details and leaves the rest unchanged", () => {
    const described = { ...creator, display: { description: "own", button_text: "own" } };
    const [shown] = mergeProductDetails(
      [described],
      [{ id: "creator", name: "Maker", buttonText: "Go", everythingFrom: "Free" }],
    );
    expect(shown).toMatchObject({
      name: "Maker",
      display: { description: "own", button_text: "Go", everything_from: "Free" },
      items: creator.items,
    });
  });

  it("replaces the texts of a price and nothing else", () => {
    const [shown] = mergeProductDetails(list, [{ id: "creator", price: { primaryText: "$5" } }]);
    expect(shown?.items).toEqual([
      { ...price, feature_id: null, display: { primary_text: "$5" } },
      uploads,
    ]);
  });

  it("gives a free product a price before its features, which makes it paid", () => {
    const [shown] = mergeProductDetails(list, [{ id: "free", price: { primaryText: "$1" } }]);
    expect(shown?.items).toEqual([text("$1"), uploads]);
    expect(shown?.properties.is_free).toBe(false);
  });

  it("replaces features and keeps the price of a paid product", () => {
    const items = [{ primaryText: "Support" }, { featureId: "uploads", primaryText: "Lots" }];
    const [shown] = mergeProductDetails(list, [{ id: "creator", items }]);
    expect(shown?.items).toEqual([
      price,
      text("Support"),
      { ...uploads, display: { primary_text: "Lots", secondary_text: "each month" } },
    ]);
  });

  it("leaves out an unknown feature, and warns", () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const [shown] = mergeProductDetails(list, [{ id: "free", items: [{ featureId: "x" }] }]);
    expect(shown?.items).toEqual([]);
    expect(log).toHaveBeenCalledExactlyOnceWith('[billing] free has no item for feature "x"');
  });

  it("shows an offer that only the host knows, which cannot be bought here", () => {
    const wish = { name: "Studio", price: { primaryText: "Talk to us" }, buttonUrl: "https://x" };
    const [shown] = mergeProductDetails(list, [wish]);
    expect(shown).toMatchObject({
      id: null,
      name: "Studio",
      items: [text("Talk to us")],
      display: { button_url: "https://x" },
    });
  });
});
