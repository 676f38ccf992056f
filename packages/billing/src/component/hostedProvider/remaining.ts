import type { CustomerFeature } from "../../contract/wire";

const MILLION = 1_000_000;

/** One owner's entitlement cache. */
export interface Seen {
  features: Readonly<Record<string, CustomerFeature>>;
  /** Units used since, by the feature that pays. */
  reserved: Readonly<Record<string, number>>;
}

/** The remaining balances: as cached, less the uses since. */
export function remaining({ features, reserved }: Seen): Record<string, CustomerFeature> {
  const left = Object.entries(features).map(([id, feature]) => {
    const used = Object.hasOwn(reserved, id) ? (reserved[id] ?? 0) : 0;
    return [id, used === 0 ? feature : less(feature, used)] as const;
  });
  return Object.fromEntries(left);
}

function less(feature: CustomerFeature, used: number): CustomerFeature {
  const usage = units(feature.usage + used);
  return feature.unlimited
    ? { ...feature, usage }
    : { ...feature, usage, balance: units(feature.balance - used) };
}

/** Uses added up by the feature that pays. */
export function sumUses(
  uses: readonly { paid_by: string; amount: number }[],
): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { paid_by, amount } of uses) sums[paid_by] = units((sums[paid_by] ?? 0) + amount);
  return sums;
}

/** When the next of these balances changes by the clock alone; null: none does. */
export function nextReset(
  features: Readonly<Record<string, CustomerFeature>>,
  now: number,
): number | null {
  const resets = Object.values(features).flatMap(({ next_reset_at: at }) =>
    at !== null && at > now ? [at] : [],
  );
  return resets.length === 0 ? null : Math.min(...resets);
}

/** Units are whole millionths: 0.1 + 0.2 is 0.3. */
function units(value: number): number {
  return Math.round(value * MILLION) / MILLION;
}
