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
/** How often billing is told anew when more files come and go in between. */
const MAX_TELLINGS = 5;

/** What a plan must have for a file. */
export interface Needs extends Quality {
  /** 1 for a work that is published; drafts and other files of a work are no uploads. */
  uploads: number;
  bytes: number;
}

/** A file as it is kept, with those that stand in for it. */
type Weighed = Pick<Doc<"workFiles">, "bytes" | "preview" | "poster">;

/** What a file and its stand-ins weigh. */
export function weightOf({ bytes, preview, poster }: Weighed): number {
  return bytes + (preview?.bytes ?? 0) + (poster?.bytes ?? 0);
}

/** What a plan lacks for a file; null: nothing, as far as is known before anything is counted. */
export async function refuseNeeds(
  ctx: QueryCtx,
  who: Who,
  { uploads, bytes, ...quality }: Needs,
): Promise<Failure | null> {
  if (!who) return refusals.signedOut();
  if (isHd(quality) && !(await has(ctx, who, "hd_upload", 1))) return refusals.hdOnly();
  const lacking = uploads > 0 ? await refuseUploads(ctx, who, uploads) : null;
  if (lacking) return lacking;
  const fits = await hasRoom(ctx, who, bytes);
  return fits === false ? refusals.storageFull() : null;
}

/** Why a plan has no room for files that are in no use yet: a plan that is not there has none. */
export async function refuseRoom(ctx: QueryCtx, who: Who, bytes: number): Promise<Failure | null> {
  const fits = who && (await hasRoom(ctx, who, bytes));
  return fits === true ? null : refusals.storageFull();
}

/**
 * Counts a file that is to be kept: its room, and the upload that it may be.
 * Refused, nothing is counted.
 *
 * @param key - Names the file, so that it counts once.
 */
export async function payFor(
  ctx: MutationCtx,
  who: Who,
  { key, ...needs }: Needs & { key: string },
): Promise<{ payerId: string; error: null } | Failure> {
  const refusal = await refuseNeeds(ctx, who, needs);
  if (!who || refusal) return refusal ?? refusals.signedOut();
  const { customerId, customerData } = who;
  const owner = customerData ? { customerId, customerData } : { customerId };
  const room = { featureId: "storage_gb" as const, value: gigabytesOf(needs.bytes) };
  const taken = await billing.gate(ctx, owner, { ...room, key: `room ${key}` });
  if (taken.error?.code === "insufficient_balance") return refusals.storageFull();
  if (taken.error) return { ...taken, statusCode: taken.statusCode ?? 400 };
  await weighIn(ctx, customerId, needs.bytes);
  if (needs.uploads === 0) return { payerId: customerId, error: null };
  const counted = await billing.gate(ctx, who, { featureId: "uploads", value: 1, key });
  // The room is taken by now: only throwing gives it back with everything else.
  if (counted.error) throw new Error(`Upload ${key} was refused: ${counted.error.message}`);
  return { payerId: customerId, error: null };
}

/**
 * Counts the upload of a draft that is published; its room was counted with the draft.
 *
 * @returns Why it is refused, and nothing is counted; null: it is counted.
 */
export async function payForDraft(
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

/** Gives the room of a file back that is kept no more. */
export async function leaveRoom(
  ctx: MutationCtx,
  file: Weighed & Pick<Doc<"workFiles">, "payerId">,
): Promise<void> {
  const { payerId: customerId } = file;
  if (customerId === undefined) return;
  await changeRoom(ctx, customerId, -weightOf(file));
}

/** Counts files that are kept already: more bytes for a customer, or fewer. */
export async function changeRoom(
  ctx: MutationCtx,
  customerId: string,
  change: number,
): Promise<void> {
  await weighIn(ctx, customerId, change);
  // Who deleted their account has no customer any more, and gets none for this.
  const { data } = await billing.feature(ctx, { customerId }, "storage_gb");
  if (data) await ctx.scheduler.runAfter(0, internal.community.storage.quota.tell, { customerId });
}

/**
 * Tells billing how much is in use. On a plan that has less, it is "20 of 1 GB":
 * nothing new fits before enough is deleted.
 */
export const tell = internalAction({
  args: { customerId: v.string() },
  returns: v.null(),
  handler: async (ctx, { customerId }): Promise<null> => {
    const { inUse } = internal.community.storage.quota;
    let bytes: number | null = null;
    for (let told = 0; told < MAX_TELLINGS; told++) {
      const now: number = await ctx.runQuery(inUse, { customerId });
      if (now === bytes) return null;
      bytes = now;
      const usage = { featureId: "storage_gb" as const, value: gigabytesOf(bytes) };
      const { error } = await billing.balances.setUsage(ctx, { customerId }, usage);
      if (error) throw new Error(`The storage of ${customerId} is not told: ${error.message}`);
    }
    return null;
  },
});

/** How many bytes a customer's files have. */
export const inUse = internalQuery({
  args: { customerId: v.string() },
  returns: v.number(),
  handler: async (ctx, { customerId }) => (await findWeight(ctx, customerId))?.bytes ?? 0,
});

/** Limited uploads of a plan with seats are those of its seats: no one person draws on all of them. */
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
  // Who is no customer yet becomes one when it counts, and has a plan then.
  if ((await has(ctx, who, "uploads", uploads)) !== false) return null;
  return isBySeat ? refusals.seatSpent() : refusals.noUploads();
}

async function hasRoom(
  ctx: QueryCtx,
  { customerId }: NonNullable<Who>,
  bytes: number,
): Promise<boolean | null> {
  return await has(ctx, { customerId }, "storage_gb", gigabytesOf(bytes));
}

/** Whether a plan has enough; null: it does not know the feature, or there is no customer yet. */
async function has(
  ctx: QueryCtx,
  who: NonNullable<Who>,
  featureId: FeatureId,
  required: number,
): Promise<boolean | null> {
  const { data } = await billing.feature(ctx, who, featureId);
  return data && decideFeatureAccess({ [featureId]: data }, featureId, required).allowed;
}

async function weighIn(ctx: MutationCtx, customerId: string, change: number): Promise<void> {
  const row = await findWeight(ctx, customerId);
  const bytes = (row?.bytes ?? 0) + change;
  if (!row) await ctx.db.insert("storedBytes", { customerId, bytes });
  else if (bytes > 0) await ctx.db.patch("storedBytes", row._id, { bytes });
  else await ctx.db.delete("storedBytes", row._id);
}

async function findWeight(ctx: QueryCtx, customerId: string) {
  return await ctx.db
    .query("storedBytes")
    .withIndex("by_customerId", (q) => q.eq("customerId", customerId))
    .unique();
}

/** Up to the next KB: billing counts no smaller parts. */
export function gigabytesOf(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_KB) / KB_PER_GB;
}
