import { Button } from "../../../../ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../../ui/src/dialog";
import { findUnitNames } from "../components/units";
import { useBilling } from "../context";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import { usePaywallDialog } from "../hooks/use-paywall-dialog";
import type { PaywallDialogModel, PaywallDialogProps } from "../types";
import { CheckoutDialog } from "./checkout-dialog";
import { PaywallMeter } from "./paywall-meter";
import { comparePlans } from "./plan-comparison";
import type { PlanComparison } from "./plan-comparison";
import { Waiting } from "./waiting";
import "./paywall-dialog.css";

/**
 * Says why a feature is denied and sells what unlocks it, in place.
 *
 * `context` is shown above the text: what is waiting. The primary button opens the
 * checkout in place of the paywall; nothing is charged before its Confirm.
 *
 * @param props - What a paywall dialog gets; pass the component itself as `check({
 *   dialog: PaywallDialog })`.
 * @see Spec §2, "Paywall dialog"
 */
export function PaywallDialog(props: PaywallDialogProps) {
  const model = usePaywallDialog(props);
  const { t } = useFormat();
  return (
    <>
      <Dialog slot="paywall-dialog" size="wide" open={model.open} onOpenChange={model.setOpen}>
        <DialogBody>
          {props.context !== undefined && (
            <div className="billing-paywall-band" data-slot="paywall-context">
              {props.context}
            </div>
          )}
          {model.copy ? (
            <>
              <DialogTitle>{model.copy.title}</DialogTitle>
              <DialogDescription>{model.copy.message}</DialogDescription>
              <Offer model={model} featureId={props.featureId} />
            </>
          ) : (
            <Waiting about="paywall" state={model.state === "failed" ? "failed" : "loading"} />
          )}
        </DialogBody>
        <DialogFooter>
          <Button look="text" size="large" onClick={() => model.setOpen(false)}>
            {t("paywall.not_now")}
          </Button>
          {model.state === "failed" && <Retry />}
          {model.copy && model.product && (
            <Button
              look="lit"
              size="large"
              busy={model.state === "opening"}
              onClick={() => void model.upgrade()}
            >
              {model.copy.title}
            </Button>
          )}
        </DialogFooter>
      </Dialog>
      {model.checkout && <CheckoutDialog {...model.checkout} />}
    </>
  );
}

function Offer({ model, featureId }: { model: PaywallDialogModel; featureId: string }) {
  const { t } = useFormat();
  const { customer } = useCustomer({ errorOnNotFound: false });
  const comparison = model.product && comparePlans(customer, model.product, featureId, t);
  const feature = customer?.features[featureId];
  return (
    <>
      {feature && (
        <PaywallMeter
          feature={feature}
          units={findUnitNames(model.preview?.products ?? [], featureId)}
        />
      )}
      {comparison && <Comparison {...comparison} />}
      {model.product && <p className="billing-paywall-promise">{t("paywall.no_surprise")}</p>}
    </>
  );
}

function Comparison({ now, next }: PlanComparison) {
  const { t } = useFormat();
  const columns = [
    { key: "now", heading: t("paywall.now", { product: now.name }), lines: now.lines },
    { key: "next", heading: next.name, lines: next.lines },
  ];
  return (
    <div className="billing-now-next" data-slot="paywall-comparison">
      {columns.map(({ key, heading, lines }) => (
        <section key={key} data-state={key}>
          <h3>{heading}</h3>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Retry() {
  const { t } = useFormat();
  const { refresh } = useBilling("PaywallDialog");
  return (
    <Button look="primary" size="large" onClick={() => void refresh()}>
      {t("retry")}
    </Button>
  );
}
