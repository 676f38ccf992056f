import { Fragment } from "react";
import { Button } from "../../../../ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../../ui/src/dialog";
import { Failure } from "../components/failure";
import { findUnitNames } from "../components/units";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import { usePaywallDialog } from "../hooks/use-paywall-dialog";
import { nameOffer } from "../messages/paywall-copy";
import type { PaywallDialogModel, PaywallDialogProps } from "../types";
import { CheckoutDialog } from "./checkout-dialog";
import { PaywallMeter } from "./paywall-meter";
import { comparePlans } from "./plan-comparison";
import type { PlanComparison } from "./plan-comparison";
import { RetryButton } from "./retry-button";
import { Waiting } from "./waiting";
import "./paywall-dialog.css";

/**
 * Shows why a feature is denied and sells a product that unlocks it, in place.
 *
 * `context` is shown above the text: what waits for the feature. The primary button
 * opens the checkout in place of the paywall, and nothing is charged before its
 * Confirm.
 *
 * @param props - The props of a paywall dialog. Pass the component itself: `check({
 *   dialog: PaywallDialog })`.
 * @see Spec §2, "Paywall dialog"
 */
export function PaywallDialog(props: PaywallDialogProps) {
  const model = usePaywallDialog(props);
  const { t } = useFormat();
  const isElsewhere = model.state === "elsewhere";
  return (
    <>
      <Dialog slot="paywall-dialog" size="wide" open={model.open} onOpenChange={model.setOpen}>
        <DialogBody>
          {props.context !== undefined && (
            <div className="billing-paywall-band" data-slot="paywall-context">
              {props.context}
            </div>
          )}
          {isElsewhere ? (
            <Waiting what="paywall.elsewhere" />
          ) : model.copy ? (
            <>
              <DialogTitle>{model.copy.title}</DialogTitle>
              <DialogDescription>{model.copy.message}</DialogDescription>
              <Offer model={model} featureId={props.featureId} />
            </>
          ) : (
            <Waiting what={model.state === "failed" ? "paywall.failed" : "paywall.loading"} />
          )}
          <Failure error={model.failure} />
        </DialogBody>
        <DialogFooter>
          <Button look="text" size="large" onClick={() => model.setOpen(false)}>
            {t("paywall.not_now")}
          </Button>
          {model.state === "failed" && <RetryButton />}
          {model.copy && model.product && (
            <Button
              look="lit"
              size="large"
              busy={model.state === "opening"}
              onClick={() => void model.upgrade()}
            >
              {isElsewhere ? t("paywall.open_again") : model.copy.title}
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
      {model.product?.properties.is_free === false && (
        <p className="billing-paywall-promise">{t("paywall.no_surprise")}</p>
      )}
      {model.others.length > 0 && (
        <p className="billing-paywall-promise" data-slot="paywall-others">
          {t("paywall.or")}
          {model.others.map((other, index) => (
            <Fragment key={other.id}>
              {index > 0 ? " · " : " "}
              <button type="button" className="billing-link" onClick={() => model.choose(other.id)}>
                {nameOffer(other, t)}
              </button>
            </Fragment>
          ))}
        </p>
      )}
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
