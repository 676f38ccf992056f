/**
 * How many random cases a property tries.
 *
 * `npm test` tries the usual number, `npm run test:long` twenty times as many or as many as are
 * named, and a mutant, of which there are thousands, is judged by a few.
 */
export function casesOf(usual: number, long = usual * 20): number {
  const { CASES } = process.env;
  if (CASES === "long") return long;
  return CASES === "few" ? Math.min(usual, 20) : usual;
}
