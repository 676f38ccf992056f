import type { FunctionArgs } from "convex/server";
import type { api } from "../../convex/_generated/api";
import { msg } from "../language/text";

type ReportReason = FunctionArgs<typeof api.community.moderation.reports.send>["reason"];

/** The reasons for a report, in the order of the report dialog. */
export const REPORT_REASONS: Readonly<Record<ReportReason, string>> = {
  stolen: msg("It is someone else’s work"),
  mislabelled: msg("Wrongly labelled (AI or by hand)"),
  harassment: msg("It harasses someone"),
  sexual: msg("It is sexual and not marked as sensitive"),
  violence: msg("It is violent and not marked as sensitive"),
  spam: msg("It is advertising"),
  other: msg("Something else"),
};
