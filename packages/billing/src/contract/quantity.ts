/**
 * Prepaid quantities: customers buy packs; the wire and the store use feature units.
 *
 * | typed packs | billing units | units on the wire |
 * |--:|--:|--:|
 * | 3 | 100 | 300 |
 * | 2 | 1 | 2 |
 *
 * @see Spec §5, "Quantity input"
 */

/** The maximum number of packs in one purchase. Keeps every product of two safe integers exact. */
export const MAX_PACKS = 100_000;

/** The maximum number of units in one use. Keeps every stored quantity a safe integer. */
export const MAX_UNITS = 1_000_000_000;

/** Precision: parts of a unit. */
const MILLION = 1_000_000;

/** The smallest part of a unit that counts. */
const SMALLEST_UNITS = 0.000_001;

/** Whether an amount of units can be counted: zero, or at least a millionth. */
export function isCountable(units: number): boolean {
  return units === 0 || (Math.abs(units) >= SMALLEST_UNITS && Math.abs(units) <= MAX_UNITS);
}

/** The message for an amount that cannot be counted. */
export const NOT_COUNTABLE = `0, or between ${SMALLEST_UNITS.toFixed(6)} and ${MAX_UNITS} units`;

/** Feature units of `packs` packs, exact to a millionth. */
export function packsToUnits(packs: number, billingUnits: number): number {
  return (packs * toMillionths(billingUnits)) / MILLION;
}

/** Packs that contain `units`, rounded up, because packs are sold whole. */
export function unitsToPacks(units: number, billingUnits: number): number {
  return Math.ceil(toMillionths(units) / toMillionths(billingUnits));
}

/**
 * The units granted for `units`, rounded up to whole packs.
 *
 * | units | billing units | delivered |
 * |--:|--:|--:|
 * | 100 | 1000 | 1000 |
 * | 500 | 50 | 500 |
 * | 0.3 | 0.1 | 0.3 |
 */
export function wholePacks(units: number, billingUnits: number): number {
  return packsToUnits(unitsToPacks(units, billingUnits), billingUnits);
}

/** Quotients of whole numbers are exact; 0.3 / 0.1 is not. */
function toMillionths(units: number): number {
  return Math.round(units * MILLION);
}

export type ParsedPacks =
  | { ok: true; packs: number }
  | { ok: false; reason: "not_a_whole_number" | "out_of_range" };

/**
 * Parses a quantity that a user typed.
 *
 * @param text - The field's content.
 * @param bounds - Smallest and largest number of packs. Default 0 to {@link
 *   MAX_PACKS}.
 */
export function parsePacks(text: string, bounds: { min?: number; max?: number } = {}): ParsedPacks {
  if (!/^\s*\d{1,12}\s*$/.test(text)) return { ok: false, reason: "not_a_whole_number" };
  const packs = Number(text);
  const { min = 0, max = MAX_PACKS } = bounds;
  return packs < min || packs > max ? { ok: false, reason: "out_of_range" } : { ok: true, packs };
}
