import { v } from "convex/values";
import { mutation } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Failure, Result } from "../../../packages/billing/src/contract";
import { internalMutation, internalQuery } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { deleteComment } from "../comments/model";
import { refusals } from "../errors";
import { vReportReason } from "./tables";
import { refuseText } from "../texts";
import { hideWork } from "./takedowns";
import { findOpenArtwork } from "../artworks/model";
import { ensureProfile, findProfile } from "../profiles/model";

const MOST_LISTED = 100;
/** How many reports of one subject one decision closes. */
const MOST_CLOSED = 1000;

/** The subject of a report: a work, a comment, or a member by username. */
const vSubject = v.object({
  kind: v.union(v.literal("artwork"), v.literal("comment"), v.literal("profile")),
  id: v.string(),
});

type Subject = Doc<"reports">["subject"];

/**
 * Reports a work, a comment or a member to the operators. A second report by the
 * same member is ignored.
 */
export const send = mutation({
  limit: "reports",
  args: { subject: vSubject, reason: vReportReason, note: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { subject: named, reason, note }): Promise<Result<null>> => {
    const reporter = await ensureProfile(ctx);
    if (!reporter) return refusals.signedOut();
    const refusal = refuseText("reportNote", note);
    if (refusal) return refusal;
    const subject = await findSubject(ctx, named, reporter);
    if ("error" in subject) return subject;
    const earlier = await ctx.db
      .query("reports")
      .withIndex("by_reporterId_and_subjectId", (q) =>
        q.eq("reporterId", reporter._id).eq("subjectId", subject.id),
      )
      .first();
    if (earlier) return ok(null);
    const row = { reporterId: reporter._id, subject, subjectId: subject.id, reason, note };
    await ctx.db.insert("reports", { ...row, state: "open" });
    return ok(null);
  },
});

/** For operators: the open reports, oldest first. */
export const open = internalQuery({
  args: {},
  returns: v.array(
    v.object({
      id: v.id("reports"),
      ...{ kind: v.string(), subjectId: v.string(), reason: vReportReason, note: v.string() },
      reporter: v.union(v.string(), v.null()),
    }),
  ),
  handler: async (ctx) => {
    const rows = await ctx.db
      .query("reports")
      .withIndex("by_state", (q) => q.eq("state", "open"))
      .take(MOST_LISTED);
    return await Promise.all(
      rows.map(async ({ _id: id, subject: { kind }, subjectId, reason, note, reporterId }) => {
        const reporter = (await ctx.db.get("profiles", reporterId))?.username ?? null;
        return { id, kind, subjectId, reason, note, reporter };
      }),
    );
  },
});

/** For operators on the command line: closes every open report of the same subject. */
export const close = internalMutation({
  args: { id: v.id("reports"), state: v.union(v.literal("upheld"), v.literal("dismissed")) },
  returns: v.null(),
  handler: async (ctx, { id, state }) => {
    const report = await ctx.db.get("reports", id);
    if (!report) throw new Error(`No report has the id ${id}`);
    await closeReports(ctx, report, { state });
    return null;
  },
});

/**
 * Closes every open report of the same subject. Upholding hides a work and deletes a comment; the
 * operator decides about a member separately.
 */
export async function closeReports(
  ctx: MutationCtx,
  { subject, subjectId }: Doc<"reports">,
  outcome: Pick<Doc<"reports">, "state" | "closed">,
): Promise<void> {
  const rows = await ctx.db
    .query("reports")
    .withIndex("by_subjectId_and_state", (q) => q.eq("subjectId", subjectId).eq("state", "open"))
    .take(MOST_CLOSED);
  for (const { _id } of rows) await ctx.db.patch("reports", _id, outcome);
  if (outcome.state === "upheld") await act(ctx, subject, Date.now());
}

async function act(ctx: MutationCtx, subject: Subject, now: number): Promise<void> {
  if (subject.kind === "artwork") await hideWork(ctx, subject.id);
  if (subject.kind !== "comment") return;
  const comment = await ctx.db.get("comments", subject.id);
  if (comment) await deleteComment(ctx, comment, now);
}

/** A subject that the caller can see, and that is not their own. */
async function findSubject(
  ctx: QueryCtx,
  { kind, id: text }: typeof vSubject.type,
  reporter: Doc<"profiles">,
): Promise<Subject | Failure> {
  if (kind === "artwork") {
    const artwork = await findOpenArtwork(ctx, text, reporter);
    if (!artwork) return refusals.noArtwork();
    const { _id: id } = artwork;
    return ownedBy(artwork.profileId, reporter) ?? { kind, id };
  }
  if (kind === "profile") {
    const person = await findProfile(ctx, text);
    if (!person) return refusals.noArtist();
    const { _id: id } = person;
    return ownedBy(id, reporter) ?? { kind, id };
  }
  const id = ctx.db.normalizeId("comments", text);
  const comment = id && (await ctx.db.get("comments", id));
  if (!comment || !(await findOpenArtwork(ctx, comment.artworkId, reporter))) {
    return refusals.noComment();
  }
  return ownedBy(comment.authorId, reporter) ?? { kind, id: comment._id };
}

function ownedBy(ownerId: Id<"profiles">, { _id }: Doc<"profiles">): Failure | null {
  return ownerId === _id ? refusals.notYourself() : null;
}
