import type { BillingError } from "../../contract/errors";
import type { BrowserArgs, BrowserOperation, OperationResult } from "../../contract/operations";

/** What one call asks for. Several entities at once are for backends over HTTP alone. @see Spec §5 */
export type TransportArgs<Op extends BrowserOperation> =
  | BrowserArgs<Op>
  | (Op extends "createEntity" ? readonly BrowserArgs<"createEntity">[] : never);

/**
 * How the client reaches its backend. Never rejects: a lost connection or a
 * refused field is a `Result` too.
 */
export interface Transport {
  call<Op extends BrowserOperation>(op: Op, args: TransportArgs<Op>): Promise<OperationResult<Op>>;
  /** A failure in words for developers, where the way to the backend may be the cause. */
  explain?(
    op: BrowserOperation,
    error: BillingError,
    statusCode: number | undefined,
  ): string | undefined;
}
