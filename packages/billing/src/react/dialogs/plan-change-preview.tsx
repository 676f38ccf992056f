import { useId } from "react";
import type { ProductPreview } from "../../contract/responses";
import { DialogDescription, DialogTitle } from "../../../../ui/src/dialog";
import { useFormat } from "../hooks/use-format";
import { describeCheckout } from "../messages/checkout-copy";
import type { ChangeOutline } from "../messages/checkout-copy";
import { CheckoutTotal } from "./checkout-total";
import "./checkout-dialog.css";

/** The effect and the cost of a plan change, from its preview. Nothing can be confirmed yet. */
export function PlanChangePreview({ preview }: { preview: ProductPreview }) {
  const words = useFormat();
  const { t, money, date } = words;
  const headingId = useId();
  const copy = describeCheckout(outlineOf(preview), words);
  const { items, due_today: today, due_next_cycle: next, next_cycle_at: at } = preview;
  return (
    <>
      <DialogTitle>{copy.title}</DialogTitle>
      <DialogDescription>{copy.message}</DialogDescription>
      <section className="billing-prices" data-slot="plan-preview" aria-labelledby={headingId}>
        <h3 id={headingId} className="billing-prices-heading">
          {t("checkout.prices")}
        </h3>
        <ul>
          {items.map(({ description, price }, index) => (
            <li key={`${index} ${description}`} className="billing-price-row">
              <span>{description}</span> <span>{price}</span>
            </li>
          ))}
        </ul>
        <div className="billing-totals">
          <CheckoutTotal
            total={today.price}
            currency={today.currency}
            {...(preview.payment && { payment: preview.payment })}
          />
          {next && at !== undefined && (
            <p className="billing-next">
              <span>{t("checkout.next", { date: date(at) })}</span>{" "}
              <span>{money(next.price, next.currency)}</span>
            </p>
          )}
        </div>
      </section>
    </>
  );
}

/**
 * If nothing is due today, the preview does not say why (a trial, or credit), so
 * neither is promised.
 */
function outlineOf(preview: ProductPreview): ChangeOutline {
  const { scenario, recurring, options, current_product_name: current } = preview;
  const charges = scenario === "new" || scenario === "upgrade";
  const isOpen = charges && preview.due_today.price <= 0;
  const properties = { is_one_off: !recurring, updateable: options.length > 0 };
  return {
    product: {
      name: preview.product_name,
      ...(!isOpen && { scenario }),
      properties: { ...properties, is_free: false, has_trial: false },
    },
    current_product: current === null ? null : { name: current },
    next_cycle: preview.next_cycle_at === undefined ? null : { starts_at: preview.next_cycle_at },
  };
}
