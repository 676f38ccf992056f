import { useMemo } from "react";
import type { BillingError } from "../../../convex/contract/errors";
import { useBilling } from "../context";
import { mergeProductDetails } from "../pricing";
import type { PricingTableProduct, ProductDetails } from "../pricing";
import { useBillingQuery } from "./use-billing-query";

const FAILED: BillingError = {
  code: "failed_to_fetch_pricing_table_products",
  message: "Failed to fetch pricing table products",
};

/** What `usePricingTable` returns. */
export interface PricingTableHandle {
  /** Empty while loading. */
  products: PricingTableProduct[];
  isLoading: boolean;
  error: BillingError | undefined;
  refetch: () => Promise<void>;
}

/**
 * The products on sale, as a pricing table shows them, each with the scenario
 * that buying it would be for this customer. Visitors get an answer too.
 *
 * @param params - `productDetails` chooses, orders and rewords products.
 * @returns Products ready to show. Any failure is one error,
 *   `failed_to_fetch_pricing_table_products`.
 * @throws {Error} Outside a `BillingProvider`.
 * @see Spec §2, "Pricing table"
 */
export function usePricingTable(
  params: { productDetails?: readonly ProductDetails[] | undefined } = {},
): PricingTableHandle {
  const { productDetails } = params;
  const billing = useBilling("usePricingTable");
  const { data, error, isLoading, mutate } = useBillingQuery(
    billing,
    "listProducts",
    {},
    { retry: "on_error" },
  );
  const products = useMemo(
    () => (data ? mergeProductDetails(data.list, productDetails) : []),
    [data, productDetails],
  );
  return useMemo(
    () => ({
      products,
      isLoading,
      error: error ? FAILED : undefined,
      refetch: async () => {
        await mutate();
      },
    }),
    [products, isLoading, error, mutate],
  );
}
