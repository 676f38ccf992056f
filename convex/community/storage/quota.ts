import { v } from "convex/values";
import { decideFeatureAccess } from "../../../packages/billing/src/contract";
import type { Failure } from "../../../packages/billing/src/contract";
import { isHd } from "../../contract/files/media";
import type { Quality } from "../../contract/files/media";
import { internal } from "../../_generated/api";
import { internalAction, internalQuery } from "../../_generated/server";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { billing } from "../../billing";
import type { Who } from "../entitlements";
import type { FeatureId } from "../plans";
import { refusals } from "../errors";

const BYTES_PER_KB = 1000;
const KB_PER_GB = 1_000_000;
/** How often to try to sync with billing while files arrive and are deleted. */
const MAX_ATTEMPTS = 5;

/** What a file needs from a plan. */
export interface Needs extends Quality {
  /** Units of the feature `uploads`: 1 to publish a work; 0 for drafts and further files. */
  uploads: number;
  bytes: number;
}

/** A stored file with its renditions. */
type StoredFile = Pick<Doc<"workFiles">, "bytes" | "preview" | "poster">;

/** The bytes of a file and its renditions. */
export function storedBytesOf({ bytes, preview, poster }: StoredFile): number {
  return bytes + (preview?.bytes ?? 0) + (poster?.bytes ?? 0);
}

/**
 * Why a plan refuses a file; null if it allows it, as far as can be known before anything is
 * counted.
 */
export async function refuseNeeds(
  ctx: QueryCtx,
  who: Who,
  { uploads, bytes, ...quality }: Needs,
): Promise<Failure | null> {
  if (!who) return refusals.signedOut();
  if (isHd(quality) && !(await has(ctx, who, "hd_upload", 1))) return refusals.hdOnly();
  const lacking = uploads > 0 ? await refuseUploads(ctx, who, uploads) : null;
  if (lacking) return lacking;
  const fits = await hasStorage(ctx, who, bytes);
  return fits === false ? refusals.storageFull() : null;
}

/** Why a plan has no storage for pending files: without a plan there is none. */
export async function refuseStorage(
  ctx: QueryCtx,
  who: Who,
  bytes: number,
): Promise<Failure | null> {
  const fits = who && (await hasStorage(ctx, who, bytes));
  return fits === true ? null : refusals.storageFull();
}

/**
 * Counts a file against the plan before it is stored: its bytes against the storage quota, and the
 * upload if it is one. If it is refused, nothing is counted.
 *
 * @param key - Identifies the file, so that it counts once.
 */
export async function countAgainstQuota(
  ctx: MutationCtx,
  who: Who,
  { key, ...needs }: Needs & { key: string },
): Promise<{ payerId: string; error: null } | Failure> {
  const refusal = await refuseNeeds(ctx, who, needs);
  if (!who || refusal) return refusal ?? refusals.signedOut();
  const { customerId, customerData } = who;
  const owner = customerData ? { customerId, customerData } : { customerId };
  const amount = { featureId: "storage_gb" as const, value: gigabytesOf(needs.bytes) };
  const reserved = await billing.gate(ctx, owner, { ...amount, key: `storage ${key}` });
  if (reserved.error?.code === "insufficient_balance") return refusals.storageFull();
  if (reserved.error) return { ...reserved, statusCode: reserved.statusCode ?? 400 };
  await addStoredBytes(ctx, customerId, needs.bytes);
  if (needs.uploads === 0) return { payerId: customerId, error: null };
  const counted = await billing.gate(ctx, who, { featureId: "uploads", value: 1, key });
  // The storage is already counted, so throwing is the only way to undo it with everything else.
  if (counted.error) throw new Error(`Upload ${key} was refused: ${counted.error.message}`);
  return { payerId: customerId, error: null };
}

/**
 * Counts the upload of a draft when it is published; its storage was counted with the draft.
 *
 * @returns Why it is refused, and nothing is counted; null if it is counted.
 */
export async function countDraftUpload(
  ctx: MutationCtx,
  who: Who,
  key: string,
): Promise<Failure | null> {
  if (!who) return refusals.signedOut();
  const refusal = await refuseUploads(ctx, who, 1);
  if (refusal) return refusal;
  const counted = await billing.gate(ctx, who, { featureId: "uploads", value: 1, key });
  return counted.error && { ...counted, statusCode: counted.statusCode ?? 400 };
}

/** Releases the storage of a deleted file. */
export async function releaseStorage(
  ctx: MutationCtx,
  file: StoredFile & Pick<Doc<"workFiles">, "payerId">,
): Promise<void> {
  const { payerId: customerId } = file;
  if (customerId === undefined) return;
  await changeStoredBytes(ctx, customerId, -storedBytesOf(file));
}

/** Adds or subtracts bytes of a customer's stored files. */
export async function changeStoredBytes(
  ctx: MutationCtx,
  customerId: string,
  change: number,
): Promise<void> {
  await addStoredBytes(ctx, customerId, change);
  // A deleted account has no customer, and must not get a new one here.
  const { data } = await billing.feature(ctx, { customerId }, "storage_gb");
  if (data)
    await ctx.scheduler.runAfter(0, internal.community.storage.quota.syncUsage, { customerId });
}

/**
 * Syncs the stored bytes to billing as usage. On a plan with less storage it shows "20 of 1 GB",
 * and no new file fits until enough is deleted.
 */
export const syncUsage = internalAction({
  args: { customerId: v.string() },
  returns: v.null(),
  handler: async (ctx, { customerId }): Promise<null> => {
    const { inUse } = internal.community.storage.quota;
    let bytes: number | null = null;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const now: number = await ctx.runQuery(inUse, { customerId });
      if (now === bytes) return null;
      bytes = now;
      const usage = { featureId: "storage_gb" as const, value: gigabytesOf(bytes) };
      const { error } = await billing.balances.setUsage(ctx, { customerId }, usage);
      if (error) throw new Error(`The storage of ${customerId} is not synced: ${error.message}`);
    }
    return null;
  },
});

/** The stored bytes of a customer. */
export const inUse = internalQuery({
  args: { customerId: v.string() },
  returns: v.number(),
  handler: async (ctx, { customerId }) => (await findStoredBytes(ctx, customerId))?.bytes ?? 0,
});

/**
 * A plan with seats and limited uploads reserves them for its seats, so that no member can use all
 * of them.
 */
async function refuseUploads(
  ctx: QueryCtx,
  who: NonNullable<Who>,
  uploads: number,
): Promise<Failure | null> {
  const { customerId, entityId } = who;
  const { data: uploadsOfAll } = await billing.feature(ctx, { customerId }, "uploads");
  const isLimited = uploadsOfAll?.unlimited !== true;
  const isBySeat = isLimited && (await has(ctx, { customerId }, "seats", 0)) === true;
  if (isBySeat && entityId === undefined) return refusals.notSeatedYet();
  // A member without a customer gets one, with a plan, when the use is counted.
  if ((await has(ctx, who, "uploads", uploads)) !== false) return null;
  return isBySeat ? refusals.seatSpent() : refusals.noUploads();
}

async function hasStorage(
  ctx: QueryCtx,
  { customerId }: NonNullable<Who>,
  bytes: number,
): Promise<boolean | null> {
  return await has(ctx, { customerId }, "storage_gb", gigabytesOf(bytes));
}

/** Whether a plan has enough; null if it lacks the feature, or there is no customer yet. */
async function has(
  ctx: QueryCtx,
  who: NonNullable<Who>,
  featureId: FeatureId,
  required: number,
): Promise<boolean | null> {
  const { data } = await billing.feature(ctx, who, featureId);
  return data && decideFeatureAccess({ [featureId]: data }, featureId, required).allowed;
}

async function addStoredBytes(ctx: MutationCtx, customerId: string, change: number): Promise<void> {
  const row = await findStoredBytes(ctx, customerId);
  const bytes = (row?.bytes ?? 0) + change;
  if (!row) await ctx.db.insert("storedBytes", { customerId, bytes });
  else if (bytes > 0) await ctx.db.patch("storedBytes", row._id, { bytes });
  else await ctx.db.delete("storedBytes", row._id);
}

async function findStoredBytes(ctx: QueryCtx, customerId: string) {
  return await ctx.db
    .query("storedBytes")
    .withIndex("by_customerId", (q) => q.eq("customerId", customerId))
    .unique();
}

/** Rounded up to the next KB, the smallest unit that billing counts. */
export function gigabytesOf(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_KB) / KB_PER_GB;
}
