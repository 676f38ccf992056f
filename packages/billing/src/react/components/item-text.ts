import type { PricingTableItem } from "../pricing";

/** An item's two texts in one line: "$15 per month". */
export function joinItemText({
  primary_text,
  secondary_text,
}: PricingTableItem["display"]): string {
  return secondary_text === undefined ? primary_text : `${primary_text} ${secondary_text}`;
}
