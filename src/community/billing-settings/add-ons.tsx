import type { CustomerProduct } from "../../../convex/contract/wire";
import { useFormat } from "../../billing";
import { CURRENCY, describeRenewal } from "./renewal";
import { Section } from "./section";

/** What was bought on top of the plan. */
export function AddOns({ products }: { products: readonly CustomerProduct[] }) {
  const { money, date } = useFormat();
  const addOns = products.filter(({ is_add_on }) => is_add_on);
  if (addOns.length === 0) return null;

  const describe = (addOn: CustomerProduct) => {
    const { canceled_at, current_period_end: end, started_at } = addOn;
    const renewal = describeRenewal(addOn);
    if (!renewal || end === undefined) return `Bought ${date(started_at)}`;
    if (canceled_at !== null) return `Ends ${date(end)}`;
    return `Renews ${date(end)}, ${money(renewal.total, CURRENCY)}`;
  };
  return (
    <Section title="Add-ons">
      <ul className="settings-rows">
        {addOns.map((addOn) => (
          <li key={`${addOn.id} ${addOn.started_at}`} className="settings-row">
            <p>
              {addOn.name}
              <span>{describe(addOn)}</span>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
