import { version } from "react";

/**
 * The attribute `inert`. React 18 doesn't know it and passes on only texts; React 19, whose types
 * the caller has, reports texts.
 */
export function inertIf(isInert: boolean): Record<string, unknown> {
  return isInert ? { inert: version < "19" ? "" : true } : {};
}
