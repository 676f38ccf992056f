import type { Operation, OperationResult, WireParams } from "./operations";

export interface CallOptions {
  /** The same key and payload return the first response again. Already namespaced by customer. */
  idempotencyKey?: string;
}

/**
 * The interface of a billing client: one method per operation, with wire parameters, returning a
 * Result.
 *
 * Expected failures are results. A method rejects only if billing has a bug.
 */
export type BillingApi = {
  [Op in Operation]: (
    params: WireParams<Op>,
    options?: CallOptions,
  ) => Promise<OperationResult<Op>>;
};
