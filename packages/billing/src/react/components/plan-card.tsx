import { useEffect, useId } from "react";
import type { ReactNode } from "react";
import type { Customer } from "../../contract/wire";
import { Button } from "../../../../ui/src/button";
import { CheckoutDialog } from "../dialogs/on-demand";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import { usePricingTable } from "../hooks/use-pricing-table";
import { CardMethod } from "./card-method";
import { creditForNextBill } from "./credit-for-bill";
import { Failure } from "./failure";
import { findPlans } from "./plan";
import type { CurrentPlans } from "./plan";
import { PlanFact, PlanFacts } from "./plan-facts";
import { useRequest } from "../hooks/use-request";
import "./plan-card.css";

export interface PlanCardProps {
  /** From `useCustomer`, with its payment method and invoices expanded. */
  customer: Customer;
  /** The group whose plan is shown. Default: the first plan of any. */
  group?: string | undefined;
  /** ISO 4217 code of the catalogue's currency. Default "usd". */
  currency?: string | undefined;
  /** A path of the site that the card page returns to. */
  returnPath?: string | undefined;
  /** Beside the update button, for example a link to all plans. */
  actions?: ReactNode;
}

/**
 * The plan, its next renewal and price, and the card on file.
 *
 * @param props - `customer` with its payment method expanded.
 * @see Spec §3, "Customer"
 */
export function PlanCard({ customer, group, currency, returnPath, actions }: PlanCardProps) {
  const words = useFormat();
  const { t } = words;
  const headingId = useId();
  useEffect(() => CheckoutDialog.preload(), []);
  const plans = findPlans(customer, group);
  return (
    <section className="billing-plan-card" data-slot="plan-card" aria-labelledby={headingId}>
      <header>
        <div>
          <p className="billing-label">{t("plan.yours")}</p>
          <h2 id={headingId}>{plans.current?.name ?? t("plan.none")}</h2>
        </div>
        <div className="billing-plan-card-actions">
          <UpdateButton {...plans} />
          {actions}
        </div>
      </header>
      <dl>
        <PlanFacts
          {...plans}
          customer={customer}
          credit={creditForNextBill(customer, plans, words)}
          currency={currency}
        />
        <PlanFact label={t("plan.paid_with")}>
          <CardMethod method={customer.payment_method ?? null} returnPath={returnPath} />
        </PlanFact>
      </dl>
    </section>
  );
}

/** Changes a prepaid quantity of the plan. */
function UpdateButton({ current }: CurrentPlans) {
  const { t } = useFormat();
  const { products } = usePricingTable();
  const { checkout } = useCustomer({ errorOnNotFound: false });
  const [busy, run, failure] = useRequest("checkout");
  const sold = products.find(({ id }) => id === current?.id);
  if (!current || sold?.scenario !== "active" || !sold.properties.updateable) return null;
  const update = () => checkout({ productId: current.id, dialog: CheckoutDialog });
  return (
    <div>
      <Button busy={busy} onClick={() => void run(update)}>
        {t("pricing.button.update")}
      </Button>
      <Failure error={failure} />
    </div>
  );
}
