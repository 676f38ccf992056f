import { useState } from "react";
import { listLosses } from "../../contract/losses";
import type { Losses } from "../../contract/lossResponses";
import type { Customer } from "../../contract/wire";
import { useBilling } from "../context";
import { useCustomer } from "../hooks/use-customer";
import { usePricingTable } from "../hooks/use-pricing-table";
import { useWork } from "../hooks/use-work";
import type { PricingTableProduct } from "../pricing";
import type { BillingIds, DialogControl } from "../types";

/** Props that every cancellation dialog gets. */
export interface CancelDialogProps<Ids extends BillingIds = BillingIds> extends DialogControl {
  /** The current product that ends. */
  productId: Ids["productId"];
  /** The entity that has the product. Default: the customer. */
  entityId?: string | undefined;
}

/** What ends, when, and the effect. */
export interface Cancellation {
  /** The product's name. */
  product: string;
  /** Its end, epoch milliseconds; null: as soon as it is confirmed. */
  until: number | null;
  /** The name of the product that follows; null: none. */
  next: string | null;
  losses: Losses;
}

/** The state and the actions of a cancellation dialog; the dialog itself only renders them. */
export interface CancelDialogModel extends DialogControl {
  /** `setOpen(false)` does nothing while `canceling`. `failed`: there is nothing to cancel. */
  state: "loading" | "idle" | "canceling" | "failed";
  /** Null while loading, and when failed. The confirmed content stays while the dialog fades. */
  cancellation: Cancellation | null;
  /** Cancels at the end of the paid period. Closes on success, stays open on failure. */
  confirm: () => Promise<void>;
}

/**
 * Drives a cancellation dialog of any design.
 *
 * It shows the customer's data and the catalogue; there is no request before
 * `confirm`. A failure leaves it open and is reported through `onError`.
 *
 * @see Spec §7, "cancel"
 */
export function useCancelDialog(props: CancelDialogProps): CancelDialogModel {
  const { open, setOpen, productId, entityId } = props;
  const { reportError } = useBilling("useCancelDialog");
  const { customer, isLoading, cancel } = useCustomer({ errorOnNotFound: false });
  const table = usePricingTable();
  const { state, begin, end, now } = useWork<"canceling">();
  const [confirmed, setConfirmed] = useState<Cancellation | null>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // What an earlier opening confirmed has ended by now.
    if (open) setConfirmed(null);
  }
  const isReady = customer !== null && !table.isLoading;
  const cancellation = confirmed ?? (isReady ? readCancellation(props, customer, table) : null);

  async function confirm() {
    if (!cancellation || !begin("canceling")) return;
    setConfirmed(cancellation);
    const result = await cancel({ productId, ...(entityId !== undefined && { entityId }) });
    end();
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
  // The catalogue marks the fallback product with this scenario.
  const fallback = current.is_add_on ? undefined : products.find(isFallback);
  return {
    product: current.name,
    until: current.current_period_end ?? null,
    next: fallback?.name ?? null,
    losses: listLosses(customer, { productId, entityId }, fallback?.items ?? []),
  };
}

function isFallback({ scenario, id }: PricingTableProduct): boolean {
  return scenario === "cancel" && id !== null;
}
