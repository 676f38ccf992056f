import type { IdsOf, IdSource } from "../types";
import { PricingTable } from "./pricing-table";
import type { PricingTableProps } from "./pricing-table";

/**
 * The pricing table for one catalogue; the types of ids as in
 * `createBillingHooks`.
 *
 * @typeParam Source - The catalogue's type, or unions of the host's feature and
 *   product ids.
 */
export function createPricingTable<Source extends IdSource>(): (
  props: PricingTableProps<IdsOf<Source>>,
) => React.JSX.Element {
  return PricingTable;
}
