import { memo, useId } from "react";
import { useTableFormat } from "../hooks/use-table-format";
import { describePricingButton, splitPrice } from "../messages/pricing-copy";
import type { PricingTableProduct } from "../pricing";
import { ChooseButton, choiceOf } from "./choose-button";
import { keyOf } from "./use-choose-product";
import type { ChoiceState, ProductChoice } from "./use-choose-product";

export interface AddOnListProps extends ProductChoice {
  addOns: readonly PricingTableProduct[];
}

/** The add-ons of the catalogue, aligned with the columns of the plans. */
export function AddOnList({ addOns, ...choice }: AddOnListProps) {
  const { t } = useTableFormat();
  const headingId = useId();
  return (
    <section className="billing-add-ons" aria-labelledby={headingId}>
      <header>
        <h2 id={headingId}>{t("pricing.add_ons")}</h2>
        <p>{t("pricing.add_ons.note")}</p>
      </header>
      <ul>
        {addOns.map((addOn) => (
          <li key={keyOf(addOn)}>
            <AddOn addOn={addOn} state={choiceOf(addOn, choice)} onChoose={choice.choose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AddOnProps {
  addOn: PricingTableProduct;
  state: ChoiceState;
  onChoose: ProductChoice["choose"];
}

const AddOn = memo(function AddOn({ addOn, state, onChoose }: AddOnProps) {
  const words = useTableFormat();
  const { t } = words;
  const headingId = useId();
  const { price } = splitPrice(addOn, t);
  const button = describePricingButton(addOn, words);
  return (
    <article className="billing-add-on" data-slot="add-on" aria-labelledby={headingId}>
      <h3 id={headingId}>{addOn.display?.name ?? addOn.name}</h3>
      {addOn.display?.description !== undefined && (
        <p className="billing-add-on-description">{addOn.display.description}</p>
      )}
      {price && (
        <p className="billing-add-on-price">
          <span>{price.primary_text}</span> {price.secondary_text}
        </p>
      )}
      <ChooseButton size="small" product={addOn} {...{ button, state, headingId, onChoose }} />
    </article>
  );
});
