import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { readAll } from "../../platform/bounded";

/** A few for each entity. */
const MAX_TRIALS = 5_000;
const MAX_FINGERPRINT_TWINS = 20;
/** Far more than a catalogue has products. */
const MAX_REMEMBERED = 1_000;

export interface TrialHistory {
  used: { product_id: string; entity_id: string | null }[];
  /** Products whose trial a customer of the same fingerprint has had. */
  byFingerprint: ReadonlySet<string>;
}

/**
 * Trials ever begun by this customer, and by others of the same fingerprint,
 * deleted ones included.
 */
export async function loadTrials(ctx: QueryCtx, customer: Doc<"customers">): Promise<TrialHistory> {
  const own = await trialsOf(ctx, customer._id);
  const used = own.map(({ product_id, entity_id }) => ({ product_id, entity_id }));
  const { fingerprint } = customer;
  if (fingerprint === null || fingerprint === "") return { used, byFingerprint: new Set() };
  const twins = await ctx.db
    .query("customers")
    .withIndex("by_fingerprint", (q) => q.eq("fingerprint", fingerprint))
    .take(MAX_FINGERPRINT_TWINS);
  const theirs = await Promise.all(twins.map((twin) => trialsOf(ctx, twin._id)));
  const earlier = await ctx.db
    .query("usedOffers")
    .withIndex("by_fingerprint_and_kind_and_product_id", (q) =>
      q.eq("fingerprint", fingerprint).eq("kind", "trial"),
    )
    .take(MAX_REMEMBERED);
  const ids = [...theirs.flat(), ...earlier].map((row) => row.product_id);
  return { used, byFingerprint: new Set(ids) };
}

/** Trials that a customer ever began. */
export async function trialsOf(ctx: QueryCtx, customer: Id<"customers">) {
  const begun = ctx.db
    .query("subscriptions")
    .withIndex("by_customer_and_trial_ends_at", (q) =>
      q.eq("customer", customer).gt("trial_ends_at", 0),
    );
  return await readAll(begun, MAX_TRIALS, "trials");
}
