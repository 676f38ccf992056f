import type { CustomerFeature } from "../../contract/wire";
import type { Words } from "../messages/words";

/** One part of a credit balance: its source, its remaining credits, and its expiry. */
export interface CreditRow {
  from: string;
  /** In credits. */
  left: number;
  until: string;
}

type Grant = Pick<CustomerFeature, "interval" | "balance" | "next_reset_at"> & {
  expires_at?: number | null;
};

/**
 * Splits a credit balance into credits that reset and credits that were granted or
 * bought once. Names the rollovers, which both parts include.
 */
export function listCreditRows(feature: CustomerFeature, words: Words): CreditRow[] {
  const parts: readonly Grant[] = feature.breakdown ?? [feature];
  const grants = parts.map((grant) => ({
    from: describeSource(grant, words),
    left: grant.balance,
    until: describeUntil(grant, words),
  }));
  const carried = (feature.rollovers ?? []).map(({ balance, expires_at }) => ({
    from: words.t("credits.carried_over"),
    left: balance,
    until: describeExpiry(expires_at, words),
  }));
  return [...grants, ...carried];
}

function describeSource({ interval }: Grant, { t }: Words): string {
  return interval === null || interval === "lifetime" || interval === "multiple"
    ? t("credits.once")
    : t(`credits.every.${interval}`);
}

function describeUntil({ next_reset_at, expires_at = null }: Grant, words: Words): string {
  if (next_reset_at !== null) {
    return words.t("credits.comes_again", { date: words.date(next_reset_at) });
  }
  // A part may combine several grants: the date is the earliest expiry.
  return expires_at === null
    ? words.t("credits.never_expires")
    : words.t("credits.expires_from", { date: words.date(expires_at) });
}

function describeExpiry(at: number | null, { t, date }: Words): string {
  return at === null ? t("credits.never_expires") : t("credits.expires", { date: date(at) });
}
