import { v } from "convex/values";
import { nullable, ok, vResult } from "../../../packages/billing/src/contract";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { refusals } from "../errors";
import { closeReports } from "../moderation/reports";
import { vReportReason } from "../moderation/tables";
import { operatorMutation, operatorQuery } from "./guard";

const PAGE_SIZE = 25;
const REASON_MAX_LENGTH = 500;

/** The reported content, as the operator needs it to decide. */
const vSubject = v.union(
  v.object({
    kind: v.literal("artwork"),
    ...{ artworkId: v.id("artworks"), title: v.string(), artist: v.string() },
  }),
  v.object({
    kind: v.literal("comment"),
    ...{ artworkId: v.id("artworks"), text: v.string(), author: v.string() },
  }),
  v.object({ kind: v.literal("profile"), username: v.string() }),
);

/** The open reports, oldest first. */
export const open = operatorQuery({
  args: { cursor: nullable(v.string()) },
  returns: vResult(
    v.object({
      list: v.array(
        v.object({
          id: v.id("reports"),
          /** Null if it was deleted. */
          subject: nullable(vSubject),
          reason: vReportReason,
          note: v.string(),
          /** Null if the reporter deleted their account. */
          reporter: nullable(v.string()),
          at: v.number(),
        }),
      ),
      next_cursor: nullable(v.string()),
    }),
  ),
  handler: async (ctx, { cursor }) => {
    const rows = await ctx.db
      .query("reports")
      .withIndex("by_state", (q) => q.eq("state", "open"))
      .paginate({ cursor, numItems: PAGE_SIZE });
    const list = await Promise.all(
      rows.page.map(async ({ _id: id, subject, reason, note, reporterId, _creationTime: at }) => ({
        ...{ id, reason, note, at },
        subject: await describeSubject(ctx, subject),
        reporter: (await ctx.db.get("profiles", reporterId))?.username ?? null,
      })),
    );
    return ok({ list, next_cursor: rows.isDone ? null : rows.continueCursor });
  },
});

/**
 * Closes a report, and every other open report of the same subject. An upheld report
 * hides the work or deletes the comment. A closed report does not change.
 *
 * @param args - `reason`: 1 to 500 characters, for operators.
 * @returns Error codes: `report_not_found`, `invalid_text`.
 */
export const close = operatorMutation({
  args: {
    id: v.string(),
    state: v.union(v.literal("upheld"), v.literal("dismissed")),
    reason: v.string(),
  },
  returns: vResult(v.null()),
  handler: async (ctx, { id, state, reason: given }, { name: operator }) => {
    const reason = given.trim();
    if (reason === "" || reason.length > REASON_MAX_LENGTH) {
      return refusals.badText(REASON_MAX_LENGTH);
    }
    const reportId = ctx.db.normalizeId("reports", id);
    const report = reportId && (await ctx.db.get("reports", reportId));
    if (!report) return refusals.noReport();
    if (report.state !== "open") return ok(null);
    await closeReports(ctx, report, { state, closed: { operator, reason, at: Date.now() } });
    return ok(null);
  },
});

async function describeSubject(
  ctx: QueryCtx,
  subject: Doc<"reports">["subject"],
): Promise<typeof vSubject.type | null> {
  if (subject.kind === "profile") {
    const member = await ctx.db.get("profiles", subject.id);
    return member && { kind: "profile", username: member.username };
  }
  if (subject.kind === "artwork") {
    const artwork = await ctx.db.get("artworks", subject.id);
    const artist = artwork && (await ctx.db.get("profiles", artwork.profileId));
    if (!artist) return null;
    const { _id: artworkId, title } = artwork;
    return { kind: "artwork", artworkId, title, artist: artist.username };
  }
  const comment = await ctx.db.get("comments", subject.id);
  const author = comment && (await ctx.db.get("profiles", comment.authorId));
  if (!author) return null;
  const { artworkId, text } = comment;
  return { kind: "comment", artworkId, text, author: author.username };
}
