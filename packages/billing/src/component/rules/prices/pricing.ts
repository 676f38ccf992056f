import { add, multiply, subtract } from "../money/fraction";
import type { Fraction } from "../money/fraction";
import { quantityOf } from "../subscriptions/currentProducts";
import type {
  Catalogue,
  CatalogueProduct,
  FeatureDefinition,
  SubscriptionOption,
  ItemDefinition,
} from "../model";
import { fromMicros, roundHalfAway, toMicros } from "../money/money";
import { billingType } from "../products/product";
import { nameUnits } from "../text";
import { exactAmount } from "./tiers";

/** Units per feature id. */
export type UnitsByFeature = Readonly<Record<string, number>>;

/** The input for pricing a product for one customer. */
export interface PricingInput {
  product: CatalogueProduct;
  options: readonly SubscriptionOption[];
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
  /** The description of a charge: "Pro", "300 credits". */
  label: string;
  /** Units that `full` pays for; 1 for a price. */
  units: number;
  /** Minor units, exact. */
  full: Fraction;
}

/**
 * Prices every paid item of a product; prepaid items of 0 units are left out.
 *
 * Fixed prices once, prepaid ones by the units bought, allocated ones by the usage
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
    priced.push({ index, item, type, label, units, full });
  });
  return priced;
}

/**
 * A prepaid item priced for a different number of units. If they fill a pack only in
 * part, they cost that part, since they may come from packs of another size.
 */
export function priceUnits(
  priced: PricedItem,
  units: number,
  { features, currency }: Pick<PricingInput, "features" | "currency">,
): PricedItem {
  const { item } = priced;
  const feature = features.get(item.feature_id ?? "");
  const label = feature ? nameUnits(units, feature) : priced.label;
  const size = toMicros(item.billing_units ?? 1);
  const started = toMicros(units) % size;
  const below = exactAmount(item, fromMicros(toMicros(units) - started), currency);
  const pack = subtract(exactAmount(item, units, currency), below);
  const full = add(
    below,
    multiply(pack, { numerator: BigInt(started), denominator: BigInt(size) }),
  );
  return { ...priced, label, units, full };
}

/** Minor units of a price, or of a part of it. */
export function roundAmount(full: Fraction, part?: Fraction): number {
  const { numerator, denominator } = part === undefined ? full : multiply(full, part);
  return roundHalfAway(numerator, denominator);
}

function unitsOf(item: ItemDefinition, type: BillingType, input: PricingInput): number {
  if (item.feature_id === undefined) return 1;
  if (type === "in_advance") return quantityOf(input.options, item.feature_id);
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
