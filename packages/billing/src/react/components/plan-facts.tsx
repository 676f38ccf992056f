import type { ReactNode } from "react";
import type { CustomerProduct } from "../../contract/wire";
import { useFormat } from "../hooks/use-format";
import type { CurrentPlans } from "./plan";
import { describeRenewal } from "./renewal";
import type { Renewal } from "./renewal";

interface PlanFactsProps extends CurrentPlans {
  currency?: string | undefined;
}

/** The plan's next charge and its parts; or what happens instead. */
export function PlanFacts({ current: plan, next, currency = "usd" }: PlanFactsProps) {
  const words = useFormat();
  if (!plan) return null;
  const renewal = describeRenewal(plan, words);
  const { current_period_end: end } = plan;
  if (!renewal || end === undefined) {
    return (
      <PlanFact label={words.t("plan.next_bill")}>
        <p>{words.t("plan.no_bill", { product: plan.name })}</p>
      </PlanFact>
    );
  }
  if (plan.canceled_at !== null) return <ChangeToCome plan={plan} next={next} end={end} />;
  return (
    <>
      <NextBill plan={plan} renewal={renewal} end={end} currency={currency} />
      <MadeOf renewal={renewal} currency={currency} />
    </>
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
  currency: string;
}

function NextBill({ plan, renewal, end, currency }: NextBillProps) {
  const { t, money, date } = useFormat();
  const label = plan.trial_ends_at === undefined ? "plan.next_bill" : "plan.first_bill";
  const when = renewal.usage === "metered" ? "plan.bill.metered" : "plan.bill.date";
  return (
    <PlanFact label={t(label)}>
      <p className="billing-plan-card-total">{money(renewal.total, currency)}</p>
      <p>
        <small>{t(when, { date: date(end) })}</small>
      </p>
    </PlanFact>
  );
}

function MadeOf({ renewal, currency }: { renewal: Renewal; currency: string }) {
  const { t, money } = useFormat();
  return (
    <PlanFact label={t("plan.made_of")}>
      <ul>
        {renewal.lines.map(({ label, amount, interval }) => (
          <li key={label}>
            {t("plan.part", { label, amount: money(amount, currency) })}{" "}
            <small>{t(`price.period.${interval}`)}</small>
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
