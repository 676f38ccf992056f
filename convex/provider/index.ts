import { fail } from "../../packages/billing/src/contract/errors";
import type { Result } from "../../packages/billing/src/contract/errors";
import type { CheckFeature } from "../../packages/billing/src/contract/answers";
import type { CustomerFeature } from "../../packages/billing/src/contract/wire";
import { logRefusal } from "../engine/platform/refusalLog";
import { internal } from "../_generated/api";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import type { BrowserOperation } from "../../packages/billing/src/contract/operations";
import { identifyCaller } from "./caller";
import { currentProvider } from "./current";
import { findIdentity, identify } from "./identify";
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
  /** How old the balances of a remote provider may be. Default an hour. */
  maxStaleMs?: number;
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

  /**
   * Who calls an operation from a browser; `rate_limit_exceeded` when this session calls too
   * often. In mutations: for `BillingConfig.caller`.
   */
  async identifyCaller(ctx: MutationCtx, operation: BrowserOperation): Promise<Result<Who | null>> {
    return await identifyCaller(ctx, operation);
  },

  /** Somebody of whom host code keeps the token identifier; null: no customer. In queries and mutations. */
  async other(ctx: QueryCtx | MutationCtx, tokenIdentifier: string): Promise<Who | null> {
    const stored = await findIdentity(ctx, { tokenIdentifier });
    return stored && { customerId: stored.customerId };
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
    return await currentProvider().allowed(ctx, who, { featureId, required });
  },

  /** What the customer has of a feature, and how much is used; null: nothing. In queries and mutations. */
  async feature(
    ctx: QueryCtx | MutationCtx,
    who: Who | null,
    featureId: string,
  ): Promise<Result<CustomerFeature | null>> {
    return who ? await currentProvider().feature(ctx, who, featureId) : unauthenticated();
  },

  /**
   * Checks and records use in the caller's own transaction: either both the
   * use and what it was for are stored, or neither.
   *
   * @returns The check. Error codes: `unauthenticated`, `insufficient_balance`,
   *   `feature_not_found`, `invalid_inputs`; `entitlements_stale` with a remote
   *   provider that was not heard of for too long.
   */
  async gate(ctx: MutationCtx, who: Who | null, use: Use): Promise<Result<CheckFeature>> {
    if (!who) return unauthenticated();
    const asked = { operation: "gate", customer: who.customerId };
    return logRefusal(asked, await currentProvider().gate(ctx, who, { value: 1, ...use }));
  },

  /** Counters that rise when the caller's customer or the catalogue changes. In queries. */
  async revision(ctx: QueryCtx) {
    const who = await identify(ctx);
    return await currentProvider().revision(ctx, who?.customerId ?? null);
  },

  // In actions: each takes (ctx, who, parameters, { key }) and answers a Result.
  checkout: onBehalf("checkout"),
  attach: onBehalf("attach"),
  cancel: onBehalf("cancel"),
  setupPayment: onBehalf("setupPayment"),
  check: onBehalf("check"),
  explain: onBehalf("explainCheck"),
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
export type BillingFor<Feature extends string> = Omit<
  typeof billing,
  "allowed" | "feature" | "gate"
> & {
  allowed(
    ctx: QueryCtx | MutationCtx | ActionCtx,
    who: Who | null,
    need: Need<Feature>,
  ): Promise<Result<boolean>>;
  feature(
    ctx: QueryCtx | MutationCtx,
    who: Who | null,
    featureId: Feature,
  ): Promise<Result<CustomerFeature | null>>;
  gate(ctx: MutationCtx, who: Who | null, use: Use<Feature>): Promise<Result<CheckFeature>>;
};
