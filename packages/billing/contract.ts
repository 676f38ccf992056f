/** What browser and server agree on: pure, for any runtime. */
export { decideFeatureAccess, decideProductAccess } from "./src/contract/access";
export type { FeatureAccess, FeatureBalance } from "./src/contract/access";
export type * from "./src/contract/answers";
export { BILLING_ERROR_CODES, fail, ok } from "./src/contract/errors";
export type { BillingError, BillingErrorCode, Result } from "./src/contract/errors";
export { BROWSER_OPERATIONS, OPERATIONS, operations } from "./src/contract/operations";
export type {
  BrowserArgs,
  BrowserOperation,
  Operation,
  OperationResult,
  WireParams,
} from "./src/contract/operations";
export { packsToUnits, unitsToPacks } from "./src/contract/quantity";
export type * from "./src/contract/wire";
