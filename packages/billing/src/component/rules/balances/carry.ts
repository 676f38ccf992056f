import { trimRollovers } from "./balances";
import { quantityOf } from "../subscriptions/currentProducts";
import type { Balance, Catalogue, NewBalance, Subscription } from "../model";
import { toMicros } from "../money/money";
import { applyMoves, capacityForUse, take, takeAll } from "./moves";
import { deductionOrder } from "./order";
import { prepaidItems } from "../products/product";
import { usedUnits } from "../entities/seats";
import { isOf, keptSpent, spentMicros, spentUnits } from "../prices/spent";

/**
 * How one product replaces another: within its period, at the end of its period, or as
 * another version of the same product, which bills nothing.
 */
export type Succession = "within_period" | "at_period_end" | "new_version";

/** The subscription that a new one replaces. */
export interface Predecessor {
  subscription: Pick<Subscription, "product" | "options">;
  /** Its current balances. */
  balanceRows: readonly Balance[];
  succession: Succession;
}

/** The two sides of a plan change. */
export interface CarryInput {
  /** Null: it replaces nothing. */
  from: Predecessor | null;
  /** The balances of the new product, unused. */
  to: readonly NewBalance[];
  /** The new subscription. */
  subscription: Pick<Subscription, "product" | "options" | "anchor">;
  features: Catalogue["features"];
  now: number;
  /** Units known to be in use, by feature id (live entities); they override what balances say. */
  liveUsage?: Readonly<Record<string, number>> | undefined;
}

/**
 * Carries usage into the new product's balances on a plan change.
 *
 * What stays in use (seats, storage) always carries over in full, even below the floor
 * of a smaller plan. Consumed usage carries over as follows, and never below the floor:
 *
 * | Use | within the period | at its end | new version |
 * |---|---|---|---|
 * | of what is included | where the new item says `reset_usage_when_enabled: false` | – | yes |
 * | of prepaid units | into the new prepaid units, see {@link keptSpent} | – | yes |
 * | beyond the balance of an item that bills it | – | – | yes |
 *
 * Units that were bought once are paid for good: in every way but the last, the ones
 * that are left move to the new product's units of this kind. The last takes the
 * quantity over with its use.
 *
 * A replacement bills the usage beyond a balance, unless a trial made it free. If that
 * carried over, it would be billed again. Each use counts once, in the balances of the
 * same feature and entity, in deduction order. Rollovers move to the first balance that
 * supports rollovers, within its cap.
 *
 * @returns The new balances, in the order given.
 */
export function carryUsage(input: CarryInput): NewBalance[] {
  const { to, now } = input;
  const from = input.from?.balanceRows ?? [];
  let carried: Balance[] = to.map((balance, index) => ({ ...balance, id: String(index) }));
  for (const scope of new Set(to.map(scopeOf))) {
    const old = from.filter((balance) => scopeOf(balance) === scope);
    carried = carried.map((row) =>
      scopeOf(row) === scope ? keepBought(input, old, keepSpent(input, old, row)) : row,
    );
    const fresh = carried
      .filter((balance) => scopeOf(balance) === scope)
      .sort(deductionOrder(null));
    const used = usageOf(input, old, fresh);
    const moves = staysInUse(input, fresh)
      ? takeAll(fresh, used, now)
      : take(fresh, Math.min(used, capacityForUse(fresh, now)), now);
    const heir = fresh.find((balance) => balance.rollover !== null);
    carried = applyMoves(carried, moves).map((balance) =>
      balance.id === heir?.id ? inheritRollovers(balance, old, now) : balance,
    );
  }
  return to.map((balance, index) => ({ ...balance, ...heldBy(carried[index]) }));
}

/**
 * Keeps usage when a subscription ends without a successor: the remaining balances
 * take it over, beyond their grant too.
 *
 * @param ended - The balances of the ended subscription.
 * @param staying - Balances in force, up to date.
 * @param fresh - Ids of a successor's balances: they carried it over already.
 * @returns `staying`, changed where usage was carried over.
 */
export function keepInUse(
  ended: readonly Balance[],
  staying: readonly Balance[],
  { features, fresh, now }: Pick<CarryInput, "features" | "now"> & { fresh: ReadonlySet<string> },
): Balance[] {
  let kept = [...staying];
  for (const scope of new Set(ended.map(scopeOf))) {
    const heirs = kept.filter((balance) => scopeOf(balance) === scope).sort(deductionOrder(null));
    if (!staysInUse({ features }, heirs) || heirs.some(({ id }) => fresh.has(id))) continue;
    const own = ended.filter((balance) => scopeOf(balance) === scope);
    const used = own.reduce((sum, row) => sum + row.granted + row.adjustment - row.balance, 0);
    kept = applyMoves(kept, takeAll(heirs, Math.max(0, used), now));
  }
  return kept;
}

/**
 * How many seats the new product has to count: the live entities, less those that
 * other products count. So each seat is counted once, however many products grant
 * seats.
 *
 * @param seats - Live entities by feature id.
 * @param others - Balances in force of the other subscriptions.
 * @returns By feature id; features without live entities are absent.
 */
export function seatsToCarry(
  seats: Readonly<Record<string, number>>,
  others: readonly Balance[],
): Record<string, number> {
  const carried: Record<string, number> = {};
  for (const [id, count] of Object.entries(seats)) {
    if (count === 0) continue;
    const elsewhere = others.filter((balance) => balance.feature_id === id);
    const used = elsewhere.reduce((sum, balance) => sum + usedUnits(balance), 0);
    carried[id] = Math.max(0, count - used);
  }
  return carried;
}

/** Seats and storage stay in use, whatever the plan; credits are consumed. */
function staysInUse(
  { features }: Pick<CarryInput, "features">,
  [first]: readonly Pick<NewBalance, "feature_id">[],
): boolean {
  return first !== undefined && features.get(first.feature_id)?.type === "continuous_use";
}

function scopeOf({ feature_id, entity_id }: NewBalance): string {
  return JSON.stringify([feature_id, entity_id]);
}

/** A new prepaid balance that counts already spent prepaid units as used. */
function keepSpent(input: CarryInput, old: readonly Balance[], row: Balance): Balance {
  const { from, subscription, features, now } = input;
  const item = subscription.product.items.find((one) => isOf(row, one));
  if (!from || item === undefined || from.succession === "at_period_end") return row;
  const { feature_id: id } = row;
  const isShared = (balance: Balance) => (balance.entity_id === null) === (row.entity_id === null);
  // If the grant moves from the customer to entities, or back, all usage counts for each.
  const own = from.balanceRows.some((one) => one.feature_id === id && isShared(one))
    ? old
    : from.balanceRows;
  const spent = spentUnits(from.subscription, own, features);
  const quantity = quantityOf(subscription.options, id);
  const units =
    from.succession === "new_version"
      ? Math.min(quantity, spent[id] ?? 0)
      : keptSpent(item, spent, { quantity, anchor: subscription.anchor, features, now });
  if (units === 0) return row;
  const micros = toMicros(units);
  return { ...row, balance: row.balance - micros, prepaid_spent: micros };
}

/** A balance of one-time units, with those left from before. */
function keepBought(input: CarryInput, old: readonly Balance[], row: Balance): Balance {
  const { from, subscription, features } = input;
  if (!from || from.succession === "new_version") return row;
  if (!onceItemOf(row, subscription)) return row;
  const staysHeld = staysInUse({ features }, [row]);
  const left = old.reduce((sum, before) => {
    const item = onceItemOf(before, from.subscription);
    if (!item) return sum;
    const included = item.included_usage === "inf" ? 0 : (item.included_usage ?? 0);
    const bought = before.granted - toMicros(included);
    return sum + Math.max(0, staysHeld ? bought : Math.min(bought, before.balance));
  }, 0);
  return { ...row, granted: row.granted + left, balance: row.balance + left };
}

/** The item whose units, bought once and never granted again, a balance holds; if it does. */
function onceItemOf(row: NewBalance, { product }: Pick<Subscription, "product">) {
  if (!row.prepaid || row.interval !== null) return undefined;
  return prepaidItems(product).find(
    ({ feature_id, interval }) => feature_id === row.feature_id && interval === undefined,
  );
}

/** The decision of a change of plan about a new balance. */
function heldBy(row: Balance | undefined) {
  if (row === undefined) throw new Error("A new balance vanished while use was carried to it");
  const { granted, balance, rollovers, prepaid_spent } = row;
  return { granted, balance, rollovers, ...(prepaid_spent !== undefined && { prepaid_spent }) };
}

/** Micros that carry over, apart from spent prepaid units. */
function usageOf(input: CarryInput, old: readonly Balance[], fresh: readonly Balance[]): number {
  const [first] = fresh;
  if (first === undefined) return 0;
  const { feature_id: id, entity_id: entityId } = first;
  const used = usedMicros(old, fresh);
  if (staysInUse(input, fresh)) {
    const known = input.liveUsage?.[id];
    return known !== undefined && entityId === null ? toMicros(known) : Math.max(0, used);
  }
  const { subscription, features, from } = input;
  switch (from?.succession) {
    case "new_version":
      return Math.max(0, used - fresh.reduce((sum, row) => sum + (row.prepaid_spent ?? 0), 0));
    case undefined:
    case "at_period_end":
      return 0;
    case "within_period": {
      const spentOf = (row: Balance) => spentMicros(from.subscription, row, features);
      const spent = old.reduce((sum, row) => sum + spentOf(row), 0);
      const keepsUse = subscription.product.items.some(
        (item) => item.feature_id === id && item.reset_usage_when_enabled === false,
      );
      // Only the rest of one-time units carries over.
      const periodic = old.filter((row) => !onceItemOf(row, from.subscription));
      const gone = usedMicros(old, fresh) - usedMicros(periodic, fresh);
      return keepsUse ? Math.max(0, used - gone - spent - billedMicros(periodic)) : 0;
    }
  }
}

function usedMicros(old: readonly Balance[], fresh: readonly Balance[]): number {
  return old.reduce((sum, { granted, adjustment, balance, rollovers }) => {
    // Rollovers that move already have their usage subtracted.
    const own = fresh.some((balance) => balance.rollover !== null) ? [] : rollovers;
    const fromRollovers = own.reduce((taken, row) => taken + row.usage, 0);
    return sum + granted + adjustment - balance + fromRollovers;
  }, 0);
}

/** Usage beyond balances whose item bills it, or that a trial makes free. */
function billedMicros(old: readonly Balance[]): number {
  return old.reduce(
    (sum, { usage_allowed, balance }) => sum + (usage_allowed ? Math.max(0, -balance) : 0),
    0,
  );
}

function inheritRollovers(balance: Balance, old: readonly Balance[], now: number): Balance {
  const rollovers = old.flatMap((row) => row.rollovers).map((row) => ({ ...row, usage: 0 }));
  return {
    ...balance,
    rollovers: trimRollovers(rollovers, balance.rollover?.max ?? null, now),
  };
}
