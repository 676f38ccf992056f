/**
 * How many random cases a property tries.
 *
 * `npm test` tries the usual number, `npm run test:long` twenty times as many, and a mutant, of
 * which there are thousands, is judged by a few.
 */
export function casesOf(usual: number): number {
  switch (process.env.CASES) {
    case "long":
      return usual * 20;
    case "few":
      return Math.min(usual, 20);
    default:
      return usual;
  }
}
