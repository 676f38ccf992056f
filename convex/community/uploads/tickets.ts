import { v } from "convex/values";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Failure, Result } from "../../../packages/billing/src/contract";
import { vMediaType } from "../../contract/files/sniff";
import { env, internalMutation } from "../../_generated/server";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Who } from "../entitlements";
import { deleteFile } from "../artworks/deletion";
import { refusals } from "../errors";
import { isTakenDown } from "../moderation/model";
import { dropAbandoned } from "./pending";
import { deleteOldTickets, isExpired, refuseAnother } from "./unclaimed";
import type { FileAsked } from "./unclaimed";
import { vMeasured } from "../artworks/metadata";

/** The path of the upload endpoint. */
export const UPLOAD_PATH = "/upload";
const TOKEN_BYTES = 24;

/**
 * Creates a URL for one file of exactly this type and size.
 *
 * @param who - Whose plan needs storage for the file.
 * @returns Error codes: `storage_full`, `too_many`.
 */
export async function issueTicket(
  ctx: MutationCtx,
  artist: Doc<"profiles">,
  who: Who,
  file: FileAsked,
): Promise<Result<{ uploadUrl: string }>> {
  const now = Date.now();
  const { mediaType, bytes, clientUploadId, keepsPlace } = file;
  await dropAbandoned(ctx, artist._id, now);
  await deleteOldTickets(ctx, artist._id, file, now);
  const refusal = await refuseAnother(ctx, artist._id, { who, bytes, now });
  if (refusal) return refusal;
  const token = newToken();
  await ctx.db.insert("uploadTickets", {
    ...{ profileId: artist._id, token, mediaType, bytes, isUsed: false },
    ...(who && { payerId: who.customerId }),
    ...(clientUploadId !== undefined && { clientUploadId }),
    ...(keepsPlace && { keepsPlace }),
  });
  return ok({ uploadUrl: `${siteUrl()}${UPLOAD_PATH}?token=${token}` });
}

const vPromised = v.object({ mediaType: vMediaType, bytes: v.number(), keepsPlace: v.boolean() });

/** Uses an upload URL, which works for one attempt. */
export const use = internalMutation({
  args: { token: v.string() },
  returns: vResult(vPromised),
  handler: async (ctx, { token }): Promise<Result<typeof vPromised.type>> => {
    const ticket = await findTicket(ctx, token);
    if (!ticket || ticket.isUsed || isExpired(ticket, Date.now())) return refusals.usedUploadUrl();
    // It still counts against the quota until the file arrives, or will not.
    await ctx.db.patch("uploadTickets", ticket._id, { isUsed: true });
    const { mediaType, bytes, keepsPlace = false } = ticket;
    return ok({ mediaType, bytes, keepsPlace });
  },
});

/** Stores that a file has arrived, for the member who requested its URL. */
export const arrive = internalMutation({
  args: { token: v.string(), storageId: v.id("_storage"), measured: vMeasured },
  returns: vResult(v.null()),
  handler: async (ctx, { token, ...file }): Promise<Result<null>> => {
    const { storageId } = file;
    const refusal = await bindArrived(ctx, token, file);
    if (refusal) await deleteFile(ctx, storageId);
    return refusal ?? ok(null);
  },
});

/** Deletes an upload whose file does not arrive, or can't be used. */
export const cancel = internalMutation({
  args: { token: v.string() },
  returns: v.null(),
  handler: async (ctx, { token }) => {
    const ticket = await findTicket(ctx, token);
    if (ticket) await ctx.db.delete("uploadTickets", ticket._id);
    return null;
  },
});

async function bindArrived(
  ctx: MutationCtx,
  token: string,
  { storageId, measured }: Pick<Doc<"pendingUploads">, "storageId" | "measured">,
): Promise<Failure | null> {
  const ticket = await findTicket(ctx, token);
  // The member's account may have been deleted in the meantime, with the URL.
  if (!ticket) return refusals.usedUploadUrl();
  const file = await ctx.db.system.get("_storage", storageId);
  await ctx.db.delete("uploadTickets", ticket._id);
  if (!file) throw new Error(`${storageId} was stored, and is gone before it arrived`);
  const { profileId, payerId, clientUploadId } = ticket;
  if (await isTakenDown(ctx, file.sha256)) return refusals.takenDown();
  await ctx.db.insert("pendingUploads", {
    ...{ profileId, storageId, bytes: file.size },
    ...(measured && { measured }),
    ...(payerId !== undefined && { payerId }),
    ...(clientUploadId !== undefined && { clientUploadId }),
  });
  return null;
}

async function findTicket(ctx: MutationCtx, token: string): Promise<Doc<"uploadTickets"> | null> {
  return await ctx.db
    .query("uploadTickets")
    .withIndex("by_token", (q) => q.eq("token", token))
    .unique();
}

function siteUrl(): string {
  const site = env.CONVEX_SITE_URL;
  if (!site) throw new Error("CONVEX_SITE_URL is a built-in of every deployment, yet it is unset");
  return site;
}

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
