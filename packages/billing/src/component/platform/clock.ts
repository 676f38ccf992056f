import type { Doc } from "../_generated/dataModel";

/**
 * The customer's time: their test clock, else real time.
 *
 * @param real - Default the wall clock, which only mutations may read; a query
 *   passes the coarse `now` that it was given.
 */
export function nowFor(customer: Pick<Doc<"customers">, "clock_now"> | null, real = Date.now()) {
  return customer?.clock_now ?? real;
}
