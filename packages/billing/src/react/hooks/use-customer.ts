import { useMemo } from "react";
import type { BrowserArgs } from "../../contract/operations";
import { useBilling } from "../context";
import { NO_CUSTOMER } from "../errors";
import { check, isAccessAllowed } from "../flows/check";
import { customerOperations } from "../flows/customer-operations";
import type { CustomerHandle, UseCustomerParams } from "../params";
import { useAccess } from "./use-access";
import { useBillingQuery } from "./use-billing-query";

/**
 * The signed-in customer, and the operations of a page for the customer.
 *
 * One request per page, however many components use it and whatever each expands.
 * Loading is never retried or polled: a change of the live revision refetches, and so
 * does the next reset or trial end. One identity's data is never shown to another.
 *
 * @param params - `errorOnNotFound: false`: a visitor is no error; `expand` adds
 *   invoices, trials used or the payment method.
 * @returns The customer, its loading state, and the billing operations. `check`
 *   and `allowed` are local and synchronous; the others return an envelope.
 * @throws {Error} Outside a `BillingProvider`.
 * @see Spec §3, §4 and §6
 */
export function useCustomer(params: UseCustomerParams = {}): CustomerHandle {
  const { expand, errorOnNotFound = true } = params;
  const billing = useBilling("useCustomer");
  const { data, error, isLoading, refetch } = useBillingQuery(
    billing,
    "createCustomer",
    billing.identityKey === null ? null : customerArgs(expand),
    { retry: "never" },
  );
  const customer = data ?? null;
  const access = useAccess(billing, customer, isLoading);
  const operations = useMemo(() => customerOperations(billing), [billing]);
  const isMissing = errorOnNotFound && !isLoading && !error && !customer;
  return useMemo(
    () => ({
      customer,
      isLoading,
      error: isMissing ? NO_CUSTOMER : error,
      refetch,
      check: (asked) => ({ data: check({ ...billing, ...access }, asked), error: null }),
      allowed: (asked) => isAccessAllowed(access, asked),
      ...operations,
    }),
    [access, billing, customer, error, isLoading, isMissing, operations, refetch],
  );
}

function customerArgs(expand: UseCustomerParams["expand"]): BrowserArgs<"createCustomer"> {
  return expand && expand.length > 0 ? { expand: [...new Set(expand)].sort() } : {};
}
