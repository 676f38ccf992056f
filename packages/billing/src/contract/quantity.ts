/**
 * Prepaid quantities: people buy packs, the wire carries feature units.
 *
 * | typed packs | billing units | units on the wire |
 * |--:|--:|--:|
 * | 3 | 100 | 300 |
 * | 2 | 1 | 2 |
 *
 * @see Spec §5, "Quantity input"
 */

/** The most packs of one purchase. Keeps every product of two safe integers exact. */
export const MAX_PACKS = 100_000;

/** The most units of one use. Keeps every stored quantity a safe integer. */
export const MAX_UNITS = 1_000_000_000;

/** The smallest part of a unit that counts. */
const SMALLEST_UNITS = 0.000_001;

/** Whether an amount of units can be counted: zero, or at least a millionth. */
export function isCountable(units: number): boolean {
  return units === 0 || (Math.abs(units) >= SMALLEST_UNITS && Math.abs(units) <= MAX_UNITS);
}

/** The message for an amount that cannot be counted. */
export const NOT_COUNTABLE = `0, or between ${SMALLEST_UNITS.toFixed(6)} and ${MAX_UNITS} units`;

/** Feature units of `packs` packs. */
export function packsToUnits(packs: number, billingUnits: number): number {
  return packs * billingUnits;
}

/** Packs that contain `units`, rounded up: a started pack is bought whole. */
export function unitsToPacks(units: number, billingUnits: number): number {
  return Math.ceil(units / billingUnits);
}

export type ParsedPacks =
  | { ok: true; packs: number }
  | { ok: false; reason: "not_a_whole_number" | "out_of_range" };

/**
 * Reads a quantity typed by a person.
 *
 * @param text - What the field holds.
 * @param bounds - Smallest and largest number of packs. Default 0 to {@link MAX_PACKS}.
 */
export function parsePacks(text: string, bounds: { min?: number; max?: number } = {}): ParsedPacks {
  if (!/^\s*\d{1,12}\s*$/.test(text)) return { ok: false, reason: "not_a_whole_number" };
  const packs = Number(text);
  const { min = 0, max = MAX_PACKS } = bounds;
  return packs < min || packs > max ? { ok: false, reason: "out_of_range" } : { ok: true, packs };
}
