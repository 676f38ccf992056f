import { keptUntil } from "../../contract/keptUntil";
import type { Customer, CustomerProduct } from "../../contract/wire";
import { useFormat } from "../hooks/use-format";
import { EndProduct } from "./end-product";
import { isBoughtOnce } from "./plan";
import { describeRenewal } from "./renewal";
import { Section } from "./section";

interface CurrentAddOnsProps {
  customer: Customer;
  currency?: string | undefined;
}

/** The customer's add-ons and one-time purchases. */
export function CurrentAddOns({ customer, currency = "usd" }: CurrentAddOnsProps) {
  const words = useFormat();
  const { t, money, date } = words;
  const addOns = customer.products.filter((product) => product.is_add_on || isBoughtOnce(product));
  if (addOns.length === 0) return null;

  const describe = (addOn: CustomerProduct) => {
    const { canceled_at, started_at, past_due } = addOn;
    const end = keptUntil(addOn);
    const renewal = describeRenewal(addOn, customer, words, currency);
    if (!renewal || end === undefined) return t("add_ons.bought", { date: date(started_at) });
    if (past_due === true) return t("add_ons.unpaid", { date: date(end) });
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
