import { memo, useId, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../../ui/src/button";
import { RadioGroup } from "../../../../ui/src/radio-group";
import { useMinWidth } from "../../../../ui/src/use-min-width";
import { VisuallyHidden } from "../../../../ui/src/visually-hidden";
import { usePricingTable } from "../hooks/use-pricing-table";
import type { PricingTableHandle } from "../hooks/use-pricing-table";
import { useTableFormat } from "../hooks/use-table-format";
import type { PricingTableProduct, ProductDetails } from "../pricing";
import type { BillingIds } from "../types";
import { AddOnList } from "./add-on-list";
import { choiceOf } from "./choose-button";
import { ComparisonTable } from "./comparison-table";
import { PlanColumn } from "./plan-column";
import { arrangePlans, isRecommended, rankOf } from "./plan-intervals";
import type { IntervalOption, PlanInterval } from "./plan-intervals";
import { PricingSkeleton } from "./pricing-skeleton";
import { keyOf, useChooseProduct } from "./use-choose-product";
import type { ChooseOptions, ProductChoice } from "./use-choose-product";
import "./pricing-table.css";

/** Side by side from this width on, else below each other. */
export const PRICING_WIDE_MIN_PX = 1024;

export interface PricingTableProps<Ids extends BillingIds = BillingIds> extends ChooseOptions<Ids> {
  /** Chooses, orders and rewords products. Default: everything on sale. */
  productDetails?: readonly ProductDetails<Ids>[] | undefined;
  /** Headline and text beside the plans. */
  children?: ReactNode;
}

/**
 * The products on sale: plans side by side, add-ons below.
 *
 * Every interval shows the free plans. A customer's click opens the checkout dialog.
 * A visitor's click calls the provider's `onSignIn`, opens the product's own URL, or
 * asks the visitor to sign in.
 *
 * @param props - `children` is the headline; `productDetails` chooses, orders and
 *   rewords; `checkoutParams` go into every checkout.
 * @see Spec §2, "Pricing table"
 */
export function PricingTable({ productDetails, children, ...options }: PricingTableProps) {
  const { t } = useTableFormat();
  const table = usePricingTable({ productDetails });
  const choice = useChooseProduct(options);
  const { products } = table;
  const [chosen, setChosen] = useState<PlanInterval | null>(null);
  const { intervals, interval, plans, addOns } = useMemo(
    () => arrangePlans(products, chosen, t),
    [products, chosen, t],
  );

  return (
    <div className="billing-pricing" data-slot="pricing-table">
      <div className="billing-pricing-lead">
        {children}
        {interval !== undefined && intervals.length > 1 && (
          <IntervalChoice options={intervals} value={interval} onChange={setChosen} />
        )}
      </div>
      {products.length > 0 ? (
        <Sheets all={products} plans={plans} addOns={addOns} {...choice} />
      ) : (
        <NothingToShow {...table} />
      )}
    </div>
  );
}

interface IntervalChoiceProps {
  options: IntervalOption[];
  value: PlanInterval;
  onChange: (value: PlanInterval) => void;
}

function IntervalChoice({ options, value, onChange }: IntervalChoiceProps) {
  const { t } = useTableFormat();
  const wide = useMinWidth(PRICING_WIDE_MIN_PX);
  const hint = options.find((option) => option.value === value)?.hint;
  const short = options.map(({ value: interval, label }) => ({ value: interval, label }));
  return (
    <div className="billing-pricing-intervals">
      <RadioGroup
        legend={t("pricing.interval")}
        look={wide ? "list" : "segment"}
        options={wide ? options : short}
        value={value}
        onChange={onChange}
      />
      {!wide && <p className="billing-pricing-hint">{hint ?? options.at(-1)?.hint}</p>}
    </div>
  );
}

interface SheetsProps extends ProductChoice {
  /** Plans of other intervals too. */
  all: readonly PricingTableProduct[];
  plans: readonly PricingTableProduct[];
  addOns: readonly PricingTableProduct[];
}

/**
 * Memoised: it renders only when its products or a running click change, not with
 * every render of the page.
 */
const Sheets = memo(function Sheets({ all, plans, addOns, ...choice }: SheetsProps) {
  const { t } = useTableFormat();
  const wide = useMinWidth(PRICING_WIDE_MIN_PX);
  const headingId = useId();
  const shown = wide ? plans : recommendedFirst(plans);

  return (
    <>
      <section
        className="billing-plans"
        style={{ "--billing-columns": plans.length } as React.CSSProperties}
        aria-labelledby={headingId}
      >
        <h2 id={headingId}>
          <VisuallyHidden>{t("pricing.plans")}</VisuallyHidden>
        </h2>
        <ul className="billing-plan-columns">
          {shown.map((plan) => (
            <li key={keyOf(plan)}>
              <PlanColumn
                plan={plan}
                rank={rankOf(plan, all)}
                state={choiceOf(plan, choice)}
                onChoose={choice.choose}
              />
            </li>
          ))}
        </ul>
      </section>
      {plans.length > 1 && <ComparisonTable plans={plans} wide={wide} />}
      {addOns.length > 0 && <AddOnList addOns={addOns} {...choice} />}
    </>
  );
});

function recommendedFirst(plans: readonly PricingTableProduct[]): PricingTableProduct[] {
  return [...plans].sort((a, b) => Number(isRecommended(b)) - Number(isRecommended(a)));
}

function NothingToShow({ isLoading, error, refetch }: PricingTableHandle) {
  const { t } = useTableFormat();
  if (isLoading) return <PricingSkeleton />;
  if (!error) return <p className="billing-pricing-message">{t("pricing.empty")}</p>;
  return (
    <div className="billing-pricing-message" role="alert">
      <p>{t("pricing.failed")}</p>
      <Button look="primary" onClick={() => void refetch()}>
        {t("retry")}
      </Button>
      <p className="billing-pricing-code">{error.code}</p>
    </div>
  );
}
