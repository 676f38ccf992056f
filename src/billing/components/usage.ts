import type { CustomerFeature } from "../../../convex/contract/wire";
import { formatDate } from "../messages/format";
import { say } from "../messages/messages";

type Balance = Pick<
  CustomerFeature,
  "type" | "unlimited" | "usage" | "balance" | "usage_limit" | "overage_allowed" | "next_reset_at"
>;

/** A balance as people read it. */
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

/** From this share on the bar is lit: there is still time to act. */
const LIT_FROM = 0.8;

/**
 * Reads a balance. The limit is the cap when there is one, else everything that
 * was granted: the plan's own units, bought ones and those carried over.
 */
export function describeUsage(feature: Balance, locale?: string): Usage {
  if (feature.type === "static") return { kind: "unmetered", text: say("pricing.included") };
  if (feature.unlimited) return { kind: "unmetered", text: say("usage.unlimited") };
  const { usage: used } = feature;
  const limit = feature.usage_limit ?? feature.balance + used;
  const numbers = new Intl.NumberFormat(locale ?? "en-US");
  return {
    kind: "metered",
    used,
    limit,
    text: say("usage.of", { used: numbers.format(used), included: numbers.format(limit) }),
    tone: chooseTone(used, limit, feature.overage_allowed),
    note: describeNote(feature, limit, locale),
  };
}

function chooseTone(used: number, limit: number, overageAllowed: boolean) {
  if (used > limit && !overageAllowed) return "danger";
  return used >= limit * LIT_FROM ? "lit" : "normal";
}

function describeNote(feature: Balance, limit: number, locale?: string): string {
  const { usage, overage_allowed, next_reset_at } = feature;
  if (usage > limit && !overage_allowed) return say("usage.over");
  if (usage === limit && !overage_allowed) return say("usage.reached");
  return next_reset_at === null
    ? say("usage.never_resets")
    : say("usage.resets", { date: formatDate(next_reset_at, locale) });
}
