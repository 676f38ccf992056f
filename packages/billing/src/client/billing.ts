import { internalMutationGeneric, queryGeneric } from "convex/server";
import type { HttpRouter, RegisteredMutation, RegisteredQuery } from "convex/server";
import { v } from "convex/values";
import type { CheckFeature } from "../contract/responses";
import { vRevision } from "../contract/caller";
import type { Who } from "../contract/caller";
import { asResult, fail } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { BrowserOperation } from "../contract/operations";
import type { CustomerFeature } from "../contract/wire";
import type { ComponentApi } from "../component/_generated/component";
import { logRefusal } from "../component/platform/refusalLog";
import { defineActions } from "./browser";
import type { BrowserActions } from "./browser";
import { claimsOf, identify, identifyCaller } from "./caller";
import type { ReadingCtx, WritingCtx } from "./context";
import { settingsOf } from "./hostSettings";
import { explainUnknown, sendable } from "./installed";
import type { Installed } from "./installed";
import { operatorsOf } from "./operators";
import type { BillingOperators } from "./operators";
import { billingRoutes } from "./routes";
import type { RouteOptions } from "./routes";
import { sandboxOf } from "./sandbox";
import type { Sandbox } from "./sandbox";
import { onBehalf, onItsOwn, unauthenticated } from "./server";
import type { OnBehalf, OnItsOwn } from "./server";
import type { BillingConfig } from "./policy";

/** Units of a feature that are needed. */
interface Need<Feature extends string> {
  featureId: Feature;
  /** Default 1. */
  required?: number;
}

/** Units of a feature that are used now. */
interface Use<Feature extends string> {
  featureId: Feature;
  /** Default 1. */
  value?: number;
  /** Names this use: the same key counts once, however often it is sent. */
  key: string;
  /** How old the balances of a remote provider may be. Default an hour. */
  maxStaleMs?: number;
}

/** The ids of a catalogue. */
type I<Feature extends string, Product extends string> = { feature: Feature; product: Product };

type Revision = typeof vRevision.type;

/** What a host's `convex/billing.ts` exports. */
interface HostFunctions extends BrowserActions {
  /**
   * Notifies an open page that its customer or the catalogue has changed, so that it
   * fetches once.
   */
  revision: RegisteredQuery<"public", Record<string, never>, Promise<Revision>>;
  /** Makes the installed catalogue equal to the one in code: `npx convex run billing:install`. */
  install: RegisteredMutation<"internal", Record<string, never>, Promise<{ changed: number }>>;
}

/**
 * Billing, as a host's functions use it. `who` is `await billing.me(ctx)`, or a
 * customer that host code names (a studio's owner), never a value from the
 * browser.
 *
 * @example Gate an upload in the host's own transaction
 * ```ts
 * const who = await billing.me(ctx);
 * const gate = await billing.gate(ctx, who, { featureId: "uploads", key: uploadId });
 * if (gate.error) return gate;
 * ```
 */
export class Billing<Feature extends string = string, Product extends string = string> {
  readonly #installed: Installed;
  readonly #config: BillingConfig<Feature, Product>;

  // In actions: each takes (ctx, who, parameters, { key }) and answers a Result.
  readonly checkout: OnBehalf<"checkout", I<Feature, Product>>;
  readonly attach: OnBehalf<"attach", I<Feature, Product>>;
  readonly cancel: OnBehalf<"cancel", I<Feature, Product>>;
  readonly setupPayment: OnBehalf<"setupPayment", I<Feature, Product>>;
  readonly check: OnBehalf<"check", I<Feature, Product>>;
  readonly explain: OnBehalf<"explainCheck", I<Feature, Product>>;
  readonly track: OnBehalf<"track", I<Feature, Product>>;
  readonly query: OnBehalf<"query", I<Feature, Product>>;
  readonly customers: {
    readonly create: OnBehalf<"createCustomer", I<Feature, Product>>;
    readonly get: OnBehalf<"getCustomer", I<Feature, Product>>;
    readonly update: OnBehalf<"updateCustomer", I<Feature, Product>>;
    readonly delete: OnBehalf<"deleteCustomer", I<Feature, Product>>;
    readonly billingPortal: OnBehalf<"billingPortal", I<Feature, Product>>;
    readonly ledger: OnBehalf<"listLedger", I<Feature, Product>>;
    readonly list: OnItsOwn<"listCustomers">;
  };
  readonly entities: {
    readonly create: OnBehalf<"createEntity", I<Feature, Product>>;
    readonly get: OnBehalf<"getEntity", I<Feature, Product>>;
    readonly delete: OnBehalf<"deleteEntity", I<Feature, Product>>;
    readonly transfer: OnBehalf<"transferProduct", I<Feature, Product>>;
  };
  readonly balances: {
    readonly set: OnBehalf<"setBalances", I<Feature, Product>>;
    readonly setUsage: OnBehalf<"setUsage", I<Feature, Product>>;
  };
  readonly invoices: {
    readonly list: OnBehalf<"listInvoices", I<Feature, Product>>;
  };
  readonly refunds: {
    readonly create: OnBehalf<"createRefund", I<Feature, Product>>;
    /** Their credit notes. */
    readonly list: OnBehalf<"listCreditNotes", I<Feature, Product>>;
  };
  readonly referrals: {
    readonly createCode: OnBehalf<"createReferralCode", I<Feature, Product>>;
    readonly redeemCode: OnBehalf<"redeemReferralCode", I<Feature, Product>>;
  };

  readonly sandbox: Sandbox;
  readonly operators: BillingOperators;

  /** @param component - `components.billing` of the host's generated API. */
  constructor(component: ComponentApi, config: BillingConfig<Feature, Product>) {
    const installed = { component, catalogue: config.catalogue };
    this.#installed = installed;
    this.#config = config;
    this.sandbox = sandboxOf(component);
    this.operators = operatorsOf(component);
    this.checkout = onBehalf(installed, "checkout");
    this.attach = onBehalf(installed, "attach");
    this.cancel = onBehalf(installed, "cancel");
    this.setupPayment = onBehalf(installed, "setupPayment");
    this.check = onBehalf(installed, "check");
    this.explain = onBehalf(installed, "explainCheck");
    this.track = onBehalf(installed, "track");
    this.query = onBehalf(installed, "query");
    this.customers = {
      create: onBehalf(installed, "createCustomer"),
      get: onBehalf(installed, "getCustomer"),
      update: onBehalf(installed, "updateCustomer"),
      delete: onBehalf(installed, "deleteCustomer"),
      billingPortal: onBehalf(installed, "billingPortal"),
      ledger: onBehalf(installed, "listLedger"),
      list: onItsOwn(installed, "listCustomers"),
    };
    this.entities = {
      create: onBehalf(installed, "createEntity"),
      get: onBehalf(installed, "getEntity"),
      delete: onBehalf(installed, "deleteEntity"),
      transfer: onBehalf(installed, "transferProduct"),
    };
    this.balances = {
      set: onBehalf(installed, "setBalances"),
      setUsage: onBehalf(installed, "setUsage"),
    };
    this.invoices = { list: onBehalf(installed, "listInvoices") };
    this.refunds = {
      create: onBehalf(installed, "createRefund"),
      list: onBehalf(installed, "listCreditNotes"),
    };
    this.referrals = {
      createCode: onBehalf(installed, "createReferralCode"),
      redeemCode: onBehalf(installed, "redeemReferralCode"),
    };
  }

  /** The functions that the host's `convex/billing.ts` exports, by name. */
  actions(): HostFunctions {
    const { component, catalogue } = this.#installed;
    return {
      ...defineActions(this.#installed, this.#config),
      revision: queryGeneric({
        args: {},
        returns: vRevision,
        handler: async (ctx) => await this.revision(ctx),
      }),
      install: internalMutationGeneric({
        args: {},
        returns: v.object({ changed: v.number() }),
        handler: async (ctx): Promise<{ changed: number }> => {
          const settings = await settingsOf(this.#config);
          const definitions = { catalogue: sendable(catalogue), settings };
          return await ctx.runMutation(component.public.installCatalogue, definitions);
        },
      }),
    };
  }

  /** Adds what a browser may call over plain HTTP: for pages without a Convex client. @see Spec §7 */
  registerRoutes(http: HttpRouter, options: RouteOptions = {}): void {
    for (const route of billingRoutes(this.#installed, this.#config, options)) http.route(route);
  }

  /** The caller's customer; null when signed out. In queries, mutations and actions. */
  async me(ctx: ReadingCtx): Promise<Who | null> {
    return await identify(this.#installed.component, ctx);
  }

  /**
   * The customer of a browser's call; `rate_limit_exceeded` when this session calls
   * too often. In mutations: for `BillingConfig.caller`.
   */
  async identifyCaller(ctx: WritingCtx, operation: BrowserOperation): Promise<Result<Who | null>> {
    return await identifyCaller(this.#installed.component, ctx, operation);
  }

  /** The customer of a stored token identifier; null: none. */
  async other(ctx: ReadingCtx, tokenIdentifier: string): Promise<Who | null> {
    return await ctx.runQuery(this.#installed.component.public.customerByToken, {
      tokenIdentifier,
    });
  }

  /** The token identifier of a customer, such as an event's; null: of server code, or forgotten. */
  async tokenOf(ctx: ReadingCtx, customerId: string): Promise<string | null> {
    return await ctx.runQuery(this.#installed.component.public.tokenOfCustomer, { customerId });
  }

  /**
   * Unbinds an identity because the host deleted its account. Delete the customer
   * first: a later identity with the same subject gets the same customer id.
   */
  async forget(ctx: WritingCtx, tokenIdentifier: string): Promise<void> {
    await ctx.runMutation(this.#installed.component.public.forgetIdentity, { tokenIdentifier });
  }

  /** Whether the customer may use a feature. Records nothing. In queries, mutations and actions. */
  async allowed(
    ctx: ReadingCtx,
    who: Who | null,
    { featureId, required = 1 }: Need<Feature>,
  ): Promise<Result<boolean>> {
    if (!who) return unauthenticated();
    if (!(Number.isFinite(required) && required >= 0)) {
      return fail("invalid_inputs", "required must be a finite number of at least 0");
    }
    const need = { who, featureId, required };
    return asResult(await ctx.runQuery(this.#installed.component.public.allowed, need));
  }

  /** A customer's balance of a feature, and how much is used; null: they do not have it. */
  async feature(
    ctx: ReadingCtx,
    who: Who | null,
    featureId: Feature,
  ): Promise<Result<CustomerFeature | null>> {
    if (!who) return unauthenticated();
    const { feature } = this.#installed.component.public;
    return asResult(await ctx.runQuery(feature, { who, featureId }));
  }

  /**
   * Checks and records use in the caller's own transaction: either the use and the
   * host's writes are both stored, or neither is.
   *
   * @returns The check. Error codes: `unauthenticated`, `insufficient_balance`,
   *   `feature_not_found`, `invalid_inputs`; `entitlements_stale` when a hosted
   *   provider's balances are too old.
   */
  async gate(
    ctx: WritingCtx,
    who: Who | null,
    { value = 1, ...use }: Use<Feature>,
  ): Promise<Result<CheckFeature>> {
    if (!who) return unauthenticated();
    if (use.key === "") return fail("invalid_inputs", "key must name this use");
    const asked = { operation: "gate", customer: who.customerId };
    const { gate } = this.#installed.component.public;
    const result = asResult(await ctx.runMutation(gate, { who, value, ...use }));
    return logRefusal(asked, await explainUnknown(ctx, this.#installed, result));
  }

  /** Counters that rise when the caller's customer or the catalogue changes. In queries. */
  async revision(ctx: ReadingCtx): Promise<Revision> {
    const verified = await ctx.auth.getUserIdentity();
    const identity = verified && claimsOf(verified);
    return await ctx.runQuery(this.#installed.component.public.revision, { identity });
  }
}
