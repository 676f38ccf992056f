/**
 * The attribute `inert` for every React: 18 passes it on as text and drops other
 * types, 19 reads any text but an empty one as true.
 */
export function inertIf(isInert: boolean): Record<string, string> {
  return isInert ? { inert: "true" } : {};
}
