/**
 * How many random cases a property tries.
 *
 * `npm test` tries the usual number. `npm run test:long` tries twenty times as many, or the given
 * number. Mutants try only a few, because there are thousands of them.
 */
export function casesOf(usual: number, long = usual * 20): number {
  const { CASES } = process.env;
  if (CASES === "long") return long;
  return CASES === "few" ? Math.min(usual, 20) : usual;
}
