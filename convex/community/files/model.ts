import { v } from "convex/values";
import type { ObjectType } from "convex/values";
import { ok } from "../../../packages/billing/src/contract";
import type { Failure, Result } from "../../../packages/billing/src/contract";
import { vMediaType } from "../../contract/files/sniff";
import { WORK_LIMITS } from "../../contract/works";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { findPayer } from "../payer";
import { findPrepared, takePrepared } from "../uploads/publishing";
import { refusals } from "../errors";
import { payFor, refuseNeeds, weightOf } from "../storage/quota";
import type { Needs } from "../storage/quota";
import { findOwnArtwork } from "../artworks/model";
import type { keptFile } from "../artworks/metadata";
import { shownFile, toShown } from "./renditions";

type Role = Doc<"workFiles">["role"];
type Kept = ObjectType<typeof keptFile>;

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

/** Another file of a work, as its page shows it. */
export const vWorkFile = v.object({
  id: v.id("workFiles"),
  ...shownFile,
  mediaType: vMediaType,
  width: v.number(),
  height: v.number(),
  bytes: v.number(),
  caption: v.string(),
  /** When it was added, or replaced. */
  createdAt: v.number(),
});

/** The files of one role, in order. */
export async function filesOf(
  ctx: QueryCtx,
  artworkId: Id<"artworks">,
  role: Role,
): Promise<(typeof vWorkFile.type)[]> {
  const rows = await rowsOf(ctx, artworkId, role);
  return await Promise.all(
    rows.map(async ({ _id: id, _creationTime: createdAt, ...row }) => {
      const { mediaType, width, height, bytes, caption } = row;
      const shown = await toShown(ctx, row);
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

/** Whether a work has all the files of a role that it may have. */
export async function refuseMore(
  ctx: QueryCtx,
  artworkId: Id<"artworks">,
  role: Role,
): Promise<Failure | null> {
  const rows = await rowsOf(ctx, artworkId, role);
  return rows.length < LIMITS[role] ? null : refusals.tooMany(REFUSALS[role]);
}

/**
 * Takes a prepared file out of waiting for a work of the caller's, paid by who
 * pays for the work. A file that the plan has no room for goes on waiting.
 */
export async function takePaid(
  ctx: MutationCtx,
  artwork: Doc<"artworks">,
  artist: Doc<"profiles">,
  storageId: Id<"_storage">,
): Promise<Result<Kept>> {
  const media = await findPrepared(ctx, artist._id, storageId);
  if (!media) return refusals.noUpload();
  const payer = await findWorkPayer(ctx, artwork, artist);
  if (payer.error) return payer;
  const { width, height, dynamicRange } = media;
  const needs = { uploads: 0, bytes: weightOf(media), width, height, dynamicRange };
  const paid = await payFor(ctx, payer.who, { ...needs, key: storageId });
  if (paid.error) return paid;
  const taken = await takePrepared(ctx, artist._id, storageId);
  if (taken.error) throw new Error(`${storageId} waits no more: ${taken.error.message}`);
  return ok({ ...taken.data, payerId: paid.payerId });
}

/** What who pays for a work lacks for another file of it, as far as is known before it is sent. */
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

/** Keeps the picture that a work has now, before it gets another. */
export async function keepReplaced(ctx: MutationCtx, artwork: Doc<"artworks">): Promise<void> {
  const { _id: artworkId, alt: caption } = artwork;
  await append(ctx, { ...keptOf(artwork), artworkId, role: "replaced", caption });
}

/** Adds a file behind the others of its role. */
export async function append(
  ctx: MutationCtx,
  file: Omit<Doc<"workFiles">, "_id" | "_creationTime" | "position">,
): Promise<Id<"workFiles">> {
  const last = (await rowsOf(ctx, file.artworkId, file.role)).at(-1);
  const position = last === undefined ? 0 : last.position + 1;
  return await ctx.db.insert("workFiles", { ...file, position });
}

/** Who has left the studio that a work hangs for pays for what they change from then on. */
async function findWorkPayer(
  ctx: QueryCtx,
  { studioId }: Doc<"artworks">,
  artist: Doc<"profiles">,
) {
  const studio = studioId && (await ctx.db.get("studios", studioId));
  const seat = studio && (await findPayer(ctx, studio.slug, artist));
  return seat && !seat.error ? seat : await findPayer(ctx, null, artist);
}

/** A file as it is kept, out of a row that has it among other things. */
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
