/**
 * The attribute `inert`, for every React: 18 passes it on as text and drops what is no text, 19 takes
 * any text but an empty one for true.
 */
export function inertIf(isInert: boolean): Record<string, string> {
  return isInert ? { inert: "true" } : {};
}
