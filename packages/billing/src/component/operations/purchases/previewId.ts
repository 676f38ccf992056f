import type { Cart } from "./cart";
import { cartTotal } from "./cart";
import { canonicalJson } from "../../platform/canonical";
import { sha256Hex } from "../../platform/digest";
import type { CustomerState } from "../../store/customers/customerState";
import type { PurchasePlan } from "./plan";
import { isFresh } from "../../rules/plans/freshness";
import { nextCycle } from "../../rules/renewals/renewal";
import { storedLinesOf } from "./plan";

const RADIX = 36;
const ID = /^([0-9a-z]{1,11})-([0-9a-f]{64})$/;

/**
 * Identifies what a checkout showed: the charges, now and next, and their dates.
 *
 * The time is part of the id, so that the same amounts can be planned again: an
 * open dialog keeps its price to the cent.
 */
export async function previewId({ customer, now }: CustomerState, cart: Cart): Promise<string> {
  const { customer_id, credit_minor: credit } = customer;
  // With other credit, the card would be charged another amount.
  const shown = { customer: customer_id, credit, plans: cart.map(serializePlan) };
  return `${now.toString(RADIX)}-${await sha256Hex(canonicalJson(shown))}`;
}

/**
 * The cart as it was shown, if only the clock has changed since.
 *
 * @param planAt - Plans the same request at another time, on today's customer
 *   state.
 * @returns Today's purchase with the amounts that were shown; null when they are
 *   stale.
 */
export async function keepPreview(
  customerState: CustomerState,
  cart: Cart,
  id: string,
  planAt: (customerState: CustomerState) => Cart | null,
): Promise<Cart | null> {
  const shownAt = shownAtOf(id);
  if (shownAt === null || !cart.every(({ change }) => isFresh(change, shownAt))) return null;
  const then = { ...customerState, now: shownAt };
  const shown = planAt(then);
  if (!shown || (await previewId(then, shown)) !== id) return null;
  const [first, ...more] = cart.map((plan, index) => withAmounts(plan, shown[index]));
  return first ? [first, ...more] : null;
}

/** The charges and effects now, with amounts from an earlier plan. */
function withAmounts(plan: PurchasePlan, shown: PurchasePlan | undefined): PurchasePlan {
  if (shown?.change.target.id !== plan.change.target.id)
    throw new Error("A preview of other products");
  const { lines, pending, deferred, totalMinor } = shown;
  return { ...plan, lines, pending, deferred, totalMinor };
}

function serializePlan(plan: PurchasePlan) {
  const { change, row, entityId, deferred, startsAt } = plan;
  const { target, options, trialEndsAt } = change;
  return {
    product: target.id,
    version: target.version,
    entity: entityId,
    kind: row.shownAs,
    options: options.map((option) => ({ ...option })),
    trial_ends_at: trialEndsAt,
    starts_at: startsAt,
    lines: storedLinesOf(plan).map(({ description, minor }) => ({ description, minor })),
    later: deferred.map(({ description, minor }) => ({ description, minor })),
    total: cartTotal([plan]),
    next_cycle: nextCycle(change),
  };
}

function shownAtOf(id: string): number | null {
  const [, at] = ID.exec(id) ?? [];
  return at === undefined ? null : Number.parseInt(at, RADIX);
}
