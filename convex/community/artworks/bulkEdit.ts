import { v } from "convex/values";
import { mutation } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Failure, Result } from "../../../packages/billing/src/contract";
import { vLicence, vVisibility, BULK_EDIT_WORKS } from "../../contract/works";
import type { MutationCtx } from "../../_generated/server";
import { refusals } from "../errors";
import { cleanTags, refuseOptionalMetadata } from "./metadata";
import { editedNow, findOwnArtwork, searchTextOf } from "./model";
import { reindexTags } from "./searchIndex";
import { changeVisibility } from "./visibility";

const vChanges = v.object({
  addTags: v.optional(v.array(v.string())),
  removeTags: v.optional(v.array(v.string())),
  licence: v.optional(vLicence),
  state: v.optional(vVisibility),
});

const vOutcome = v.object({
  id: v.string(),
  /** Why this work was not changed; null if it was. */
  error: v.union(v.object({ code: v.string(), message: v.string() }), v.null()),
});

/**
 * Changes several of the caller's works at once: at most {@link BULK_EDIT_WORKS}. A refused work
 * stays unchanged.
 *
 * @returns A result for each id, in their order. Error codes of a result: those of `edit` and
 *   `setState`; of the call: `too_many`, `invalid_tag`.
 */
export const apply = mutation({
  args: { ids: v.array(v.string()), changes: vChanges },
  returns: vResult(v.array(vOutcome)),
  handler: async (ctx, { ids, changes }): Promise<Result<(typeof vOutcome.type)[]>> => {
    if (ids.length > BULK_EDIT_WORKS) {
      return refusals.tooMany(`At most ${BULK_EDIT_WORKS} works are changed at once`);
    }
    const { addTags: added = [], removeTags: removed = [] } = changes;
    const refusal =
      refuseOptionalMetadata({ tags: added }) ?? refuseOptionalMetadata({ tags: removed });
    if (refusal) return refusal;
    if (!(await ctx.auth.getUserIdentity())) return refusals.signedOut();
    const outcomes: (typeof vOutcome.type)[] = [];
    for (const id of ids) {
      const failure = await change(ctx, id, changes);
      const { code = "", message = "" } = failure?.error ?? {};
      outcomes.push({ id, error: failure && { code, message } });
    }
    return ok(outcomes);
  },
});

/** Why one work is refused; null if it is changed. Every refusal comes before the first change. */
async function change(
  ctx: MutationCtx,
  id: string,
  { addTags = [], removeTags = [], licence, state }: typeof vChanges.type,
): Promise<Failure | null> {
  const own = await findOwnArtwork(ctx, id);
  if (own.error) return own;
  const { artwork, artist } = own;
  const gone = new Set(cleanTags(removeTags));
  const tags = cleanTags([...artwork.tags, ...addTags]).filter((tag) => !gone.has(tag));
  const refusal =
    refuseOptionalMetadata({ tags }) ??
    (state === undefined ? null : await changeVisibility(ctx, artwork, state));
  if (refusal) return refusal;
  const isSame =
    tags.join() === artwork.tags.join() && (licence ?? artwork.licence) === artwork.licence;
  if (isSame) return null;
  const edited = {
    tags,
    licence: licence ?? artwork.licence,
    searchText: searchTextOf({ ...artwork, tags }, artist),
    ...editedNow(artwork),
  };
  await ctx.db.patch("artworks", artwork._id, edited);
  const stored = await ctx.db.get("artworks", artwork._id);
  if (stored) await reindexTags(ctx, stored);
  return null;
}
