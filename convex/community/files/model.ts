import { v } from "convex/values";
import type { ObjectType } from "convex/values";
import { ok } from "../../../packages/billing/src/contract";
import type { Failure, Result } from "../../../packages/billing/src/contract";
import { vMediaType } from "../../contract/files/sniff";
import { WORK_LIMITS } from "../../contract/works";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { findPayer } from "../payer";
import { findPrepared, takePrepared } from "../uploads/pending";
import { refusals } from "../errors";
import { countAgainstQuota, refuseNeeds, storedBytesOf } from "../storage/quota";
import type { Needs } from "../storage/quota";
import { findOwnArtwork } from "../artworks/model";
import type { artworkFile } from "../artworks/metadata";
import { fileUrls, toFileUrls } from "./renditions";

type Role = Doc<"workFiles">["role"];
type Kept = ObjectType<typeof artworkFile>;

const LIMITS: Readonly<Record<Role, number>> = {
  page: WORK_LIMITS.pages,
  step: WORK_LIMITS.steps,
  replaced: 20,
};

const REFUSALS: Readonly<Record<Role, string>> = {
  page: `A work has at most ${WORK_LIMITS.pages + 1} pictures`,
  step: `A work has at most ${WORK_LIMITS.steps} steps`,
  replaced: "This picture was replaced too often. Publish a new work.",
};

/** Another file of a work, for its page. */
export const vWorkFile = v.object({
  id: v.id("workFiles"),
  ...fileUrls,
  mediaType: vMediaType,
  width: v.number(),
  height: v.number(),
  bytes: v.number(),
  caption: v.string(),
  /** When it was added or replaced. */
  createdAt: v.number(),
});

/** The files with one role, in order. */
export async function filesOf(
  ctx: QueryCtx,
  artworkId: Id<"artworks">,
  role: Role,
): Promise<(typeof vWorkFile.type)[]> {
  const rows = await rowsOf(ctx, artworkId, role);
  return await Promise.all(
    rows.map(async ({ _id: id, _creationTime: createdAt, ...row }) => {
      const { mediaType, width, height, bytes, caption } = row;
      const shown = await toFileUrls(ctx, row);
      return { id, ...shown, mediaType, width, height, bytes, caption, createdAt };
    }),
  );
}

export async function rowsOf(
  ctx: QueryCtx,
  artworkId: Id<"artworks">,
  role: Role,
): Promise<Doc<"workFiles">[]> {
  return await ctx.db
    .query("workFiles")
    .withIndex("by_artworkId_and_role_and_position", (q) =>
      q.eq("artworkId", artworkId).eq("role", role),
    )
    .take(LIMITS[role]);
}

/** Why a work can't have more files of a role; null if it can. */
export async function refuseMore(
  ctx: QueryCtx,
  artworkId: Id<"artworks">,
  role: Role,
): Promise<Failure | null> {
  const rows = await rowsOf(ctx, artworkId, role);
  return rows.length < LIMITS[role] ? null : refusals.tooMany(REFUSALS[role]);
}

/**
 * Claims a prepared file for a work of the caller and counts its storage. A file
 * without storage left stays pending.
 */
export async function takePaid(
  ctx: MutationCtx,
  artwork: Doc<"artworks">,
  artist: Doc<"profiles">,
  storageId: Id<"_storage">,
): Promise<Result<Kept>> {
  const found = await findPrepared(ctx, artist._id, storageId);
  if (found.error) return found;
  const payer = await findWorkPayer(ctx, artwork, artist);
  if (payer.error) return payer;
  const { width, height, dynamicRange } = found.data;
  const needs = { uploads: 0, bytes: storedBytesOf(found.data), width, height, dynamicRange };
  const paid = await countAgainstQuota(ctx, payer.who, { ...needs, key: storageId });
  if (paid.error) return paid;
  const taken = await takePrepared(ctx, artist._id, storageId);
  if (taken.error) throw new Error(`${storageId} is no longer pending: ${taken.error.message}`);
  return ok({ ...taken.data, payerId: paid.payerId });
}

/**
 * Why the payer's plan refuses another file of a work, as far as this is known before the file is
 * sent; null if it allows it.
 */
export async function refuseFile(
  ctx: QueryCtx,
  artwork: Doc<"artworks">,
  artist: Doc<"profiles">,
  file: Omit<Needs, "uploads">,
): Promise<Failure | null> {
  const payer = await findWorkPayer(ctx, artwork, artist);
  return payer.error ? payer : await refuseNeeds(ctx, payer.who, { ...file, uploads: 0 });
}

/** Who pays for another file of one of the caller's works. */
export async function findPayerOf(
  ctx: QueryCtx,
  artworkId: string,
): ReturnType<typeof findWorkPayer> {
  const own = await findOwnArtwork(ctx, artworkId);
  return own.error ? own : await findWorkPayer(ctx, own.artwork, own.artist);
}

/** Keeps a work's current picture as a replaced one. */
export async function keepReplaced(ctx: MutationCtx, artwork: Doc<"artworks">): Promise<void> {
  const { _id: artworkId, alt: caption } = artwork;
  await append(ctx, { ...keptOf(artwork), artworkId, role: "replaced", caption });
}

/** Appends a file to its role. */
export async function append(
  ctx: MutationCtx,
  file: Omit<Doc<"workFiles">, "_id" | "_creationTime" | "position">,
): Promise<Id<"workFiles">> {
  const last = (await rowsOf(ctx, file.artworkId, file.role)).at(-1);
  const position = last === undefined ? 0 : last.position + 1;
  return await ctx.db.insert("workFiles", { ...file, position });
}

/** After leaving a studio, a member's edits count against the member's own plan. */
async function findWorkPayer(
  ctx: QueryCtx,
  { studioId }: Doc<"artworks">,
  artist: Doc<"profiles">,
) {
  const studio = studioId && (await ctx.db.get("studios", studioId));
  const seat = studio && (await findPayer(ctx, studio.slug, artist));
  return seat && !seat.error ? seat : await findPayer(ctx, null, artist);
}

/** The fields of a row that describe its file. */
function keptOf(row: Kept): Kept {
  const { storageId, width, height, mediaType, bytes } = row;
  const { dynamicRange, thumbhash, preview, poster, payerId } = row;
  return {
    ...{ storageId, width, height, mediaType, bytes },
    ...(dynamicRange && { dynamicRange }),
    ...(thumbhash !== undefined && { thumbhash }),
    ...(preview && { preview }),
    ...(poster && { poster }),
    ...(payerId !== undefined && { payerId }),
  };
}
