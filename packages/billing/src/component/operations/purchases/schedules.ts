import type { PlanSchedule } from "../../../contract/planSchedule";
import type { CustomerState } from "../../store/customers/customerState";
import type { ChangeRow } from "../../rules/changes";
import type { ChangeInput, Line } from "../../rules/invoices/lines";
import type { Refusal } from "../../rules/model";
import type { SubscriptionRow } from "../../rules/renewals/schedule";

/** The customer state with decreases deferred to the next cycle. */
export function deferDecreases(customerState: CustomerState, productId: string): CustomerState {
  const subscriptions = customerState.subscriptions.map((row): SubscriptionRow => {
    if (row.product.id !== productId) return row;
    const items = row.product.items.map((item) => ({ ...item, on_decrease: "none" as const }));
    return { ...row, product: { ...row.product, items } };
  });
  return { ...customerState, subscriptions };
}

interface Planned {
  row: ChangeRow;
  change: ChangeInput;
  lines: readonly Line[];
  deferred: readonly Line[];
}

/** Refuses a start that the change cannot have. */
export function refuseSchedule(
  { row, change, lines, deferred }: Planned,
  schedule: PlanSchedule | undefined,
): Refusal | null {
  const { target, current } = change;
  switch (schedule) {
    case undefined:
      return null;
    case "end_of_cycle": {
      // Only a purchase without a charge today can wait.
      if (row.mayWait && lines.length === 0 && deferred.length === 0) return null;
      return refuse(
        `${target.name} can't begin at the end of a cycle: it replaces nothing that ends then`,
      );
    }
    case "immediate":
      if (row.cycle !== "at_end") return null;
      return refuse(
        `${target.name} can't begin now: it costs less per month than ${current?.product.name}`,
      );
  }
}

function refuse(message: string): Refusal {
  return { code: "invalid_request", message };
}
