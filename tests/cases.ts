/**
 * How many random cases a property tries.
 *
 * `npm test` tries the usual number, `npm run test:long` twenty times as many, and a mutant, of
 * which there are thousands, is judged by a few.
 */
export function casesOf(usual: number): number {
  const { CASES } = process.env;
  if (CASES === "long") return usual * 20;
  return CASES === "few" ? Math.min(usual, 20) : usual;
}
