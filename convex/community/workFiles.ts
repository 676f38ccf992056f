import { v } from "convex/values";
import type { Failure } from "../contract/errors";
import { vMediaType } from "../contract/sniff";
import { WORK_LIMITS } from "../contract/works";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { refusals } from "./refuse";

type Role = Doc<"workFiles">["role"];

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
  url: v.union(v.string(), v.null()),
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
      const { storageId, mediaType, width, height, bytes, caption } = row;
      const url = await ctx.storage.getUrl(storageId);
      return { id, url, mediaType, width, height, bytes, caption, createdAt };
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

/** Keeps the picture that a work has now, before it gets another. */
export async function keepReplaced(ctx: MutationCtx, artwork: Doc<"artworks">): Promise<void> {
  const { _id: artworkId, alt: caption, storageId, width, height, mediaType, bytes } = artwork;
  const file = { storageId, width, height, mediaType, bytes };
  await append(ctx, { ...file, artworkId, role: "replaced", caption });
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
