export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that this share of all values does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? NaN;
}

export function round(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}
