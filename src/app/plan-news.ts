import type { Customer, CustomerProduct } from "../../packages/billing/src/contract";

/** News about a user's plan that every page shows. */
export type PlanNews =
  | { kind: "past_due"; product: CustomerProduct }
  | { kind: "moving"; from: CustomerProduct; to: CustomerProduct }
  | { kind: "ending"; product: CustomerProduct; endsAt: number };

/** The most urgent message about the plan, if there is one. Add-ons have one only when unpaid. */
export function findPlanNews({ products }: Customer): PlanNews | null {
  const unpaid = products.find(({ past_due }) => past_due === true);
  if (unpaid) return { kind: "past_due", product: unpaid };

  const plans = products.filter(({ is_add_on }) => !is_add_on);
  const leaving = plans.find(({ status, canceled_at }) => {
    return status === "active" && canceled_at !== null;
  });
  if (!leaving) return null;
  const next = plans.find(({ status, group }) => {
    return status === "scheduled" && group === leaving.group;
  });
  if (next) return { kind: "moving", from: leaving, to: next };
  const endsAt = leaving.current_period_end;
  return endsAt === undefined ? null : { kind: "ending", product: leaving, endsAt };
}
