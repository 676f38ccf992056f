import type { Failure } from "../../packages/billing/src/contract";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { billing } from "../billing";
import type { Who } from "./entitlements";
import { findSeat, findOwnSeat } from "./studios/model";

interface Payer {
  who: Who;
  studioId: Id<"studios"> | null;
  error: null;
}

/**
 * Who pays for an upload: the artist's seat in a studio, or without a studio, the artist. A
 * studio's owner needs a seat like other members, and uses no other seat.
 */
export async function findPayer(
  ctx: QueryCtx,
  studio: string | null,
  artist: Doc<"profiles">,
): Promise<Payer | Failure> {
  if (studio !== null) return await findSeat(ctx, studio, artist);
  const me = await billing.me(ctx);
  const entityId = me && (await findOwnSeat(ctx, artist._id));
  const who = me && entityId !== null ? { ...me, entityId } : me;
  return { who, studioId: null, error: null };
}
