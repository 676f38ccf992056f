import { planBalances } from "./balances";
import { quantityOf } from "../subscriptions/currentProducts";
import type { Balance, Catalogue, SubscriptionOption, Subscription } from "../model";
import { fromMicros, toMicros } from "../money/money";
import { prepaidItems } from "../products/product";

/** One unit of a product that was bought several times, and the rest. */
interface Split {
  /** Its own balances, newest purchase first; used up ones are missing. */
  balanceRows: Balance[];
  /** Prepaid units of this part. */
  moved: SubscriptionOption[];
  kept: SubscriptionOption[];
}

/**
 * Takes one unit out of a product that was bought several times: the grant of its
 * newest purchase.
 */
export function splitUnit(
  subscription: Subscription,
  balanceRows: readonly Balance[],
  features: Catalogue["features"],
): Split {
  const newest = [...balanceRows].sort((a, b) => b.created_at - a.created_at);
  const taken: Balance[] = [];
  for (const { feature_id, interval } of planBalances({
    subscription,
    features,
    trialEndsAt: null,
  })) {
    const own = newest.find(
      (balance) =>
        balance.feature_id === feature_id &&
        balance.interval === interval &&
        !taken.includes(balance),
    );
    if (own) taken.push(own);
  }
  const moved = prepaidItems(subscription.product).map(({ feature_id, included_usage }) => {
    const balance = taken.find((candidate) => candidate.feature_id === feature_id);
    const included = typeof included_usage === "number" ? toMicros(included_usage) : 0;
    return { feature_id, quantity: balance ? fromMicros(balance.granted - included) : 0 };
  });
  const kept = subscription.options.map(({ feature_id, quantity }) => ({
    feature_id,
    quantity: fromMicros(toMicros(quantity) - toMicros(quantityOf(moved, feature_id))),
  }));
  return { balanceRows: taken, moved, kept };
}
