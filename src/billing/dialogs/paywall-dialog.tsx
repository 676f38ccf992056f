import { Button } from "../../ui/button";
import { Dialog, DialogBody, DialogDescription, DialogFooter, DialogTitle } from "../../ui/dialog";
import { Skeleton } from "../../ui/skeleton";
import { useBilling } from "../context";
import { useCustomer } from "../hooks/use-customer";
import { usePaywallDialog } from "../hooks/use-paywall-dialog";
import { say } from "../messages/messages";
import type { PaywallDialogModel, PaywallDialogProps } from "../types";
import { CheckoutDialog } from "./checkout-dialog";
import { PaywallMeter } from "./paywall-meter";
import { comparePlans } from "./plan-comparison";
import type { PlanComparison } from "./plan-comparison";
import "./paywall-dialog.css";

/**
 * Says why a feature is denied and sells what unlocks it, in place.
 *
 * `context` is drawn above the words: what is waiting. The lit button opens the
 * checkout where the paywall was; nothing is charged before its Confirm.
 *
 * @param props - What a paywall dialog gets; give the component itself as
 *   `check({ dialog: PaywallDialog })`.
 * @see Spec §2, "Paywall dialog"
 */
export function PaywallDialog(props: PaywallDialogProps) {
  const model = usePaywallDialog(props);
  return (
    <>
      <Dialog slot="paywall-dialog" size="wide" open={model.open} onOpenChange={model.setOpen}>
        <DialogBody>
          {props.context !== undefined && (
            <div className="billing-paywall-band" data-slot="paywall-context">
              {props.context}
            </div>
          )}
          {model.state === "loading" && <Loading />}
          {model.state === "failed" && <Failed />}
          {model.copy && (
            <>
              <DialogTitle>{model.copy.title}</DialogTitle>
              <DialogDescription>{model.copy.message}</DialogDescription>
              <Offer model={model} featureId={props.featureId} />
            </>
          )}
        </DialogBody>
        <DialogFooter>
          <Button look="text" size="large" onClick={() => model.setOpen(false)}>
            {say("paywall.not_now")}
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
  const { customer } = useCustomer({ errorOnNotFound: false });
  const comparison = model.product && comparePlans(customer, model.product, featureId);
  const feature = customer?.features[featureId];
  return (
    <>
      {feature && (
        <PaywallMeter
          feature={feature}
          units={nameUnits(model.product, featureId) ?? feature.name}
        />
      )}
      {comparison && <Comparison {...comparison} />}
      {model.product && <p className="billing-paywall-promise">{say("paywall.no_surprise")}</p>}
    </>
  );
}

function Comparison({ now, next }: PlanComparison) {
  const columns = [
    { key: "now", heading: say("paywall.now", { product: now.name }), lines: now.lines },
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

function nameUnits(product: PaywallDialogModel["product"], featureId: string) {
  return product?.items.find(({ feature_id }) => feature_id === featureId)?.feature?.display
    ?.plural;
}

function Loading() {
  return (
    <div aria-busy="true">
      <DialogTitle>{say("paywall.loading")}</DialogTitle>
      <DialogDescription>{say("paywall.loading.message")}</DialogDescription>
      <div className="billing-paywall-skeleton">
        <Skeleton width="60%" height={14} />
        <Skeleton width="100%" height={8} />
        <Skeleton width="100%" height={112} />
      </div>
    </div>
  );
}

function Failed() {
  return (
    <>
      <DialogTitle>{say("paywall.failed")}</DialogTitle>
      <DialogDescription>{say("paywall.failed.message")}</DialogDescription>
    </>
  );
}

function Retry() {
  const { refresh } = useBilling("PaywallDialog");
  return (
    <Button look="primary" size="large" onClick={() => void refresh()}>
      {say("pricing.retry")}
    </Button>
  );
}
