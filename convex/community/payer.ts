import type { Failure } from "../contract/errors";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { billing } from "./entitlements";
import { findSeat } from "./studioAccess";
import { findOwnSeat } from "./studioOwners";

/** A customer, or a seat of theirs; null: nobody is signed in. */
export type Who = Awaited<ReturnType<typeof billing.me>>;

interface Payer {
  who: Who;
  studioId: Id<"studios"> | null;
  error: null;
}

/**
 * Who pays for what an artist hangs: their seat in a studio, or without one
 * named, themselves. Who owns a studio sits in it as the others do, and draws on
 * no seat but their own.
 */
export async function findPayer(
  ctx: MutationCtx,
  studio: string | null,
  artist: Doc<"profiles">,
): Promise<Payer | Failure> {
  if (studio !== null) return await findSeat(ctx, studio, artist);
  const me = await billing.me(ctx);
  const entityId = me && (await findOwnSeat(ctx, artist._id));
  const who = me && entityId !== null ? { ...me, entityId } : me;
  return { who, studioId: null, error: null };
}
