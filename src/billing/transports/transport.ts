import type {
  BrowserArgs,
  BrowserOperation,
  OperationResult,
} from "../../../convex/contract/operations";

/**
 * How the client reaches its backend. Never rejects: a lost connection or a
 * refused field is a `Result` too.
 */
export interface Transport {
  call<Op extends BrowserOperation>(op: Op, args: BrowserArgs<Op>): Promise<OperationResult<Op>>;
}
