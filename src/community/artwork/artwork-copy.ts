import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { Card } from "../grid/card-data";
import { formatNumber } from "../../language/format";
import type { formatDate } from "../../language/format";
import { plural, t } from "../../language/text";
import { LICENCES, MADE_HOW, MEDIA } from "../work-copy";

/** The details on a work's own page, beside its card. */
export type Detail = NonNullable<
  FunctionReturnType<typeof api.community.artworks.functions.detail>
>;

/** The facts about a work, each with its label. Those of `detail` follow when it has loaded. */
export function factsOf(
  artwork: Card,
  detail: Detail | null,
  format: typeof formatDate,
): [name: string, fact: string][] {
  const dateOf = (at: number) => format(at, { dateStyle: "long" });
  const { medium, madeHow, createdAt, width, height } = artwork;
  const facts: [string, string][] = [];
  if (medium !== "other") facts.push([t("Medium"), t(MEDIA[medium])]);
  if (madeHow !== null) facts.push([t("Made"), t(MADE_HOW[madeHow])]);
  facts.push([detail?.state === "draft" ? t("Saved") : t("Shared"), dateOf(createdAt)]);
  if (detail?.editedAt) facts.push([t("Edited"), dateOf(detail.editedAt)]);
  facts.push([t("Original"), `${width} × ${height}`]);
  if (detail) {
    const licence = t(LICENCES[detail.licence]);
    facts.push([t("Licence"), detail.noAi ? t("{licence}, no AI training", { licence }) : licence]);
    facts.push([t("Views"), formatNumber(detail.views)]);
  }
  return facts;
}

/** "1 follower", "12,540 followers". */
export function countFollowers(count: number): string {
  return plural(count, "{count} follower", "{count} followers");
}
