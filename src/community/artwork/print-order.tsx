import { useMutation, useQuery } from "convex/react";
import { Printer } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { showToast } from "../../shared/toasts";
import { Button } from "../../../packages/ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../packages/ui/src/dialog";
import { Field } from "../../../packages/ui/src/field";
import { usePaywalled } from "../paywalled";
import type { Card } from "../grid/card-data";
import "../work-form/work-form.css";

const ADDRESS_MAX_LENGTH = 400;

/**
 * Orders a print of the user's own work. Without prints left, the paywall sells
 * them and the order resumes.
 */
export function PrintOrder({ artwork: { id, title } }: { artwork: Card }) {
  const order = useMutation(api.community.prints.functions.order);
  const { busy, run, paywall } = usePaywalled("prints");
  const [open, setOpen] = useState(false);
  const [address, setAddress] = useState("");

  function send() {
    run(
      () => order({ artworkId: id, address }),
      () => {
        setOpen(false);
        showToast("success", { title: `A print of ${title} is ordered` });
      },
    );
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Printer size={16} strokeWidth={1.75} aria-hidden />
        Order a print
      </Button>
      <Dialog slot="print-dialog" open={open} locked={busy} onOpenChange={setOpen}>
        <DialogBody>
          <DialogTitle>
            Order a print of <cite>{title}</cite>
          </DialogTitle>
          <DialogDescription>This uses one of your prints. Postage is included.</DialogDescription>
          <div className="work-form">
            <Field label="Shipping address" hint="Name, street, town and country, as on a letter">
              {(control) => (
                <textarea
                  {...control}
                  className="billing-input"
                  rows={5}
                  autoComplete="street-address"
                  value={address}
                  maxLength={ADDRESS_MAX_LENGTH}
                  onChange={(event) => setAddress(event.target.value)}
                />
              )}
            </Field>
          </div>
        </DialogBody>
        <DialogFooter>
          <Button look="text" disabled={busy} onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button look="primary" busy={busy} disabled={address.trim() === ""} onClick={send}>
            Order the print
          </Button>
        </DialogFooter>
      </Dialog>
      {paywall}
    </>
  );
}

/** The status of the print orders of the user's own work; nothing without orders. */
export function PrintOrders({ artworkId }: { artworkId: string }) {
  const orders = useQuery(api.community.prints.functions.ofWork, { artworkId }) ?? [];
  if (orders.length === 0) return null;
  const sent = orders.filter(({ state }) => state === "shipped").length;
  return (
    <p>
      {orders.length === 1 ? "1 print ordered" : `${orders.length} prints ordered`}, {sent} sent.
    </p>
  );
}
