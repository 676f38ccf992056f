import type { Failure } from "../../../packages/billing/src/contract";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refusals } from "../errors";
import { MAX_UNCLAIMED, waitingOf } from "./pending";
import { refuseStorage } from "../storage/quota";
import type { Who } from "../entitlements";

/** How long an upload URL works, including the upload itself, which takes two minutes at most. */
const TICKET_MS = 10 * 60 * 1000;
/**
 * Bytes that may be pending without storage on a plan: an avatar on a full plan, a
 * new member's first files.
 */
const FREE_BYTES = 50_000_000;

/** A file that is expected or has arrived, and is not used yet. */
type Unclaimed = Pick<Doc<"pendingUploads">, "bytes" | "payerId" | "clientUploadId">;

/** The purpose of an upload URL. */
export interface FileAsked extends Pick<Doc<"uploadTickets">, "mediaType" | "bytes"> {
  /** The upload that it belongs to. Default none. */
  clientUploadId?: string | undefined;
  /** Whether it keeps its location. Default false. */
  keepsPlace?: boolean | undefined;
}

/** The member's files that are being sent, or have arrived and are not used yet. */
export async function unclaimedOf(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
  now: number,
): Promise<Unclaimed[]> {
  const tickets = await ticketsOf(ctx, profileId);
  const files = await waitingOf(ctx, profileId);
  return [...tickets.filter((ticket) => !isExpired(ticket, now)), ...files];
}

/** Why a member may not send another file now; null if they may. */
export async function refuseAnother(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
  { who, bytes, now }: { who: Who; bytes: number; now: number },
): Promise<Failure | null> {
  const unclaimed = await unclaimedOf(ctx, profileId, now);
  if (unclaimed.length >= MAX_UNCLAIMED) return refusals.tooManyUnclaimed(MAX_UNCLAIMED);
  const waiting = sumOf(unclaimed.filter(({ payerId }) => payerId === who?.customerId));
  if (waiting + bytes <= FREE_BYTES) return null;
  return await refuseStorage(ctx, who, waiting + bytes);
}

/** Deletes the member's expired upload URLs, and those that a new attempt replaces. */
export async function deleteOldTickets(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  { clientUploadId, mediaType, bytes }: FileAsked,
  now: number,
): Promise<void> {
  for (const ticket of await ticketsOf(ctx, profileId)) {
    const isSame =
      clientUploadId !== undefined &&
      clientUploadId === ticket.clientUploadId &&
      mediaType === ticket.mediaType &&
      bytes === ticket.bytes;
    if (isExpired(ticket, now) || (isSame && !ticket.isUsed)) {
      await ctx.db.delete("uploadTickets", ticket._id);
    }
  }
}

/** Deletes a batch of expired upload URLs of all members; returns how many. */
export async function deleteExpiredTickets(
  ctx: MutationCtx,
  most: number,
  now: number,
): Promise<number> {
  const old = await ctx.db
    .query("uploadTickets")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", now - TICKET_MS))
    .take(most);
  for (const { _id } of old) await ctx.db.delete("uploadTickets", _id);
  return old.length;
}

/** Whether an upload URL has expired. */
export function isExpired({ _creationTime }: Doc<"uploadTickets">, now: number): boolean {
  return _creationTime <= now - TICKET_MS;
}

/** The sum of the files' sizes. */
export function sumOf(files: readonly { bytes?: number | undefined }[]): number {
  return files.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}

async function ticketsOf(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
): Promise<Doc<"uploadTickets">[]> {
  return await ctx.db
    .query("uploadTickets")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .take(MAX_UNCLAIMED);
}
