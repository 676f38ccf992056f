import { trimRollovers } from "./balances";
import type { Balance, Catalogue, NewBalance, ProductDefinition } from "./model";
import { toMicros } from "./money";
import { applyMoves, capacityForUse, take, takeAll } from "./moves";
import { deductionOrder } from "./order";
import { usedUnits } from "./seats";

/** The two sides of a plan change. */
export interface CarryInput {
  /** The balances of the old product, up to date. */
  from: readonly Balance[];
  /** The balances of the new product, unused. */
  to: readonly NewBalance[];
  /** The new product. */
  product: ProductDefinition;
  features: Catalogue["features"];
  now: number;
  /** Units known to be in use, by feature id (live entities); they override what balances say. */
  liveUsage?: Readonly<Record<string, number>> | undefined;
  /** True: consumed units carry over too, as when only the version changes. Default false. */
  keepsUse?: boolean;
}

/**
 * Carries usage into the new product's balances on a plan change.
 *
 * Use of features that stay in use (seats, storage) always carries over in full,
 * even below the floor of a smaller plan. Use of consumable features carries over
 * only where the new item says `reset_usage_when_enabled: false`, and never below
 * the floor. Each use is counted once, into the balances of the same feature and
 * entity, in deduction order. Rollovers move to the first balance that has
 * rollovers itself, within its cap.
 *
 * @returns The new balances, in the order given.
 */
export function carryUsage(input: CarryInput): NewBalance[] {
  const { from, to, now } = input;
  let carried: Balance[] = to.map((balanceRow, index) => ({ ...balanceRow, id: String(index) }));
  for (const scope of new Set(to.map(scopeOf))) {
    const old = from.filter((balanceRow) => scopeOf(balanceRow) === scope);
    const fresh = carried
      .filter((balanceRow) => scopeOf(balanceRow) === scope)
      .sort(deductionOrder(null));
    const used = usageOf(input, old, fresh);
    const moves = staysInUse(input, fresh)
      ? takeAll(fresh, used, now)
      : take(fresh, Math.min(used, capacityForUse(fresh, now)), now);
    const heir = fresh.find((balanceRow) => balanceRow.rollover !== null);
    carried = applyMoves(carried, moves).map((balanceRow) =>
      balanceRow.id === heir?.id ? inheritRollovers(balanceRow, old, now) : balanceRow,
    );
  }
  return to.map((balanceRow, index) => ({
    ...balanceRow,
    balance: carried[index]?.balance ?? balanceRow.balance,
    rollovers: carried[index]?.rollovers ?? balanceRow.rollovers,
  }));
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
    const heirs = kept
      .filter((balanceRow) => scopeOf(balanceRow) === scope)
      .sort(deductionOrder(null));
    if (!staysInUse({ features }, heirs) || heirs.some(({ id }) => fresh.has(id))) continue;
    const own = ended.filter((balanceRow) => scopeOf(balanceRow) === scope);
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
    const elsewhere = others.filter((balanceRow) => balanceRow.feature_id === id);
    const used = elsewhere.reduce((sum, balanceRow) => sum + usedUnits(balanceRow), 0);
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

/** Micros in use that carry over. */
function usageOf(
  { product, features, liveUsage, keepsUse = false }: CarryInput,
  old: readonly Balance[],
  fresh: readonly Balance[],
): number {
  const [first] = fresh;
  if (first === undefined) return 0;
  const { feature_id: id, entity_id: entityId } = first;
  const keepsUsage = product.items.some(
    (item) => item.feature_id === id && item.reset_usage_when_enabled === false,
  );
  if (!staysInUse({ features }, fresh) && !keepsUsage && !keepsUse) return 0;
  const known = liveUsage?.[id];
  if (known !== undefined && entityId === null) return toMicros(known);
  return Math.max(
    0,
    old.reduce((sum, { granted, adjustment, balance, rollovers }) => {
      // Rollovers that move have their own use already subtracted.
      const own = fresh.some((balanceRow) => balanceRow.rollover !== null) ? [] : rollovers;
      const fromRollovers = own.reduce((taken, row) => taken + row.usage, 0);
      return sum + granted + adjustment - balance + fromRollovers;
    }, 0),
  );
}

function inheritRollovers(balanceRow: Balance, old: readonly Balance[], now: number): Balance {
  const rollovers = old.flatMap((row) => row.rollovers).map((row) => ({ ...row, usage: 0 }));
  return {
    ...balanceRow,
    rollovers: trimRollovers(rollovers, balanceRow.rollover?.max ?? null, now),
  };
}
