import type { Balance, CatalogueProduct, Subscription } from "../model";
import { nextBoundary, periodAt } from "../periods/periods";
import { itemShape } from "../products/product";
import type { Receipt } from "../invoices/receipts";

/** A subscription as stored, with its next dates. */
export interface SubscriptionRow extends Subscription {
  /** When it is charged next; null: nothing recurs. */
  renews_at: number | null;
  grace_ends_at: number | null;
  /** Past due: when it is charged again; absent or null: only the last try is left. */
  retry_at?: number | null;
  /** For the next invoice, besides its regular charges. */
  pending_lines?: readonly PendingLine[];
  /** The receipts of its items. Absent: there are none. */
  paid?: readonly Receipt[];
  /** The subscription that moves between versions began with. Absent: it never moved. */
  origin?: string;
  /** When the row was stored. Absent: a plan adds it. */
  _creationTime?: number;
}

/** The name of a subscription on invoice lines: a move to another version keeps it. */
export function originOf({ id, origin }: Pick<SubscriptionRow, "id" | "origin">): string {
  return origin ?? id;
}

/** A line that waits for the next invoice. */
export interface PendingLine {
  description: string;
  /** Minor units; negative is a credit. */
  minor: number;
  feature_id: string | null;
  /** The item whose period it pays for. */
  item_index?: number;
  discount_minor?: number;
}

/** A scheduled event of a subscription. */
export interface DueStep {
  at: number;
  kind: "end" | "start" | "renewal" | "retry" | "grace";
  row: SubscriptionRow;
}

/** At one instant: ends come first, then starts, then charges. */
const ORDER: readonly DueStep["kind"][] = ["end", "start", "renewal", "retry", "grace"];

/**
 * When a product is charged next: the first boundary of any of its prices.
 *
 * @param anchor - Original anchor of the subscription.
 * @param after - Excluded.
 * @returns Null when nothing recurs.
 */
export function nextChargeAt(
  product: CatalogueProduct,
  anchor: number,
  after: number,
): number | null {
  const boundaries = product.items.flatMap((item) =>
    item.interval === undefined || itemShape(item) === "feature"
      ? []
      : [nextBoundary(anchor, item.interval, item.interval_count ?? 1, after)],
  );
  return boundaries.length === 0 ? null : Math.min(...boundaries);
}

/**
 * The anchor of a product that takes over at a boundary of another: the other's
 * own, so that the day of the month is kept (31 January, 28 February, 31 March).
 *
 * @param anchor - Of the product that ends.
 * @param at - When the other ends and this one begins.
 * @returns `at` where the successor has intervals without a boundary there.
 */
export function successorAnchor(product: CatalogueProduct, anchor: number, at: number): number {
  const turns = product.items.every(
    ({ interval, interval_count: count = 1 }) =>
      interval === undefined || periodAt(anchor, interval, count, at).start === at,
  );
  return turns ? anchor : at;
}

/**
 * The next step of some subscriptions, at any time.
 *
 * A canceled product is not charged at its end. A past-due one has no further
 * renewal: it waits for a retry, its end or the end of its grace period.
 *
 * @returns Null when nothing happens by itself.
 */
export function nextStep(rows: readonly SubscriptionRow[]): DueStep | null {
  const steps = rows.flatMap(stepsOf);
  steps.sort((a, b) => a.at - b.at || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
  return steps[0] ?? null;
}

/**
 * When the customer's view next changes by the clock alone.
 *
 * @returns Null when nothing ends, resets or expires.
 */
export function nextChangeAt(
  rows: readonly SubscriptionRow[],
  balanceRows: readonly Balance[],
): number | null {
  const step = nextStep(rows);
  const times = [
    step === null ? null : step.at,
    ...balanceRows.flatMap((balance) => [
      balance.next_reset_at,
      balance.expires_at,
      ...balance.rollovers.map((rollover) => rollover.expires_at),
    ]),
  ].filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}

function stepsOf(row: SubscriptionRow): DueStep[] {
  const steps: DueStep[] = [];
  const add = (kind: DueStep["kind"], at: number | null) => {
    if (at !== null) steps.push({ kind, at, row });
  };
  if (row.status === "scheduled") add("start", row.starts_at);
  if (row.status === "past_due") {
    add("retry", row.retry_at ?? null);
    add("grace", row.grace_ends_at);
  }
  if (row.status === "active") add("renewal", row.renews_at);
  if (row.status === "active" || row.status === "past_due") add("end", row.ended_at);
  return steps;
}
