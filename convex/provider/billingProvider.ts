import type { CheckFeature } from "../../packages/billing/src/contract/answers";
import type { Result } from "../../packages/billing/src/contract/errors";
import type { CustomerFeature } from "../../packages/billing/src/contract/wire";
import type { ActionCtx, MutationCtx, QueryCtx } from "../_generated/server";
import type { Who } from "./identify";
import type { BillingApi } from "../../packages/billing/src/contract/billingApi";

export interface GatedUse {
  featureId: string;
  value: number;
  /** Names this very use. */
  key: string;
  /** How old what is known may be. Default an hour. The embedded provider always knows. */
  maxStaleMs?: number;
}

/** Everything that the doors of this folder ask of a provider, embedded or remote. */
export interface BillingProvider {
  /** The operations of the contract. */
  api: (ctx: ActionCtx) => BillingApi;
  /** Whether a customer may use a feature. Records nothing. */
  allowed: (
    ctx: QueryCtx,
    who: Who,
    need: { featureId: string; required: number },
  ) => Promise<Result<boolean>>;
  /** What a customer has of a feature, and how much of it is used. Null: nothing. */
  feature: (ctx: QueryCtx, who: Who, featureId: string) => Promise<Result<CustomerFeature | null>>;
  /** Checks and records use, in the caller's transaction. */
  gate: (ctx: MutationCtx, who: Who, use: GatedUse) => Promise<Result<CheckFeature>>;
  /** Rises when the customer or the catalogue changes. */
  revision: (
    ctx: QueryCtx,
    customerId: string | null,
  ) => Promise<{ customer: number; catalogue: number; next_change_at: number | null }>;
}
