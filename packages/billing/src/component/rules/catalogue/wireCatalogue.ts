import type { Infer, ObjectType } from "convex/values";
import type { productFields, vProductItemParams } from "../../../contract/catalogueParams";
import type { ItemDefinition, ProductDefinition, RolloverConfig } from "../model";
import { TRIAL_DEFAULTS } from "../products/trial";

/** A product item as a catalogue editor writes it. */
type WireItem = Infer<typeof vProductItemParams>;
type WireProduct = ObjectType<typeof productFields>;

/**
 * Reads an item from its wire form, in which null and absent mean the same.
 * What the wire only derives (`type`, `feature_type`) is not read.
 */
function readItem(wire: WireItem): ItemDefinition {
  const { rollover, ...policies } = wire.config ?? {};
  return dropOnes({
    ...compact(wire, NOT_READ),
    ...compact(policies),
    ...(rollover && { rollover: readRollover(rollover) }),
  });
}

/** A count of one interval, or of one unit, is the default. */
function dropOnes({ interval_count: count, billing_units: units, ...item }: ItemDefinition) {
  return {
    ...item,
    ...(count !== undefined && count !== 1 && { interval_count: count }),
    ...(units !== undefined && units !== 1 && { billing_units: units }),
  };
}

/** A rollover for good has no length. */
function readRollover(rollover: RolloverConfig): RolloverConfig {
  return rollover.duration === "forever" ? { ...rollover, length: 0 } : rollover;
}

/**
 * Reads an editor's fields of a product; omitted fields stay.
 *
 * @param before - The newest version; for a new product, its defaults.
 */
export function readProduct(before: ProductDefinition, wire: WireProduct): ProductDefinition {
  const { items, free_trial: trial, group, purchase_limit: limit, ...rest } = wire;
  const { purchase_limit: limitBefore, ...kept } = before;
  const purchase_limit = limit === undefined ? limitBefore : (limit ?? undefined);
  return {
    ...kept,
    ...(purchase_limit !== undefined && { purchase_limit }),
    ...compact(rest),
    ...(group !== undefined && { group: group ?? "" }),
    ...(items && { items: items.map(readItem) }),
    ...(trial !== undefined && { free_trial: trial && { ...TRIAL_DEFAULTS, ...compact(trial) } }),
  };
}

/** Derived, or read by itself. */
const NOT_READ = ["type", "feature_type", "config"] as const;

/** Null and absent say the same: nothing. */
type Compact<T> = { [K in keyof T]: Exclude<T[K], null> };

function compact<T extends object, Skipped extends keyof T = never>(
  fields: T,
  skipped: readonly Skipped[] = [],
): Compact<Omit<T, Skipped>> {
  const skip = new Set<PropertyKey>(skipped);
  const said = Object.entries(fields).filter(
    ([name, value]) => value !== null && value !== undefined && !skip.has(name),
  );
  // Only fields that are skipped, and those without a value, are gone.
  return Object.fromEntries(said) as Compact<Omit<T, Skipped>>;
}
