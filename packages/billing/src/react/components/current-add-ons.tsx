import type { CustomerProduct } from "../../contract/wire";
import { useFormat } from "../hooks/use-format";
import { EndProduct } from "./end-product";
import { describeRenewal } from "./renewal";
import { Section } from "./section";

interface CurrentAddOnsProps {
  products: readonly CustomerProduct[];
  currency?: string | undefined;
}

/** The add-ons of the customer. */
export function CurrentAddOns({ products, currency = "usd" }: CurrentAddOnsProps) {
  const words = useFormat();
  const { t, money, date } = words;
  const addOns = products.filter(({ is_add_on }) => is_add_on);
  if (addOns.length === 0) return null;

  const describe = (addOn: CustomerProduct) => {
    const { canceled_at, current_period_end: end, started_at } = addOn;
    const renewal = describeRenewal(addOn, words);
    if (!renewal || end === undefined) return t("add_ons.bought", { date: date(started_at) });
    if (canceled_at !== null) return t("add_ons.ends", { date: date(end) });
    const amount = money(renewal.total, currency);
    return t("add_ons.renews", { date: date(end), amount });
  };
  return (
    <Section title={t("add_ons.title")} slot="add-ons">
      <ul className="billing-rows">
        {addOns.map((addOn) => (
          <li key={`${addOn.id} ${addOn.entity_id ?? ""} ${addOn.status}`}>
            <p>
              {addOn.name}
              <span>{describe(addOn)}</span>
            </p>
            <EndProduct product={addOn} label={t("add_ons.cancel", { product: addOn.name })} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
