/** The smallest parts of a currency: a hundred cents, one yen. */
function partsOf(currency: string): number {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return 10 ** digits;
}

/**
 * A typed amount of money, with a point or a comma.
 *
 * @returns Major units; null: it is no amount above 0 and up to `most`, to the cent.
 */
export function readAmount(typed: string, most: number, currency: string): number | null {
  const text = typed.trim().replace(",", ".");
  if (!/^\d+(\.\d*)?$/.test(text)) return null;
  const parts = Number(text) * partsOf(currency);
  const whole = Math.round(parts);
  if (Math.abs(parts - whole) > 1e-6 || whole === 0) return null;
  return whole <= Math.round(most * partsOf(currency)) ? whole / partsOf(currency) : null;
}

/** The sum of two amounts, without binary fractions. */
export function sumOf(a: number, b: number, currency: string): number {
  const parts = partsOf(currency);
  return (Math.round(a * parts) + Math.round(b * parts)) / parts;
}

/** A typed whole number from 1 to `most`; null: it is none. */
export function readCount(typed: string, most: number): number | null {
  const text = typed.trim();
  const count = Number(text);
  return /^\d+$/.test(text) && count >= 1 && count <= most ? count : null;
}
