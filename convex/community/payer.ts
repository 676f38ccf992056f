import type { Failure } from "../contract/errors";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { billing } from "./entitlements";
import { findSeat } from "./studioAccess";

/** A customer, or a seat of theirs; null: nobody is signed in. */
export type Who = Awaited<ReturnType<typeof billing.me>>;

interface Payer {
  who: Who;
  studioId: Id<"studios"> | null;
  error: null;
}

/** Who pays for what an artist hangs: their seat in a studio, or without one named, themselves. */
export async function findPayer(
  ctx: MutationCtx,
  studio: string | null,
  artist: Doc<"profiles">,
): Promise<Payer | Failure> {
  if (studio !== null) return await findSeat(ctx, studio, artist);
  return { who: await billing.me(ctx), studioId: null, error: null };
}
