import { useEffect } from "react";
import type { CustomerProduct } from "../../contract/wire";
import { CancelDialog, CheckoutDialog } from "../dialogs/on-demand";
import { useCustomer } from "../hooks/use-customer";
import { useDialogSlot } from "../hooks/use-dialog-slot";
import { useFormat } from "../hooks/use-format";
import { useRequest } from "../hooks/use-request";
import { Failure } from "./failure";
import "./section.css";

export interface EndProductProps {
  /** A product of the customer, from `useCustomer`. */
  product: CustomerProduct;
  /** The button's label, if "Cancel plan" does not fit. */
  label?: string | undefined;
}

/**
 * A button that cancels a product, or undoes its cancellation. Renders nothing for
 * products that can't be cancelled: free ones and one-time purchases.
 */
export function EndProduct({ product, label }: EndProductProps) {
  const { t } = useFormat();
  const { checkout } = useCustomer({ errorOnNotFound: false });
  const [busy, run, failure] = useRequest("checkout");
  const slot = useDialogSlot<string>();
  useEffect(() => CancelDialog.preload(), []);
  const { id, name, canceled_at, current_period_end: end, entity_id: entityId } = product;
  if (product.status !== "active" || end === undefined) return null;
  const goesOn = canceled_at === null;
  const whose = entityId === undefined ? {} : { entityId };
  const keep = () => checkout({ productId: id, ...whose, dialog: CheckoutDialog });

  return (
    <>
      <button
        type="button"
        className="billing-text-button"
        data-slot="end-product"
        data-state={goesOn ? "going_on" : "ending"}
        aria-busy={busy || undefined}
        onClick={() => (goesOn ? slot.show(id) : void run(keep))}
      >
        {goesOn ? (label ?? t("plan.cancel")) : t("plan.renew", { product: name })}
      </button>
      <Failure error={failure} />
      {slot.content !== null && (
        <CancelDialog
          key={slot.opening}
          open={slot.open}
          setOpen={slot.setOpen}
          productId={slot.content}
          {...whose}
        />
      )}
    </>
  );
}
