import type { CustomerHandle, EntityHandle, UseCustomerParams, UseEntityParams } from "../params";
import type { BillingIds, IdsOf, IdSource } from "../types";
import { useCustomer } from "./use-customer";
import { useEntity } from "./use-entity";
import { usePaywall } from "./use-paywall";
import type { PaywallHandle, UsePaywallParams } from "./use-paywall";
import { usePricingTable } from "./use-pricing-table";
import type { PricingTableHandle, UsePricingTableParams } from "./use-pricing-table";
import { useUsage } from "./use-usage";
import type { UsageHandle, UseUsageParams } from "./use-usage";

/** The hooks that take feature and product ids, limited to `Ids`. */
export interface BillingHooks<Ids extends BillingIds> {
  useCustomer: (params?: UseCustomerParams) => CustomerHandle<Ids>;
  useEntity: (entityId: string | null, params?: UseEntityParams) => EntityHandle<Ids>;
  usePaywall: (params: UsePaywallParams<Ids>) => PaywallHandle;
  usePricingTable: (params?: UsePricingTableParams<Ids>) => PricingTableHandle;
  useUsage: (params: UseUsageParams<Ids>) => UsageHandle;
}

const HOOKS: BillingHooks<BillingIds> = {
  useCustomer,
  useEntity,
  usePaywall,
  usePricingTable,
  useUsage,
};

/**
 * The hooks for one catalogue: a misspelt feature or product does not compile.
 *
 * They are the same hooks with narrower types. Create them once, in a module of the
 * host, and import them from there.
 *
 * @typeParam Source - The catalogue's type, or unions of the host's feature and
 *   product ids.
 * @returns `useCustomer`, `useEntity`, `usePaywall`, `usePricingTable` and
 *   `useUsage`.
 * @example
 * ```ts
 * // CATALOGUE is imported with `import type`: nothing of the server is in the bundle.
 * export const { useCustomer, usePaywall } = createBillingHooks<typeof CATALOGUE>();
 * ```
 * @see Spec §3
 */
export function createBillingHooks<Source extends IdSource>(): BillingHooks<IdsOf<Source>> {
  return HOOKS;
}
