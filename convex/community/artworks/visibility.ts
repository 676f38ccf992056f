import type { Failure } from "../../../packages/billing/src/contract";
import type { Visibility } from "../../contract/works";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refusals } from "../errors";
import { findPayerOf } from "../files/model";
import { recheck } from "../notifications/model";
import { countDraftUpload } from "../storage/quota";
import { trendingScore } from "./ranking";
import { indexWork, unindexWork } from "./searchIndex";

/**
 * Changes the visibility of the caller's work. Its upload is counted when others may first see it;
 * it is new in every feed when it is first listed.
 *
 * @returns Why it is refused, without any change; null if it is changed.
 */
export async function changeVisibility(
  ctx: MutationCtx,
  artwork: Doc<"artworks">,
  state: Visibility,
): Promise<Failure | null> {
  if (artwork.state === "hidden") return refusals.hidden();
  if (artwork.state === state) return null;
  const isCounted = artwork.isUploadCounted ?? artwork.wasPublished;
  const refusal = state === "draft" || isCounted ? null : await countUpload(ctx, artwork);
  if (refusal) return refusal;
  await ctx.db.patch("artworks", artwork._id, {
    state,
    ...(state === "unlisted" && { isUploadCounted: true }),
    ...(state === "published" && !artwork.wasPublished && listedNow(artwork, Date.now())),
  });
  await (state === "published" ? indexWork(ctx, artwork._id) : unindexWork(ctx, artwork._id));
  await recheck(ctx, { artworkId: artwork._id });
  return null;
}

async function countUpload(ctx: MutationCtx, { _id }: Doc<"artworks">): Promise<Failure | null> {
  const payer = await findPayerOf(ctx, _id);
  return payer.error ? payer : await countDraftUpload(ctx, payer.who, `publish ${_id}`);
}

function listedNow(artwork: Doc<"artworks">, publishedAt: number) {
  const listed = { publishedAt, wasPublished: true };
  return { ...listed, trending: trendingScore({ ...artwork, ...listed }) };
}
