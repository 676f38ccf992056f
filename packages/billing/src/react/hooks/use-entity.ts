import { useMemo } from "react";
import { fail } from "../../contract/errors";
import { useBilling } from "../context";
import type { BillingContextValue } from "../context";
import { NO_CUSTOMER } from "../errors";
import { check, isAccessAllowed } from "../flows/check";
import { customerOperations } from "../flows/customer-operations";
import type { EntityHandle, PurchaseOperations, UseEntityParams } from "../params";
import { useAccess } from "./use-access";
import { useBillingQuery } from "./use-billing-query";

const NO_ENTITY = fail("entity_not_found", "There is no entity to do this for", 404);

/**
 * One entity of the signed-in customer, such as a seat, and the operations for it.
 *
 * Local checks use its own balances and the customer's shared ones. Loading is never
 * retried. The host has to allow entities for browsers; otherwise the error is
 * `forbidden`.
 *
 * @param entityId - Null: none yet. Then nothing is loaded, and operations return
 *   `entity_not_found` instead of changing the customer.
 * @param params - `expand` adds the customer's invoices.
 * @returns The entity, its loading state, and its operations.
 * @throws {Error} Outside a `BillingProvider`.
 * @see Spec §3, "Entity"
 */
export function useEntity(entityId: string | null, { expand }: UseEntityParams = {}): EntityHandle {
  const billing = useBilling("useEntity");
  const signedOut = billing.identityKey === null;
  const { data, error, isLoading, refetch } = useBillingQuery(
    billing,
    "getEntity",
    signedOut || entityId === null
      ? null
      : { entityId, ...(expand?.length && { expand: [...expand] }) },
    { retry: "never" },
  );
  const entity = data ?? null;
  const access = useAccess(billing, entity, isLoading);
  const operations = useMemo(() => bindOperations(billing, entityId), [billing, entityId]);
  const isMissing = signedOut && entityId !== null;
  return useMemo(() => {
    const ports = { ...billing, ...access, ...(entityId !== null && { entityId }) };
    return {
      entity,
      isLoading,
      error: isMissing ? NO_CUSTOMER : error,
      refetch,
      check: (asked) => ({ data: check(ports, asked), error: null }),
      allowed: (asked) => isAccessAllowed(access, asked),
      ...operations,
    };
  }, [access, billing, entity, entityId, error, isLoading, isMissing, operations, refetch]);
}

/** The operations that entities share with customers, bound to the entity. */
function bindOperations(
  billing: BillingContextValue,
  entityId: string | null,
): Pick<EntityHandle, keyof PurchaseOperations> {
  if (entityId === null) {
    const refuse = () => Promise.resolve(NO_ENTITY);
    return { attach: refuse, checkout: refuse, cancel: refuse, track: refuse };
  }
  const { attach, checkout, cancel, track } = customerOperations(billing);
  const bound =
    <Params extends object, Answer>(run: (asked: Params & { entityId: string }) => Answer) =>
    (asked: Params) =>
      run({ ...asked, entityId });
  return {
    attach: bound(attach),
    checkout: bound(checkout),
    cancel: bound(cancel),
    track: bound(track),
  };
}
