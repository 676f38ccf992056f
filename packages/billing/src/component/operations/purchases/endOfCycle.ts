import type { CustomerState } from "../../store/customers/customerState";
import type { ChangeInput, Line } from "../../rules/lines";
import type { Refusal } from "../../rules/model";
import type { SubscriptionRow } from "../../rules/schedule";

/** The same customer state, where a decrease of packs takes effect with the next cycle. */
export function decreasesWait(customerState: CustomerState, productId: string): CustomerState {
  const subscriptions = customerState.subscriptions.map((row): SubscriptionRow => {
    if (row.product.id !== productId) return row;
    const items = row.product.items.map((item) => ({ ...item, on_decrease: "none" as const }));
    return { ...row, product: { ...row.product, items } };
  });
  return { ...customerState, subscriptions };
}

interface Planned {
  change: ChangeInput;
  lines: readonly Line[];
  deferred: readonly Line[];
}

/** Only a purchase without a charge today can wait for the end of the cycle. */
export function refuseAtEnd({ change, lines, deferred }: Planned): Refusal | null {
  const { branch, target } = change;
  const isLess = branch === "downgrade" || branch === "update_prepaid_quantity";
  if (isLess && lines.length === 0 && deferred.length === 0) return null;
  return {
    code: "invalid_request",
    message: `${target.name} can't begin at the end of a cycle: it replaces nothing that ends then`,
  };
}
