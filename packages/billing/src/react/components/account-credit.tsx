import type { Customer } from "../../contract/wire";
import { useFormat } from "../hooks/use-format";
import { usePricingTable } from "../hooks/use-pricing-table";
import { listCreditMovements } from "./credit-movements";
import type { CreditMovement } from "./credit-movements";
import { Section } from "./section";

/** The customer's account credit and its changes. Renders nothing if there never was any. */
export function AccountCredit({ customer }: { customer: Customer }) {
  const { t, money } = useFormat();
  const { credit } = customer;
  if (!credit) return null;
  const movements = listCreditMovements(customer);
  if (credit.balance === 0 && movements.length === 0) return null;
  return (
    <Section title={t("credit.title")} slot="account-credit">
      <p>{t("credit.balance", { amount: money(credit.balance, credit.currency) })}</p>
      <ul className="billing-rows">
        {movements.map((movement) => (
          <li key={movement.key}>
            <Movement movement={movement} currency={credit.currency} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface MovementProps {
  movement: CreditMovement;
  currency: string;
}

function Movement({ movement, currency }: MovementProps) {
  const { why, amount, product_ids, at } = movement;
  const { t, money, date, list } = useFormat();
  const { products } = usePricingTable();
  const names = product_ids.map((id) => products.find((one) => one.id === id)?.name ?? id);
  return (
    <>
      <p>
        {why === "other" ? t("credit.other") : t(`credit.${why}`, { products: list(names) })}
        {at !== null && <span>{date(at)}</span>}
      </p>
      <b>{money(amount, currency)}</b>
    </>
  );
}
