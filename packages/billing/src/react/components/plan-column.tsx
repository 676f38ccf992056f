import { memo, useId } from "react";
import { Icon } from "../../../../ui/src/icon";
import { VisuallyHidden } from "../../../../ui/src/visually-hidden";
import { useCustomer } from "../hooks/use-customer";
import { useTableFormat } from "../hooks/use-table-format";
import type { Say, TableKey } from "../messages/language";
import { describePricingButton, splitPrice } from "../messages/pricing-copy";
import type { PricingTableItem, PricingTableProduct } from "../pricing";
import { ChooseButton } from "./choose-button";
import { joinItemText } from "./item-text";
import { isOwnPlan, isRecommended } from "./plan-intervals";
import type { ChoiceState, ProductChoice } from "./use-choose-product";
import "./plan-column.css";

/** Separate from the other shapes, which a page with prices does not need. */
const CHECKED = "M21.5 12a9.5 9.5 0 1 1-19 0a9.5 9.5 0 0 1 19 0zM8.5 12l2.5 2.5l4.5-5";

export interface PlanColumnProps {
  plan: PricingTableProduct;
  /** Compared with the current plan. */
  rank: "lower" | "other";
  state: ChoiceState;
  onChoose: ProductChoice["choose"];
}

/** One plan of the table: name, price, button, features. */
export const PlanColumn = memo(function PlanColumn({
  plan,
  rank,
  state,
  onChoose,
}: PlanColumnProps) {
  const words = useTableFormat();
  const { t } = words;
  const { display } = plan;
  const button = describePricingButton(plan, words, rank);
  const { price, features } = splitPrice(plan, t);
  const headingId = useId();

  return (
    <article
      className="billing-plan"
      data-slot="plan"
      data-state={isRecommended(plan) ? "lit" : "rest"}
      aria-labelledby={headingId}
    >
      <header className="billing-plan-head">
        {isRecommended(plan) && <p className="billing-plan-tab">{display?.recommend_text}</p>}
        <h3 id={headingId}>{display?.name ?? plan.name}</h3>
        {isOwnPlan(plan) && (
          <p className="billing-plan-own">
            <Icon shape={CHECKED} /> {t("pricing.your_plan")}
          </p>
        )}
        {display?.description !== undefined && (
          <p className="billing-plan-description">{display.description}</p>
        )}
      </header>
      <PlanPrice plan={plan} price={price} />
      <div className="billing-plan-action">
        <ChooseButton
          look={isRecommended(plan) ? "primary" : "outline"}
          product={plan}
          {...{ button, state, headingId, onChoose }}
        />
        {price && <TrialTerms plan={plan} price={price} />}
      </div>
      <div className="billing-plan-items">
        {features.length > 0 && (
          <>
            <p className="billing-plan-from">{describeFrom(display?.everything_from, t)}</p>
            <ul>
              {features.map(({ feature_id, display: { primary_text, secondary_text } }, index) => (
                <li key={`${index} ${feature_id ?? ""}`}>
                  {primary_text} {secondary_text !== undefined && <span>{secondary_text}</span>}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </article>
  );
});

interface PlanPriceProps {
  plan: PricingTableProduct;
  price: PricingTableItem["display"] | null;
}

function PlanPrice({ plan, price }: PlanPriceProps) {
  const { t } = useTableFormat();
  return (
    <div className="billing-plan-price">
      {price && (
        <>
          <p aria-hidden="true">
            <span className="billing-plan-amount">{price.primary_text}</span>{" "}
            <span className="billing-plan-period">{price.secondary_text}</span>
          </p>
          <VisuallyHidden>{t("pricing.full_price", { price: joinItemText(price) })}</VisuallyHidden>
        </>
      )}
      {plan.scenario === "scheduled" && <StartsAt productId={plan.id} />}
    </div>
  );
}

/** The start of a scheduled plan. */
function StartsAt({ productId }: { productId: string | null }) {
  const { t, date } = useTableFormat();
  const { customer } = useCustomer({ errorOnNotFound: false });
  const current = customer?.products.find(({ id, status }) => {
    return id === productId && status === "scheduled";
  });
  return current?.started_at == null ? null : (
    <p>{t("pricing.starts", { date: date(current.started_at) })}</p>
  );
}

function TrialTerms({
  plan,
  price,
}: {
  plan: PricingTableProduct;
  price: PricingTableItem["display"];
}) {
  const { t, length } = useTableFormat();
  const { free_trial, properties } = plan;
  if (!properties.has_trial || !free_trial?.trial_available) return null;
  const terms = {
    length: length(free_trial.length, free_trial.duration),
    price: joinItemText(price),
  };
  return (
    <p className="billing-plan-terms">
      {t(free_trial.card_required ? "pricing.trial.card" : "pricing.trial", terms)}
    </p>
  );
}

function describeFrom(product: string | undefined, t: Say<TableKey>): string {
  return product === undefined
    ? t("pricing.begin_with")
    : t("pricing.everything_from", { product });
}
