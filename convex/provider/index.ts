import { fail, ok } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { CheckFeature } from "../contract/answers";
import { readRevision } from "../engine/customers";
import { gateFeature, isAllowed } from "../engine/usage";
import { internal } from "../_generated/api";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { identify } from "./identify";
import type { Who } from "./identify";

/** Units of a feature that are needed. */
interface Need {
  featureId: string;
  /** Default 1. */
  required?: number;
}

/** Units of a feature that are used now. */
interface Use {
  featureId: string;
  /** Default 1. */
  value?: number;
  /** Names this very use: the same key counts once, however often it comes. */
  key: string;
}

/** Signed out is an expected answer, not a broken assumption. */
const unauthenticated = () => fail("unauthenticated", "Sign in first", 401);

/**
 * What host code calls from Convex functions. `who` is `await billing.me(ctx)`,
 * or a customer that host code names (a studio's owner), never a browser's value.
 *
 * @example Gate an upload in the host's own transaction
 * ```ts
 * const who = await billing.me(ctx);
 * const gate = await billing.gate(ctx, who, { featureId: "uploads", key: uploadId });
 * if (gate.error) return gate;
 * ```
 */
export const billing = {
  /** Who calls; null when signed out. In queries, mutations and actions. */
  async me(ctx: QueryCtx | MutationCtx | ActionCtx): Promise<Who | null> {
    return await identify(ctx);
  },

  /** Whether the customer may use a feature. Records nothing. In queries, mutations and actions. */
  async allowed(
    ctx: QueryCtx | MutationCtx | ActionCtx,
    who: Who | null,
    need: Need,
  ): Promise<Result<boolean>> {
    if (!who) return unauthenticated();
    const { featureId, required = 1 } = need;
    if (!(Number.isFinite(required) && required >= 0)) {
      return fail("invalid_inputs", "required must be a finite number of at least 0");
    }
    if (!("db" in ctx)) {
      return await ctx.runQuery(internal.provider.host.allowed, { who, featureId, required });
    }
    return ok(await isAllowed(ctx, who, { featureId, required, now: Date.now() }));
  },

  /**
   * Checks and records use in the caller's own transaction: either both the
   * use and what it was for are stored, or neither.
   *
   * @returns The check. Error codes: `unauthenticated`, `insufficient_balance`,
   *   `feature_not_found`, `invalid_inputs`.
   */
  async gate(ctx: MutationCtx, who: Who | null, use: Use): Promise<Result<CheckFeature>> {
    if (!who) return unauthenticated();
    return await gateFeature(ctx, who, { value: 1, ...use });
  },

  /** Counters that rise when the caller's customer or the catalogue changes. In queries. */
  async revision(ctx: QueryCtx) {
    const who = await identify(ctx);
    return await readRevision(ctx, who?.customerId ?? null);
  },
};
