import { T, plural, t } from "../../language/text";
import { MEMBER_TEXTS, isVisible } from "../../../convex/contract/texts";
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
import { useCustomer } from "../billing-hooks";
import { stillOf } from "../grid/shown-file";
import { usePaywalled } from "../paywalled";
import type { Card } from "../grid/card-data";
import "../work-form/work-form.css";
import "./print-order.css";

const LONG_EDGE_CM = 40;

/** The longer edge is always the same: "40 × 27 cm". */
function printSize({ width, height }: Pick<Card, "width" | "height">): string {
  const scale = LONG_EDGE_CM / Math.max(width, height);
  return `${Math.round(width * scale)} × ${Math.round(height * scale)} cm`;
}

/**
 * Orders a print of the user's own work. Without prints left, the paywall sells
 * them and the order resumes.
 */
export function PrintOrder({ artwork }: { artwork: Card }) {
  const { id, title } = artwork;
  const order = useMutation(api.community.prints.functions.order);
  const { busy, run, paywall } = usePaywalled("prints");
  const [open, setOpen] = useState(false);
  const [address, setAddress] = useState("");
  const still = stillOf(artwork);

  function send() {
    run(
      () => order({ artworkId: id, address }),
      () => {
        setOpen(false);
        showToast("success", { title: t("A print of {title} is ordered", { title }) });
      },
    );
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Printer size={16} strokeWidth={1.75} aria-hidden />
        {t("Order a print")}
      </Button>
      <Dialog slot="print-dialog" open={open} locked={busy} onOpenChange={setOpen}>
        <DialogBody>
          <DialogTitle>
            <T text="Order a print of {title}" title={<cite>{title}</cite>} />
          </DialogTitle>
          <DialogDescription>
            <PrintsLeft />
          </DialogDescription>
          <figure className="print-preview">
            {still !== null && <img src={still} alt="" />}
            <figcaption>
              {t("{size}, on matt paper of 230 g, with a white edge", {
                size: printSize(artwork),
              })}
            </figcaption>
          </figure>
          <div className="work-form">
            <Field
              label={t("Shipping address")}
              hint={t("Name, street, town and country, as on a letter")}
            >
              {(control) => (
                <textarea
                  {...control}
                  className="billing-input"
                  rows={5}
                  autoComplete="street-address"
                  value={address}
                  maxLength={MEMBER_TEXTS.postalAddress.most}
                  onChange={(event) => setAddress(event.target.value)}
                />
              )}
            </Field>
          </div>
        </DialogBody>
        <DialogFooter>
          <Button look="text" disabled={busy} onClick={() => setOpen(false)}>
            {t("Cancel")}
          </Button>
          <Button look="primary" busy={busy} disabled={!isVisible(address)} onClick={send}>
            {t("Order the print")}
          </Button>
        </DialogFooter>
      </Dialog>
      {paywall}
    </>
  );
}

/** The price: a print from a bought pack, or the pack itself. */
function PrintsLeft() {
  const { customer } = useCustomer({ errorOnNotFound: false });
  const left = customer?.features["prints"]?.balance ?? 0;
  if (left === 0) {
    return t(
      "You have no prints left. The next step shows the pack of prints and its price. Postage is included.",
    );
  }
  return plural(
    left,
    "This uses your last print. Postage is included.",
    "This uses one of your {count} prints. Postage is included.",
  );
}

/** The status of the print orders of the user's own work; nothing without orders. */
export function PrintOrders({ artworkId }: { artworkId: string }) {
  const orders = useQuery(api.community.prints.functions.ofWork, { artworkId }) ?? [];
  if (orders.length === 0) return null;
  const sent = orders.filter(({ state }) => state === "shipped").length;
  return (
    <p>
      {plural(
        orders.length,
        "1 print ordered, {sent} sent.",
        "{count} prints ordered, {sent} sent.",
        { sent },
      )}
    </p>
  );
}
