import type { BillingError } from "../../contract/errors";
import type { BrowserArgs, BrowserOperation, OperationResult } from "../../contract/operations";

/** The arguments of one call. Only HTTP backends accept several entities at once. @see Spec §5 */
export type TransportArgs<Op extends BrowserOperation> =
  | BrowserArgs<Op>
  | (Op extends "createEntity" ? readonly BrowserArgs<"createEntity">[] : never);

/**
 * The client's connection to its backend. It never rejects: a lost connection or a
 * refused field is a `Result` too.
 */
export interface Transport {
  call<Op extends BrowserOperation>(op: Op, args: TransportArgs<Op>): Promise<OperationResult<Op>>;
  /** A hint for developers about a failure of the connection. */
  explain?(
    op: BrowserOperation,
    error: BillingError,
    statusCode: number | undefined,
  ): string | undefined;
}
