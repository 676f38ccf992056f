import { packsToUnits } from "../../contract/quantity";
import { multiply } from "./fraction";
import type { Fraction } from "./fraction";
import { packsOf } from "./currentProducts";
import type {
  Catalogue,
  CatalogueProduct,
  FeatureDefinition,
  SubscriptionOption,
  ItemDefinition,
} from "./model";
import { fromMicros, roundHalfAway, toMicros } from "./money";
import { billingType } from "./product";
import { nameUnits } from "./text";
import { exactAmount } from "./tiers";

/** Units per feature id. */
export type UnitsByFeature = Readonly<Record<string, number>>;

/** The input for pricing a product for one customer. */
export interface PricingInput {
  product: CatalogueProduct;
  packs: readonly SubscriptionOption[];
  features: Catalogue["features"];
  currency: string;
  /** Units in use of `allocated` features. Absent: none. */
  usage?: UnitsByFeature | undefined;
  /** Units used beyond the balance of `in_arrear` features, not billed yet. Absent: none. */
  overage?: UnitsByFeature | undefined;
}

type BillingType = ReturnType<typeof billingType>;

/** An item with what one full period of it costs. */
export interface PricedItem {
  index: number;
  item: ItemDefinition;
  type: BillingType;
  /** What is paid for, in words: "Pro", "300 credits". */
  label: string;
  /** Minor units, exact. */
  full: Fraction;
}

/**
 * Prices every paid item of a product; prepaid items of 0 packs are left out.
 *
 * Fixed prices once, prepaid ones by the packs bought, allocated ones by the use
 * beyond the grant, arrears by the use beyond the balance.
 *
 * @returns In the order of the product's items.
 */
export function priceItems(input: PricingInput): PricedItem[] {
  const priced: PricedItem[] = [];
  input.product.items.forEach((item, index) => {
    const feature = item.feature_id === undefined ? undefined : input.features.get(item.feature_id);
    const type = billingType(item, feature?.type);
    if (type === "none") return;
    const units = unitsOf(item, type, input);
    if (type === "in_advance" && units === 0) return;
    const full = exactAmount(item, units, input.currency);
    const label = feature ? labelOf(item, type, units, feature) : input.product.name;
    priced.push({ index, item, type, label, full });
  });
  return priced;
}

/** Minor units of a price, or of a part of it. */
export function roundAmount(full: Fraction, part?: Fraction): number {
  const { numerator, denominator } = part === undefined ? full : multiply(full, part);
  return roundHalfAway(numerator, denominator);
}

function unitsOf(item: ItemDefinition, type: BillingType, input: PricingInput): number {
  if (item.feature_id === undefined) return 1;
  if (type === "in_advance") {
    return packsToUnits(packsOf(input.packs, item.feature_id), item.billing_units ?? 1);
  }
  if (type === "in_arrear") return input.overage?.[item.feature_id] ?? 0;
  if (item.included_usage === "inf") return 0;
  const used = toMicros(input.usage?.[item.feature_id] ?? 0);
  return fromMicros(Math.max(0, used - toMicros(item.included_usage ?? 0)));
}

function labelOf(
  item: ItemDefinition,
  type: BillingType,
  units: number,
  feature: FeatureDefinition,
): string {
  if (type === "in_advance") return nameUnits(units, feature);
  if (units === 0) return feature.name;
  const words = nameUnits(units, feature);
  const { included_usage: included = 0 } = item;
  if (included === 0 || included === "inf") return words;
  return `${words} beyond the included ${nameUnits(included, feature)}`;
}
