import { internalMutationGeneric, queryGeneric } from "convex/server";
import type { HttpRouter, RegisteredMutation, RegisteredQuery } from "convex/server";
import { v } from "convex/values";
import type { CheckFeature } from "../contract/responses";
import { vRevision } from "../contract/caller";
import type { Who } from "../contract/caller";
import { asResult, fail } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { CustomerFeature } from "../contract/wire";
import type { ComponentApi } from "../component/_generated/component";
import { logRefusal } from "../component/platform/refusalLog";
import { defineActions } from "./browser";
import type { BrowserActions } from "./browser";
import { callerOf, identify } from "./caller";
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
import type { CatalogueDefinition } from "../component/rules/catalogue/define";

/** The units that a check requires. */
interface Need<Feature extends string> {
  featureId: Feature;
  /** Default 1. */
  required?: number;
}

/** The units that a gate records. */
interface Use<Feature extends string> {
  featureId: Feature;
  /** Default 1. */
  value?: number;
  /**
   * Identifies this use: repeated calls with the same key count once. Never take the key
   * from a browser; use the id of the row that the use stores.
   */
  key: string;
  /** Maximum age of a remote provider's cached balances, in milliseconds. Default: one hour. */
  maxStaleMs?: number;
}

/** The ids of a catalogue. */
type CatalogueIds<Feature extends string, Product extends string> = {
  feature: Feature;
  product: Product;
};

type Revision = typeof vRevision.type;

/** The exports of a host's `convex/billing.ts`. */
interface HostFunctions extends BrowserActions {
  /**
   * Notifies an open page that its customer or the catalogue has changed, so that it
   * fetches once.
   */
  revision: RegisteredQuery<"public", Record<string, never>, Promise<Revision>>;
  /** Installs the catalogue from the host's code: `npx convex run billing:install`. */
  install: RegisteredMutation<"internal", Record<string, never>, Promise<{ changed: number }>>;
}

/**
 * The interface of billing for a host's functions. `who` is `await billing.me(ctx)`,
 * or a customer that host code chooses (a studio's owner), never a value from the
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

  // In actions: each takes (ctx, who, parameters, { key }) and returns a Result.
  readonly checkout: OnBehalf<"checkout", CatalogueIds<Feature, Product>>;
  readonly attach: OnBehalf<"attach", CatalogueIds<Feature, Product>>;
  readonly cancel: OnBehalf<"cancel", CatalogueIds<Feature, Product>>;
  readonly setupPayment: OnBehalf<"setupPayment", CatalogueIds<Feature, Product>>;
  readonly check: OnBehalf<"check", CatalogueIds<Feature, Product>>;
  readonly explain: OnBehalf<"explainCheck", CatalogueIds<Feature, Product>>;
  readonly track: OnBehalf<"track", CatalogueIds<Feature, Product>>;
  readonly query: OnBehalf<"query", CatalogueIds<Feature, Product>>;
  readonly customers: {
    readonly create: OnBehalf<"createCustomer", CatalogueIds<Feature, Product>>;
    readonly get: OnBehalf<"getCustomer", CatalogueIds<Feature, Product>>;
    readonly update: OnBehalf<"updateCustomer", CatalogueIds<Feature, Product>>;
    readonly delete: OnBehalf<"deleteCustomer", CatalogueIds<Feature, Product>>;
    readonly billingPortal: OnBehalf<"billingPortal", CatalogueIds<Feature, Product>>;
    readonly ledger: OnBehalf<"listLedger", CatalogueIds<Feature, Product>>;
    readonly list: OnItsOwn<"listCustomers">;
  };
  readonly entities: {
    readonly create: OnBehalf<"createEntity", CatalogueIds<Feature, Product>>;
    readonly get: OnBehalf<"getEntity", CatalogueIds<Feature, Product>>;
    readonly delete: OnBehalf<"deleteEntity", CatalogueIds<Feature, Product>>;
    readonly transfer: OnBehalf<"transferProduct", CatalogueIds<Feature, Product>>;
  };
  readonly balances: {
    readonly set: OnBehalf<"setBalances", CatalogueIds<Feature, Product>>;
    readonly setUsage: OnBehalf<"setUsage", CatalogueIds<Feature, Product>>;
  };
  readonly invoices: {
    readonly list: OnBehalf<"listInvoices", CatalogueIds<Feature, Product>>;
  };
  readonly refunds: {
    readonly create: OnBehalf<"createRefund", CatalogueIds<Feature, Product>>;
    /** The credit notes of refunds. */
    readonly list: OnBehalf<"listCreditNotes", CatalogueIds<Feature, Product>>;
  };
  readonly referrals: {
    readonly createCode: OnBehalf<"createReferralCode", CatalogueIds<Feature, Product>>;
    readonly redeemCode: OnBehalf<"redeemReferralCode", CatalogueIds<Feature, Product>>;
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

  /** Returns the functions that the host's `convex/billing.ts` exports, by name. */
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

  /** Adds the HTTP routes for pages without a Convex client. @see Spec §7 */
  registerRoutes(http: HttpRouter, options: RouteOptions = {}): void {
    for (const route of billingRoutes(this.#installed, this.#config, options)) http.route(route);
  }

  /** Returns the caller's customer; null when signed out. For queries, mutations and actions. */
  async me(ctx: ReadingCtx): Promise<Who | null> {
    return await identify(this.#installed.component, ctx, this.#config);
  }

  /** Returns the customer of a token identifier that the host has stored; null if there is none. */
  async other(ctx: ReadingCtx, tokenIdentifier: string): Promise<Who | null> {
    return await ctx.runQuery(this.#installed.component.public.customerByToken, {
      tokenIdentifier,
    });
  }

  /**
   * Returns the token identifier of a customer, such as an event's; null if server code
   * created the customer, the host chose its id, or `forget` unbound it.
   */
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

  /**
   * Ends the open billing portals of a customer. Call it when a session ends, because
   * a portal URL works for 30 minutes without one.
   *
   * @param of - The token identifier of the session; `{ customerId }` where `identify`
   *   names the customer. Portals of its other members end too.
   */
  async closePortals(ctx: WritingCtx, of: string | { customerId: string }): Promise<void> {
    const named = typeof of === "string" ? { tokenIdentifier: of } : of;
    await ctx.runMutation(this.#installed.component.public.closePortals, { of: named });
  }

  /**
   * Whether the customer may use a feature. Records nothing. For queries, mutations and
   * actions.
   */
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

  /** Returns a customer's balance and usage of a feature; null if they don't have it. */
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

  /** Counters that increase when the caller's customer or the catalogue changes. For queries. */
  async revision(ctx: ReadingCtx): Promise<Revision> {
    const caller = await callerOf(ctx, this.#config);
    return await ctx.runQuery(this.#installed.component.public.revision, { caller });
  }
}

/**
 * The type of `new Billing(…)` for a catalogue. Declare it if a setting refers to
 * `internal`: TypeScript can't infer the type then, because `internal` contains the
 * type of the host's `billing`.
 *
 * @typeParam Catalogue - `typeof catalogue`, as `defineCatalog` returns it.
 */
export type BillingOf<Catalogue extends CatalogueDefinition> = Billing<
  Catalogue["features"][number]["id"],
  Catalogue["products"][number]["id"]
>;
