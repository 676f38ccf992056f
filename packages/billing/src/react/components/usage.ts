import type { CustomerFeature } from "../../contract/wire";
import type { Words } from "../messages/words";
import { nameUnits } from "./units";
import type { UnitNames, sayPartOfSize } from "./units";

type Balance = Pick<
  CustomerFeature,
  "type" | "unlimited" | "usage" | "balance" | "usage_limit" | "overage_allowed" | "next_reset_at"
>;

/** A balance as text: "4 of 10 seats", or "4 seats" if further units are billed. */
export type Usage =
  | { kind: "unmetered"; text: string }
  | {
      /** `open`: all units are billed, so there is no limit to draw. */
      kind: "metered" | "open";
      used: number;
      limit: number;
      text: string;
      tone: "normal" | "lit" | "danger";
      note: string;
    };

/** The bar is highlighted from this share on, while the customer can still act. */
const LIT_FROM = 0.8;

/**
 * Reads a balance. The limit is the usage limit if there is one, else everything that
 * was granted: the plan's units, bought ones and rollovers.
 *
 * @param units - Their name; null: numbers only.
 * @param sayPart - Formats a part of a unit in a smaller unit, if there is one.
 */
export function describeUsage(
  feature: Balance,
  units: UnitNames | null,
  words: Words,
  sayPart: typeof sayPartOfSize = () => null,
): Usage {
  const { t } = words;
  if (feature.type === "static") return { kind: "unmetered", text: t("pricing.included") };
  if (feature.unlimited) return { kind: "unmetered", text: t("usage.unlimited") };
  const { usage: used } = feature;
  const limit = feature.usage_limit ?? feature.balance + used;
  const isOpen = feature.overage_allowed && limit <= 0;
  return {
    kind: isOpen ? "open" : "metered",
    used,
    limit,
    text: isOpen || (feature.overage_allowed && used > limit) ? describeUsed() : describeShare(),
    tone: chooseTone(used, limit, feature.overage_allowed),
    note: describeNote(feature, limit, words),
  };

  function describeUsed(): string {
    if (!units) return words.number(used);
    return sayPart(units, used, words) ?? t("usage.units", { used, units: nameUnits(units, used) });
  }

  function describeShare(): string {
    if (!units) return t("usage.of", { used, limit });
    const part = sayPart(units, used, words) ?? used;
    return t("usage.of_units", { used: part, limit, units: nameUnits(units, limit) });
  }
}

function chooseTone(used: number, limit: number, overageAllowed: boolean) {
  if (used > limit && !overageAllowed) return "danger";
  return used >= limit * LIT_FROM ? "lit" : "normal";
}

function describeNote(feature: Balance, limit: number, { t, date }: Words): string {
  const { usage, balance, usage_limit, overage_allowed, next_reset_at } = feature;
  if (usage > limit && !overage_allowed) return t("usage.over");
  if (usage === limit && !overage_allowed) return t("usage.reached");
  // Use between the grant and the limit is billed.
  const granted = balance + usage;
  if (overage_allowed || (usage_limit !== undefined && granted < usage_limit)) {
    return granted > 0 ? t("usage.billed", { granted }) : t("usage.billed.all");
  }
  return next_reset_at === null
    ? t("usage.never_resets")
    : t("usage.resets", { date: date(next_reset_at) });
}
