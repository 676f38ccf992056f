import type { ReactNode } from "react";
import { keptUntil } from "../../contract/keptUntil";
import type { Customer, CustomerProduct } from "../../contract/wire";
import { useFormat } from "../hooks/use-format";
import { describePeriod } from "../messages/period";
import type { CurrentPlans } from "./plan";
import { describeRenewal } from "./renewal";
import type { Renewal } from "./renewal";

interface PlanFactsProps extends CurrentPlans {
  customer: Customer;
  /** The part of the next bill that credit pays. */
  credit: number;
  currency?: string | undefined;
}

/** The plan's next charge and its parts, or the event that replaces it. */
export function PlanFacts(props: PlanFactsProps) {
  const { customer, current: plan, next, credit, currency = "usd" } = props;
  const words = useFormat();
  if (!plan) return null;
  const renewal = describeRenewal(plan, customer, words, currency);
  const end = keptUntil(plan);
  if (!renewal || end === undefined) {
    return (
      <PlanFact label={words.t("plan.next_bill")}>
        <p>{words.t("plan.no_bill")}</p>
      </PlanFact>
    );
  }
  if (plan.past_due === true) return <NotPaid plan={plan} end={end} />;
  if (plan.canceled_at !== null) return <ChangeToCome plan={plan} next={next} end={end} />;
  return (
    <>
      <NextBill plan={plan} renewal={renewal} end={end} credit={credit} currency={currency} />
      {renewal.lines.length > 0 && <MadeOf renewal={renewal} currency={currency} />}
    </>
  );
}

/** How long the customer keeps an unpaid plan, and when billing charges the card again. */
function NotPaid({ plan, end }: { plan: CustomerProduct; end: number }) {
  const { t, date } = useFormat();
  const { name: product, retry_at: retryAt } = plan;
  return (
    <PlanFact label={t("plan.unpaid")}>
      <p>
        {t("plan.unpaid.until", { product, date: date(end) })}
        {retryAt !== undefined && <small>{t("plan.unpaid.retry", { date: date(retryAt) })}</small>}
      </p>
    </PlanFact>
  );
}

interface ChangeToComeProps {
  plan: CustomerProduct;
  next: CustomerProduct | undefined;
  end: number;
}

function ChangeToCome({ plan, next, end }: ChangeToComeProps) {
  const { t, date } = useFormat();
  return (
    <PlanFact label={t(next ? "plan.change" : "plan.ends")}>
      <p>
        {next ? t("plan.moves", { product: next.name, date: date(next.started_at) }) : date(end)}
        <small>{t("plan.kept", { product: plan.name })}</small>
      </p>
    </PlanFact>
  );
}

interface NextBillProps {
  plan: CustomerProduct;
  renewal: Renewal;
  end: number;
  credit: number;
  currency: string;
}

function NextBill({ plan, renewal, end, credit, currency }: NextBillProps) {
  const { t, money, date } = useFormat();
  const label = plan.trial_ends_at === undefined ? "plan.next_bill" : "plan.first_bill";
  const when = renewal.usage === "metered" ? "plan.bill.metered" : "plan.bill.date";
  return (
    <PlanFact label={t(label)}>
      <p className="billing-plan-card-total">{money(renewal.total, currency)}</p>
      <p>
        <small>{t(when, { date: date(end) })}</small>
        {credit > 0 && (
          <small>
            {t("plan.bill.credit", {
              credit: money(credit, currency),
              rest: money(renewal.total - credit, currency),
            })}
          </small>
        )}
      </p>
    </PlanFact>
  );
}

function MadeOf({ renewal, currency }: { renewal: Renewal; currency: string }) {
  const words = useFormat();
  const { t, money } = words;
  return (
    <PlanFact label={t("plan.made_of")}>
      <ul>
        {renewal.lines.map(({ label, amount, interval, interval_count: count }, index) => (
          <li key={`${index} ${label}`}>
            {t("plan.part", { label, amount: money(amount, currency) })}{" "}
            <small>{describePeriod(interval, count, words)}</small>
          </li>
        ))}
      </ul>
    </PlanFact>
  );
}

/** A label and its content. */
export function PlanFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="billing-label">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
