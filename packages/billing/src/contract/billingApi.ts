import type { Operation, OperationResult, WireParams } from "./operations";

export interface CallOptions {
  /** The same key and payload return the first response again. Already namespaced by customer. */
  idempotencyKey?: string;
}

/**
 * The interface of a billing client: one method per operation, wire in, Result
 * out.
 *
 * Expected failures are results. A method rejects only when an assumption of ours
 * is broken.
 */
export type BillingApi = {
  [Op in Operation]: (
    params: WireParams<Op>,
    options?: CallOptions,
  ) => Promise<OperationResult<Op>>;
};
