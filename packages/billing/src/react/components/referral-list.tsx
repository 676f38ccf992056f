import type { Referral } from "../../contract/expansions";
import { useFormat } from "../hooks/use-format";

/** The redemptions of the customer's code, and whether they were rewarded. */
export function ReferralList({ referrals }: { referrals: readonly Referral[] }) {
  const { t, date } = useFormat();
  if (referrals.length === 0) return <p className="billing-empty">{t("referral.invited.none")}</p>;
  return (
    <>
      <p className="billing-empty">{t("referral.invited", { count: referrals.length })}</p>
      <ul className="billing-rows">
        {referrals.map(({ customer, reward_applied, created_at }) => (
          <li key={customer.id}>
            <p>
              {customer.name ?? t("referral.somebody")}
              <span>{t(reward_applied ? "referral.rewarded" : "referral.waiting")}</span>
            </p>
            <span>{date(created_at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
