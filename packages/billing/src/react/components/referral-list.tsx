import type { Referral } from "../../contract/expansions";
import { useFormat } from "../hooks/use-format";

/** The redemptions of the customer's code, and whether they were rewarded. */
export function ReferralList({ referrals }: { referrals: readonly Referral[] }) {
  const { t, date } = useFormat();
  const describeReward = ({ reward_applied, reward_due_at: due }: Referral) => {
    if (reward_applied) return t("referral.rewarded");
    return due === undefined ? t("referral.waiting") : t("referral.earned", { date: date(due) });
  };
  if (referrals.length === 0) return <p className="billing-empty">{t("referral.invited.none")}</p>;
  return (
    <>
      <p className="billing-empty">{t("referral.invited", { count: referrals.length })}</p>
      <ul className="billing-rows">
        {referrals.map((referral) => (
          <li key={referral.customer.id}>
            <p>
              {referral.customer.name ?? t("referral.somebody")}
              <span>{describeReward(referral)}</span>
            </p>
            <span>{date(referral.created_at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
