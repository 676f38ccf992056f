import { trimRollovers } from "./balances";
import type { Balance, Catalogue, NewBalance, ProductDefinition } from "./model";
import { toMicros } from "./money";
import { applyMoves, roomForUse, take, takeAll } from "./moves";
import { deductionOrder } from "./order";
import { usedUnits } from "./seats";

/** Two sides of a plan change. */
export interface CarryInput {
  /** What the product that is left granted, up to date. */
  from: readonly Balance[];
  /** What the new product grants, unused. */
  to: readonly NewBalance[];
  /** The new product. */
  product: ProductDefinition;
  features: Catalogue["features"];
  now: number;
  /** Units known to be in use, by feature id (live entities); they stand above what balances say. */
  liveUsage?: Readonly<Record<string, number>> | undefined;
  /** True: what was consumed carries too, as when only the version changes. Default false. */
  keepsUse?: boolean;
}

/**
 * Carries into the new product's balances what a plan change does not wipe.
 *
 * Use of what stays in use (seats, storage) always carries in full, below the
 * floor of a smaller plan too. Use of what is consumed carries only where the
 * new item says `reset_usage_when_enabled: false`, and never below the floor.
 * Either is counted once, into the balances of the same feature and entity, in
 * deduction order. Rollovers move to the first balance there that has rollovers
 * itself, within its cap.
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
      : take(fresh, Math.min(used, roomForUse(fresh, now)), now);
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
 * Keeps what is in use when a product ends and nothing new takes its place: the
 * balances that stay take it over, beyond their grant too.
 *
 * @param ended - What the product granted.
 * @param staying - Buckets in force, up to date.
 * @param fresh - Ids of those that came with a successor: they carried it already.
 * @returns `staying`, changed where something was taken over.
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
 * How many units of what entities are made of a product has to take over: as
 * many as there are live entities, less those that other products count.
 * So each seat is counted once, however many products grant seats.
 *
 * @param seats - Live entities by feature id.
 * @param others - Buckets in force of the other products that stay.
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

/** Seats and storage do, whatever the plan; credits are consumed. */
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
      // Rollovers that move along have their own use behind them.
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
