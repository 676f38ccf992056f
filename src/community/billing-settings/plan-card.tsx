import { useId } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Customer, CustomerProduct } from "../../../convex/contract/wire";
import { CheckoutDialog, useCustomer, useFormat, usePricingTable } from "../../billing";
import { useRequest } from "../../shell/use-request";
import { Button } from "../../ui/button";
import { CardMethod } from "./card-method";
import { CURRENCY, describeRenewal } from "./renewal";
import type { Renewal } from "./renewal";

/** The plan, when it renews and for how much, and the card that pays. */
export function PlanCard({ customer }: { customer: Customer }) {
  const headingId = useId();
  const plans = customer.products.filter(({ is_add_on, group }) => !is_add_on && group === "main");
  const plan = plans.find(({ status }) => status === "active");
  const next = plans.find(({ status }) => status === "scheduled");
  const renewal = plan ? describeRenewal(plan) : null;
  return (
    <section className="settings-plan" aria-labelledby={headingId}>
      <header>
        <div>
          <p className="settings-label">Your plan</p>
          <h2 id={headingId}>{plan?.name ?? "No plan"}</h2>
        </div>
        <PlanActions />
      </header>
      <dl className="settings-facts">
        {plan && <NextBill plan={plan} next={next} renewal={renewal} />}
        {renewal && plan?.canceled_at === null && <MadeOf renewal={renewal} />}
        <Fact label="Paid with">
          <CardMethod method={customer.payment_method ?? null} />
        </Fact>
      </dl>
    </section>
  );
}

function PlanActions() {
  const { products } = usePricingTable();
  const { checkout } = useCustomer();
  const [busy, run] = useRequest();
  const updateable = products.find(({ scenario, properties, is_add_on }) => {
    return scenario === "active" && properties.updateable && !is_add_on;
  });
  const productId = updateable?.id;
  return (
    <div className="settings-actions">
      {productId && (
        <Button
          busy={busy}
          onClick={() => run(() => checkout({ productId, dialog: CheckoutDialog }))}
        >
          Update Plan
        </Button>
      )}
      <Link href="/pricing" className="ui-button" data-look="primary">
        See all plans
      </Link>
    </div>
  );
}

interface NextBillProps {
  plan: CustomerProduct;
  next: CustomerProduct | undefined;
  renewal: Renewal | null;
}

function NextBill({ plan, next, renewal }: NextBillProps) {
  const { money, date } = useFormat();
  const { canceled_at, current_period_end: end, trial_ends_at } = plan;
  if (!renewal || end === undefined) {
    return (
      <Fact label="Next bill">
        <p>None. {plan.name} costs nothing.</p>
      </Fact>
    );
  }
  if (canceled_at !== null) {
    return (
      <Fact label={next ? "Change to come" : "Ends"}>
        <p>
          {next ? `You move to ${next.name} on ${date(next.started_at)}.` : date(end)}
          <small>You keep {plan.name} until then.</small>
        </p>
      </Fact>
    );
  }
  return (
    <Fact label={trial_ends_at === undefined ? "Next bill" : "First bill, after your trial"}>
      <p className="settings-total">{money(renewal.total, CURRENCY)}</p>
      <p>
        <small>
          {renewal.usage === "metered" && "plus usage, "}
          {date(end)}
        </small>
      </p>
    </Fact>
  );
}

const PER = {
  minute: "per minute",
  hour: "per hour",
  day: "per day",
  week: "per week",
  month: "per month",
  quarter: "per quarter",
  semi_annual: "per half year",
  year: "per year",
} as const;

function MadeOf({ renewal }: { renewal: Renewal }) {
  const { money } = useFormat();
  return (
    <Fact label="Made of">
      <ul>
        {renewal.lines.map(({ label, amount, interval }) => (
          <li key={label}>
            {label} {money(amount, CURRENCY)} <small>{PER[interval]}</small>
          </li>
        ))}
      </ul>
    </Fact>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="settings-label">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
