import { formatDate } from "../../language/format";
import { t } from "../../language/text";
import { useState } from "react";
import type { CustomerProduct } from "../../../packages/billing/src/contract";
import { Button } from "../../../packages/ui/src/button";
import { TrialDialog } from "./trial-dialog";

export interface CustomerPlansProps {
  customerId: string;
  products: readonly CustomerProduct[];
}

/** The products of a customer, and their trials. */
export function CustomerPlans({ customerId, products }: CustomerPlansProps) {
  return (
    <section className="operator-section">
      <h2>{t("Plans")}</h2>
      <ul className="operator-list">
        {products.map((product) => (
          <li key={`${product.id} ${product.status} ${product.entity_id ?? ""}`}>
            <Plan customerId={customerId} product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Plan({ customerId, product }: { customerId: string; product: CustomerProduct }) {
  const [open, setOpen] = useState(false);
  const { name, entity_id: entityId, trial_ends_at: endsAt } = product;
  return (
    <div className="operator-row">
      <p>
        <strong>{name}</strong> {describePlan(product)}
      </p>
      {endsAt !== undefined && entityId === undefined && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t("Extend the trial")}
        </Button>
      )}
      {open && endsAt !== undefined && (
        <TrialDialog
          customerId={customerId}
          product={product}
          endsAt={endsAt}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

function describePlan(product: CustomerProduct): string {
  const { status, trial_ends_at: trialEnd, started_at: start, current_period_end: end } = product;
  const dateOf = (at: number) => formatDate(at, { dateStyle: "medium" });
  if (status === "scheduled") return t("begins on {date}", { date: dateOf(start) });
  if (product.past_due === true) return t("is not paid");
  if (trialEnd !== undefined) return t("on trial until {date}", { date: dateOf(trialEnd) });
  if (end === undefined) return t("since {date}", { date: dateOf(start) });
  return product.canceled_at === null
    ? t("renews on {date}", { date: dateOf(end) })
    : t("ends on {date}", { date: dateOf(end) });
}
