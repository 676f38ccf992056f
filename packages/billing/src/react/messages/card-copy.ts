import type { PaymentMethod } from "../../contract/wire";
import type { Say } from "./language";

/** "Visa ending in 4242" */
export function describeCard({ card: { brand, last4 } }: PaymentMethod, t: Say): string {
  const shown = brand.charAt(0).toUpperCase() + brand.slice(1);
  return t("card.name", { brand: shown, last4 });
}
