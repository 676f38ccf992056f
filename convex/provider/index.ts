import { fail, ok } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { CheckFeature } from "../contract/answers";
import { readRevision } from "../engine/customers/customers";
import { gateFeature, isAllowed } from "../engine/balances/usage";
import { internal } from "../_generated/api";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import { identify } from "./identify";
import type { Who } from "./identify";
import { onBehalf, onItsOwn, unauthenticated } from "./server";

/** Units of a feature that are needed. */
interface Need<Feature extends string = string> {
  featureId: Feature;
  /** Default 1. */
  required?: number;
}

/** Units of a feature that are used now. */
interface Use<Feature extends string = string> {
  featureId: Feature;
  /** Default 1. */
  value?: number;
  /** Names this very use: the same key counts once, however often it comes. */
  key: string;
}

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

  // In actions: each takes (ctx, who, parameters, { key }) and answers a Result.
  checkout: onBehalf("checkout"),
  attach: onBehalf("attach"),
  cancel: onBehalf("cancel"),
  setupPayment: onBehalf("setupPayment"),
  check: onBehalf("check"),
  track: onBehalf("track"),
  query: onBehalf("query"),

  customers: {
    create: onBehalf("createCustomer"),
    get: onBehalf("getCustomer"),
    update: onBehalf("updateCustomer"),
    delete: onBehalf("deleteCustomer"),
    billingPortal: onBehalf("billingPortal"),
    ledger: onBehalf("listLedger"),
    list: onItsOwn("listCustomers"),
  },
  entities: {
    create: onBehalf("createEntity"),
    get: onBehalf("getEntity"),
    delete: onBehalf("deleteEntity"),
    transfer: onBehalf("transferProduct"),
  },
  balances: {
    set: onBehalf("setBalances"),
    setUsage: onBehalf("setUsage"),
  },
  referrals: {
    createCode: onBehalf("createReferralCode"),
    redeemCode: onBehalf("redeemReferralCode"),
  },
};

/** `billing` of a host that names its features: gates take no others. */
export type BillingFor<Feature extends string> = Omit<typeof billing, "allowed" | "gate"> & {
  allowed(
    ctx: QueryCtx | MutationCtx | ActionCtx,
    who: Who | null,
    need: Need<Feature>,
  ): Promise<Result<boolean>>;
  gate(ctx: MutationCtx, who: Who | null, use: Use<Feature>): Promise<Result<CheckFeature>>;
};
