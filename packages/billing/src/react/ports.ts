import type { FunctionReference } from "convex/server";
import type { BillingError } from "../contract/errors";
import type { BrowserOperation, OperationResult } from "../contract/operations";

/** The host's function references: `api.billing` of a deployment that serves billing. */
export type BillingFunctions = Readonly<Record<BrowserOperation, FunctionReference<"action">>> & {
  /** The reactive revision. Without it nothing refreshes by itself. */
  readonly revision?: FunctionReference<"query">;
};

/** A subscription to one reactive query. */
export interface ConvexWatch {
  onUpdate(callback: () => void): () => void;
  localQueryResult(): unknown;
}

/** What the client needs of Convex; `ConvexReactClient` has it. */
export interface ConvexClient {
  action(reference: FunctionReference<"action">, args: Record<string, unknown>): Promise<unknown>;
  watchQuery?(reference: FunctionReference<"query">, args: Record<string, never>): ConvexWatch;
}

/** What a host may want to count, or to tell of; for `onEvent`. */
export type BillingEvent =
  | {
      /** Confirmed, or attached without a dialog: the request is on its way. */
      type: "purchase_started";
      productIds: readonly string[];
    }
  | {
      /** What was answered to it. Without a `statusCode` no answer came, and it may have been made. */
      type: "purchase_settled";
      productIds: readonly string[];
      result: OperationResult<"attach">;
    }
  | { type: "paywall_shown"; featureId: string }
  | { type: "checkout_opened"; productId: string }
  | {
      type: "checkout_confirmed";
      productId: string;
      /** Paid with the saved card: the `successUrl` of the checkout, where it has one. */
      paidUrl?: string;
    };

/** What a visitor chose before they were signed in; for `onSignIn`. */
export interface ChosenProduct {
  productId: string;
}

/** What a person started in a dialog or table, and what went wrong with it; for `onError`. */
export type BillingFailureReport = BillingError & { operation: BrowserOperation };
