import { v } from "convex/values";
import { ok, vResult } from "../../../packages/billing/src/contract";
import { mutation, query } from "../../accounts/guarded";
import { refusals } from "../errors";
import { ensureProfile, findOwnProfile } from "../profiles/model";
import { deleteExport, findExport, partsOf, startExport } from "./model";
import { vFailure } from "./tables";

/**
 * Starts an export of all the caller's data: files, texts, lists and invoices. It runs in the
 * background, and replaces an earlier export.
 */
export const start = mutation({
  args: {},
  returns: vResult(v.null()),
  limit: "dataExports",
  openToSuspended: true,
  handler: async (ctx) => {
    const profile = await ensureProfile(ctx);
    if (!profile) return refusals.signedOut();
    const earlier = await findExport(ctx, profile._id);
    if (earlier?.writing) return refusals.exportRuns();
    if (earlier) await deleteExport(ctx, earlier._id);
    await startExport(ctx, profile._id);
    return ok(null);
  },
});

/** Deletes the caller's export before it expires, or while it is running. */
export const remove = mutation({
  args: {},
  returns: vResult(v.null()),
  openToSuspended: true,
  handler: async (ctx) => {
    const profile = await findOwnProfile(ctx);
    if (!profile) return refusals.signedOut();
    const found = await findExport(ctx, profile._id);
    if (found) await deleteExport(ctx, found._id);
    return ok(null);
  },
});

const vExport = v.object({
  state: v.union(v.literal("running"), v.literal("done"), v.literal("failed")),
  filesDone: v.number(),
  files: v.number(),
  expiresAt: v.number(),
  /** Whether it was interrupted and is retrying its last part. */
  isRetried: v.boolean(),
  /** Null if it has not failed. */
  failure: v.union(vFailure, v.null()),
  /** The finished ZIP files, which unpack into one folder. */
  parts: v.array(v.object({ number: v.number(), bytes: v.number(), url: v.string() })),
});

/** The caller's export; null if there is none, or the caller is signed out. */
export const mine = query({
  args: {},
  returns: v.union(vExport, v.null()),
  handler: async (ctx) => {
    const profile = await findOwnProfile(ctx);
    const found = profile && (await findExport(ctx, profile._id));
    if (!found) return null;
    const { _id, state, filesDone, files, expiresAt, writing, failure = null } = found;
    const isRetried = writing !== undefined && writing.attempts > 1;
    const parts = await Promise.all(
      (await partsOf(ctx, _id)).map(async ({ number, bytes, storageId }) => ({
        ...{ number, bytes },
        url: await ctx.storage.getUrl(storageId),
      })),
    );
    const ready = parts.flatMap(({ url, ...part }) => (url === null ? [] : [{ ...part, url }]));
    return { state, filesDone, files, expiresAt, isRetried, failure, parts: ready };
  },
});
