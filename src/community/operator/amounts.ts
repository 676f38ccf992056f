/** The minor units of a major unit: a hundred cents, one yen. */
function partsOf(currency: string): number {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return 10 ** digits;
}

/**
 * Parses a typed amount, with a point or a comma.
 *
 * @returns Major units; null if it is not an amount above 0, up to `most`, and with whole minor
 *   units.
 */
export function readAmount(typed: string, most: number, currency: string): number | null {
  const text = typed.trim().replace(",", ".");
  if (!/^\d+(\.\d*)?$/.test(text)) return null;
  const parts = Number(text) * partsOf(currency);
  const whole = Math.round(parts);
  if (Math.abs(parts - whole) > 1e-6 || whole === 0) return null;
  return whole <= Math.round(most * partsOf(currency)) ? whole / partsOf(currency) : null;
}

/** The sum of two amounts, without floating-point errors. */
export function sumOf(a: number, b: number, currency: string): number {
  const parts = partsOf(currency);
  return (Math.round(a * parts) + Math.round(b * parts)) / parts;
}

/** Parses a typed whole number from 1 to `most`; null if it is not one. */
export function readCount(typed: string, most: number): number | null {
  const text = typed.trim();
  const count = Number(text);
  return /^\d+$/.test(text) && count >= 1 && count <= most ? count : null;
}
