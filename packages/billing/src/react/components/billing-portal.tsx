import type { ReactNode } from "react";
import { keptUntil } from "../../contract/keptUntil";
import type { Customer } from "../../contract/wire";
import { useCustomer } from "../hooks/use-customer";
import { useFormat } from "../hooks/use-format";
import { AccountCredit } from "./account-credit";
import { CreditLedger } from "./credit-ledger";
import { EndProduct } from "./end-product";
import { CurrentAddOns } from "./current-add-ons";
import { InvoiceList } from "./invoice-list";
import { findPlans } from "./plan";
import { PlanCard } from "./plan-card";
import { PortalSkeleton } from "./portal-skeleton";
import { Retry } from "./retry";
import { SeatTable } from "./seat-table";
import { UsedList } from "./used-list";
import "./billing-portal.css";

export interface BillingPortalProps {
  /** The group whose plan is shown. Default: the first plan of any. */
  group?: string | undefined;
  /** ISO 4217 code of the catalogue's currency. Default "usd". */
  currency?: string | undefined;
  /** A path of the site that the card page returns to. */
  returnPath?: string | undefined;
  /** Beside the plan, for example a link to all plans. */
  planActions?: ReactNode;
  /** The names of features that credits pay for, by feature id. */
  creditsSpentOn?: Readonly<Record<string, string>> | undefined;
  /** Content below the usage. */
  children?: ReactNode;
  /** Content below the invoices. */
  aside?: ReactNode;
}

/**
 * A customer's billing page: plan, card, usage, credits, seats, invoices, add-ons,
 * and cancellation.
 *
 * @see Spec §2, "Billing portal"
 */
export function BillingPortal(props: BillingPortalProps) {
  const { t } = useFormat();
  const { customer, isLoading, refetch } = useCustomer({
    errorOnNotFound: false,
    expand: ["invoices", "payment_method", "entities"],
  });
  if (customer) return <Portal {...props} customer={customer} />;
  if (isLoading) return <PortalSkeleton />;
  return (
    <div className="billing-portal-failed" data-slot="billing-portal" data-state="failed">
      <Retry message={`${t("portal.failed")} ${t("portal.failed.message")}`} onRetry={refetch} />
    </div>
  );
}

function Portal(props: BillingPortalProps & { customer: Customer }) {
  const { customer, group, currency, returnPath, planActions, creditsSpentOn } = props;
  return (
    <div className="billing-portal" data-slot="billing-portal" data-state="ready">
      <div className="billing-portal-main">
        <PlanCard
          customer={customer}
          group={group}
          currency={currency}
          returnPath={returnPath}
          actions={planActions}
        />
        <UsedList customer={customer} />
        <Ledgers customer={customer} spentOn={creditsSpentOn} />
        <Seats customer={customer} />
        {props.children}
      </div>
      <aside className="billing-portal-aside">
        <AccountCredit customer={customer} />
        <InvoiceList invoices={customer.invoices ?? []} />
        <CurrentAddOns customer={customer} currency={currency} />
        <EndPlan customer={customer} group={group} />
        {props.aside}
      </aside>
    </div>
  );
}

interface LedgersProps {
  customer: Customer;
  spentOn: BillingPortalProps["creditsSpentOn"];
}

function Ledgers({ customer, spentOn }: LedgersProps) {
  return Object.values(customer.features)
    .filter(({ credit_schema, unlimited }) => credit_schema !== undefined && !unlimited)
    .map(({ id }) => <CreditLedger key={id} featureId={id} spentOn={spentOn} />);
}

/** The seats of every feature that has entities. */
function Seats({ customer }: { customer: Customer }) {
  const ids = new Set((customer.entities ?? []).map(({ feature_id }) => feature_id));
  return [...ids].map((id) => (
    <SeatTable key={id} featureId={id} title={customer.features[id]?.name ?? id} />
  ));
}

function EndPlan({ customer, group }: { customer: Customer; group: string | undefined }) {
  const { t, date } = useFormat();
  const { current } = findPlans(customer, group);
  const end = current && keptUntil(current);
  if (!current || end === undefined) return null;
  return (
    <section className="billing-end-plan">
      <EndProduct product={current} />
      {current.canceled_at === null && (
        <p>{t("plan.cancel.note", { product: current.name, date: date(end) })}</p>
      )}
    </section>
  );
}
