import { useMemo } from "react";
import type { BillingError } from "../../contract/errors";
import { useBilling } from "../context";
import { mergeProductDetails } from "../pricing";
import type { PricingTableProduct, ProductDetails } from "../pricing";
import type { BillingIds } from "../types";
import { useBillingQuery } from "./use-billing-query";

const FAILED: BillingError = {
  code: "failed_to_fetch_pricing_table_products",
  message: "Failed to fetch pricing table products",
};

/** Parameters of `usePricingTable`. */
export interface UsePricingTableParams<Ids extends BillingIds = BillingIds> {
  /** Absent: every product on sale, unchanged. */
  productDetails?: readonly ProductDetails<Ids>[] | undefined;
}

/** The result of `usePricingTable`. */
export interface PricingTableHandle {
  /** The products in the host's order and with its texts. Empty while loading. */
  products: PricingTableProduct[];
  /** True until the first response or failure. */
  isLoading: boolean;
  /** Why the latest load failed; it is retried, and earlier data stays. */
  error: BillingError | undefined;
  /** Loads again, now. */
  refetch: () => Promise<void>;
}

/**
 * The products on sale for a pricing table, each with the scenario of its purchase
 * for this customer. Works for visitors too.
 *
 * @param params - `productDetails` chooses, orders and rewords products.
 * @returns Products ready to show. Every failure is one error,
 *   `failed_to_fetch_pricing_table_products`.
 * @throws {Error} Outside a `BillingProvider`.
 * @see Spec §2, "Pricing table"
 */
export function usePricingTable(params: UsePricingTableParams = {}): PricingTableHandle {
  // Compared as text, because inline details are new objects at each render.
  const details = JSON.stringify(params.productDetails);
  const billing = useBilling("usePricingTable");
  const { data, error, isLoading, refetch } = useBillingQuery(
    billing,
    "listProducts",
    {},
    {
      retry: "on_error",
      first: billing.identityKey === null ? billing.visitorProducts : undefined,
    },
  );
  const products = useMemo(
    () => (data ? mergeProductDetails(data.list, readDetails(details)) : []),
    [data, details],
  );
  return useMemo(
    () => ({ products, isLoading, error: error ? FAILED : undefined, refetch }),
    [products, isLoading, error, refetch],
  );
}

function readDetails(details: string | undefined): ProductDetails[] | undefined {
  // The same text parsed back; details contain only texts.
  return details === undefined ? undefined : (JSON.parse(details) as ProductDetails[]);
}
