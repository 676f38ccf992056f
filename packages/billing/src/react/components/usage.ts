import type { CustomerFeature } from "../../contract/wire";
import type { Words } from "../messages/words";
import { nameUnits } from "./units";
import type { UnitNames, sayPartOfSize } from "./units";

type Balance = Pick<
  CustomerFeature,
  "type" | "unlimited" | "usage" | "balance" | "usage_limit" | "overage_allowed" | "next_reset_at"
>;

/** A balance in words and numbers. */
export type Usage =
  | { kind: "unmetered"; text: string }
  | {
      kind: "metered";
      used: number;
      limit: number;
      text: string;
      tone: "normal" | "lit" | "danger";
      note: string;
    };

/** From this share on the bar is highlighted: there is still time to act. */
const LIT_FROM = 0.8;

/**
 * Reads a balance. The limit is the usage limit if there is one, else everything
 * that was granted: the plan's units, bought ones and rollovers.
 *
 * @param units - Their name; null: numbers only.
 * @param sayPart - Says a part of a unit as people do, where it can.
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
  return {
    kind: "metered",
    used,
    limit,
    text: units
      ? t("usage.of_units", {
          used: sayPart(units, used, words) ?? used,
          limit,
          units: nameUnits(units, limit),
        })
      : t("usage.of", { used, limit }),
    tone: chooseTone(used, limit, feature.overage_allowed),
    note: describeNote(feature, limit, words),
  };
}

function chooseTone(used: number, limit: number, overageAllowed: boolean) {
  if (used > limit && !overageAllowed) return "danger";
  return used >= limit * LIT_FROM ? "lit" : "normal";
}

function describeNote(feature: Balance, limit: number, { t, date }: Words): string {
  const { usage, balance, usage_limit, overage_allowed, next_reset_at } = feature;
  if (usage > limit && !overage_allowed) return t("usage.over");
  if (usage === limit && !overage_allowed) return t("usage.reached");
  // Between the grant and the limit, use is billed.
  const granted = balance + usage;
  if (usage_limit !== undefined && granted < usage_limit) return t("usage.billed", { granted });
  return next_reset_at === null
    ? t("usage.never_resets")
    : t("usage.resets", { date: date(next_reset_at) });
}
