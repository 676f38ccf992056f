import type { CatalogueProduct } from "../../rules/model";
import type { Line } from "../../rules/invoices/lines";
import type { StoredLine } from "./invoiceTables";

interface Sides {
  target: CatalogueProduct;
  /** Null: no product is replaced or changed, so no line is about one. */
  current: CatalogueProduct | null;
}

/** Lines as intents and invoices store them: readable without the catalogue of the day. */
export function storeLines(lines: readonly Line[], sides: Sides): StoredLine[] {
  return lines.map((line) => {
    const item = sides[line.of]?.items[line.itemIndex];
    if (!item) throw new Error(`Line "${line.description}" has no item`);
    const { description, minor, kind, itemIndex, units, pays, discounts = [] } = line;
    const paysAhead = kind === "charge" || kind === "remaining";
    const off = discounts.reduce((sum, discount) => sum + discount.minor, 0);
    return {
      description,
      minor,
      feature_id: item.feature_id ?? null,
      ...(paysAhead && { item_index: itemIndex }),
      ...(units !== undefined && { units }),
      ...(pays && { pays }),
      ...(off > 0 && { discount_minor: off }),
    };
  });
}
