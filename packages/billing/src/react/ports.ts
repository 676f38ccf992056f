import type { FunctionReference } from "convex/server";
import type { BillingError } from "../contract/errors";
import type { BrowserOperation, OperationResult } from "../contract/operations";

/** The host's function references: `api.billing` of a deployment that serves billing. */
export type BillingFunctions = Readonly<Record<BrowserOperation, FunctionReference<"action">>> & {
  /** The live revision. Without it no data refreshes automatically. */
  readonly revision?: FunctionReference<"query">;
};

/** A subscription to one reactive query. */
export interface ConvexWatch {
  onUpdate(callback: () => void): () => void;
  localQueryResult(): unknown;
}

/** The part of a Convex client that billing needs; `ConvexReactClient` has it. */
export interface ConvexClient {
  action(reference: FunctionReference<"action">, args: Record<string, unknown>): Promise<unknown>;
  watchQuery?(reference: FunctionReference<"query">, args: Record<string, never>): ConvexWatch;
}

/** Events for analytics or toasts; for `onEvent`. */
export type BillingEvent =
  | {
      /** Confirmed, or attached without a dialog: the request has been sent. */
      type: "purchase_started";
      productIds: readonly string[];
    }
  | {
      /**
       * The response. Without a `statusCode` there was no response, and the purchase
       * may have been made.
       */
      type: "purchase_settled";
      productIds: readonly string[];
      result: OperationResult<"attach">;
    }
  | { type: "paywall_shown"; featureId: string }
  | { type: "checkout_opened"; productId: string }
  | {
      type: "checkout_confirmed";
      productId: string;
      /** Paid with the saved card: the `successUrl` of the checkout, if it has one. */
      paidUrl?: string;
    };

/** The product that a visitor chose before sign-in; for `onSignIn`. */
export interface ChosenProduct {
  productId: string;
}

/** A failed operation that a user started in a dialog or table; for `onError`. */
export type BillingFailureReport = BillingError & { operation: BrowserOperation };
