import { useMemo } from "react";
import type { BrowserArgs } from "../../../convex/contract/operations";
import type { Customer } from "../../../convex/contract/wire";
import { useBilling } from "../context";
import { indexAccess } from "../flows/access-index";
import { attach } from "../flows/attach";
import { check, checkAccess } from "../flows/check";
import { checkout } from "../flows/checkout";
import { setupPayment } from "../flows/setup-payment";
import type { CustomerHandle, UseCustomerParams } from "../params";
import { useBillingQuery } from "./use-billing-query";
import { useDeadline } from "./use-deadline";

const NO_CUSTOMER = { code: "CUSTOMER_ID_REQUIRED", message: "Customer ID is required" } as const;

/**
 * The signed-in customer, and everything a page may do in their name.
 *
 * One request per identity and parameters, however many components ask. Loading
 * never retries and nothing polls: the live revision refetches, and so does the
 * passing of the nearest reset or trial end. Data of one identity is never
 * shown to another.
 *
 * @param params - `errorOnNotFound: false` makes a visitor no error; `expand`
 *   adds invoices, trials used or the payment method.
 * @returns The customer, its loading state, and the billing operations. `check`
 *   and `allowed` are local and synchronous; the others answer an envelope.
 * @throws {Error} Outside a `BillingProvider`.
 * @see Spec §3, §4 and §6
 */
export function useCustomer(params: UseCustomerParams = {}): CustomerHandle {
  const billing = useBilling("useCustomer");
  const signedIn = billing.identityKey !== null;
  const { data, error, isLoading, mutate } = useBillingQuery(
    billing,
    "createCustomer",
    signedIn ? customerArgs(params) : null,
    { retry: "never" },
  );
  const customer = data ?? null;
  useDeadline(
    useMemo(() => deadlinesOf(customer), [customer]),
    billing.refreshAfter,
  );

  const missing = !signedIn && params.errorOnNotFound !== false ? NO_CUSTOMER : undefined;
  const access = useMemo(
    () => ({ index: customer && indexAccess(customer), loading: isLoading }),
    [customer, isLoading],
  );
  return useMemo(
    () => ({
      customer,
      isLoading,
      error: missing ?? error,
      refetch: async () => {
        await mutate();
      },
      attach: (asked) => attach(billing, asked),
      checkout: (asked) => checkout(billing, asked),
      check: (asked) => ({ data: check({ ...billing, ...access }, asked), error: null }),
      allowed: (asked) => checkAccess(access, asked).allowed,
      track: (asked) => billing.transport.call("track", asked),
      setupPayment: (asked = {}) => setupPayment(billing, asked),
    }),
    [access, billing, customer, error, isLoading, missing, mutate],
  );
}

function customerArgs({ errorOnNotFound, expand }: UseCustomerParams) {
  const args: BrowserArgs<"createCustomer"> = {};
  if (errorOnNotFound !== undefined) args.errorOnNotFound = errorOnNotFound;
  if (expand && expand.length > 0) args.expand = [...expand].sort();
  return args;
}

/** When what the customer has changes by the clock alone. */
function deadlinesOf(customer: Customer | null): number[] {
  if (!customer) return [];
  const resets = Object.values(customer.features).map(({ next_reset_at }) => next_reset_at);
  const trials = customer.products.map(({ trial_ends_at }) => trial_ends_at);
  return [...resets, ...trials].filter((at) => typeof at === "number");
}
