import { useState } from "react";
import type { BillingError } from "../../contract/errors";
import { keptUntil } from "../../contract/keptUntil";
import { listLosses } from "../../contract/losses";
import type { Losses } from "../../contract/lossResponses";
import type { Customer, CustomerProduct } from "../../contract/wire";
import { useBilling } from "../context";
import { useCustomer } from "./use-customer";
import { usePricingTable } from "./use-pricing-table";
import { useWork } from "./use-work";
import type { PricingTableProduct } from "../pricing";
import type { BillingIds, DialogControl } from "../types";

/** The props of every cancellation dialog. */
export interface CancelDialogProps<Ids extends BillingIds = BillingIds> extends DialogControl {
  /** The current product that ends. */
  productId: Ids["productId"];
  /** The entity that has the product. Default: the customer. */
  entityId?: string | undefined;
}

/** What ends, when, and what follows. */
export interface Cancellation {
  /** The product's name. */
  product: string;
  /** Its end in epoch milliseconds; null: immediately after the confirmation. */
  until: number | null;
  /** The name of the next product; null: none. */
  next: string | null;
  losses: Losses;
}

/** The state and the actions of a cancellation dialog, for a component that only renders them. */
export interface CancelDialogModel extends DialogControl {
  /** `setOpen(false)` does nothing while `canceling`. `failed`: the product can't be cancelled. */
  state: "loading" | "idle" | "canceling" | "failed";
  /** Null while loading, and when failed. The confirmed content stays during the fade-out. */
  cancellation: Cancellation | null;
  /** Why the last `confirm` failed; null if it succeeded or is still running. */
  failure: BillingError | null;
  /** Cancels at the end of the paid period. Closes on success, stays open on failure. */
  confirm: () => Promise<void>;
}

/**
 * Drives a cancellation dialog of any design.
 *
 * It shows the customer's data and the catalogue, and sends no request before
 * `confirm`. A failure leaves it open, and is reported through `onError`.
 *
 * @see Spec §7, "cancel"
 */
export function useCancelDialog(props: CancelDialogProps): CancelDialogModel {
  const { open, setOpen, productId, entityId } = props;
  const { reportError } = useBilling("useCancelDialog");
  const { customer, isLoading, cancel } = useCustomer({ errorOnNotFound: false });
  const table = usePricingTable();
  const { state, failure, begin, end, now } = useWork<"canceling">(open);
  const [confirmed, setConfirmed] = useState<Cancellation | null>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // The product that was confirmed in an earlier opening has ended.
    if (open) setConfirmed(null);
  }
  const isReady = customer !== null && !table.isLoading;
  const cancellation = confirmed ?? (isReady ? readCancellation(props, customer, table) : null);

  async function confirm() {
    if (!cancellation || !begin("canceling")) return;
    setConfirmed(cancellation);
    const result = await cancel({ productId, ...(entityId !== undefined && { entityId }) });
    end(result.error);
    if (!result.error) {
      setOpen(false);
      return;
    }
    setConfirmed(null);
    reportError({ ...result.error, operation: "cancel" });
  }

  const isWaiting = isLoading || table.isLoading;
  return {
    open,
    setOpen: (next) => {
      if (now() !== "canceling") setOpen(next);
    },
    state: cancellation ? state : isWaiting ? "loading" : "failed",
    cancellation,
    failure,
    confirm,
  };
}

function readCancellation(
  { productId, entityId }: CancelDialogProps,
  customer: Customer,
  { products }: { products: readonly PricingTableProduct[] },
): Cancellation | null {
  const current = customer.products.find(
    ({ id, status, entity_id }) =>
      id === productId && status === "active" && entity_id === entityId,
  );
  if (!current) return null;
  const fallback = products.find((product) => follows(product, current));
  return {
    product: current.name,
    until: keptUntil(current) ?? null,
    next: fallback?.name ?? null,
    losses: listLosses(customer, { productId, entityId }, fallback?.items ?? []),
  };
}

/** Whether the customer gets this product when the other one ends. Entities get none. */
function follows(
  { id, group, is_default, is_add_on, scenario }: PricingTableProduct,
  ended: CustomerProduct,
): boolean {
  if (ended.is_add_on || is_add_on || ended.entity_id !== undefined) return false;
  // To the customer of a paid plan, the catalogue marks free plans with this scenario.
  return scenario === "cancel" && id !== null && is_default && group === ended.group;
}
