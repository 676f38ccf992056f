/** What browser and server agree on: pure, for any runtime. */
export { decideFeatureAccess, decideProductAccess } from "../../convex/contract/access";
export type { FeatureAccess, FeatureBalance } from "../../convex/contract/access";
export type * from "../../convex/contract/answers";
export { BILLING_ERROR_CODES, fail, ok } from "../../convex/contract/errors";
export type { BillingError, BillingErrorCode, Result } from "../../convex/contract/errors";
export { BROWSER_OPERATIONS, OPERATIONS, operations } from "../../convex/contract/operations";
export type {
  BrowserArgs,
  BrowserOperation,
  Operation,
  OperationResult,
  WireParams,
} from "../../convex/contract/operations";
export { packsToUnits, unitsToPacks } from "../../convex/contract/quantity";
export type * from "../../convex/contract/wire";
