import type { PlanSchedule } from "../../contract/planSchedule";
import type { Checkout } from "../../contract/responses";
import type { Words } from "./words";

/** The choice of when a change starts. */
export interface StartsCopy {
  question: string;
  selected: PlanSchedule;
  choices: { value: PlanSchedule; label: string; hint: string; amount: string }[];
}

/** Each way to start a change; null if there is only one. */
export function describeStarts(
  { starts = [], product, current_product: current, currency }: Checkout,
  { t, date, money }: Words,
): StartsCopy | null {
  const selected = starts.find((start) => start.selected);
  if (!selected || !current) return null;
  const isOther = current.id !== product.id;
  const names = { product: product.name, current: current.name };
  return {
    question: isOther ? t("checkout.starts", names) : t("checkout.starts.same"),
    selected: selected.plan_schedule,
    choices: starts.map(({ plan_schedule: value, at, total }) => ({
      value,
      amount: money(total, currency),
      ...(value === "end_of_cycle"
        ? {
            label: t("checkout.starts.later", { date: date(at) }),
            hint: isOther ? t("checkout.starts.later.note", names) : t("checkout.starts.same.note"),
          }
        : {
            label: t(isOther ? "checkout.starts.now" : "checkout.starts.same.now"),
            hint: t("checkout.starts.now.note"),
          }),
    })),
  };
}
