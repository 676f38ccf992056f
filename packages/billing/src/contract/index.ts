/** The code that browser and server share: pure, for any runtime. */
export { decideFeatureAccess, decideProductAccess } from "./access";
export type { FeatureAccess, FeatureBalance } from "./access";
export type * from "./responses";
export { vBrowserOperation, vClaims } from "./caller";
export type { Who } from "./caller";
export { readClaims } from "./claims";
export type { Claims } from "./claims";
export { vBillingEvent } from "./events";
export type { BillingEvent, BillingEventType } from "./events";
export { BILLING_ERROR_CODES, fail, failTooMany, ok, vResult } from "./errors";
export type { BillingError, BillingErrorCode, Failure, Result } from "./errors";
export { BROWSER_OPERATIONS, OPERATIONS, operations } from "./operations";
export type {
  BrowserArgs,
  BrowserOperation,
  Operation,
  OperationResult,
  WireParams,
} from "./operations";
export {
  vExtendedTrial,
  vFailedPaymentList,
  vFoundCustomers,
  vGrantableProducts,
  vGrantedProduct,
  vGrantedUnits,
  vMadeRefund,
  vOpenDisputeList,
  vRetriedPayment,
  vTimelinePage,
} from "./operatorResponses";
export { vDismissedJob, vJobKind, vRetriedJob, vStuckJobList } from "./jobResponses";
export type { JobKind, StuckJob } from "./jobResponses";
export type {
  FailedPayment,
  OpenDispute,
  RetriedPayment,
  TimelineEntry,
} from "./operatorResponses";
export { MAX_LISTED_INVOICES } from "./listedInvoices";
export { vDeclineCode, vTimeline } from "./sandbox";
export type { Timeline } from "./sandbox";
export { packsToUnits, unitsToPacks } from "./quantity";
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./time";
export { reasonOf, tryAgainIn, wholeWait } from "./waiting";
export { vInvoiceList } from "./invoiceResponses";
export type { InvoiceDetail } from "./invoiceResponses";
export { nullable, vCustomer, vCustomerFeature } from "./wire";
export type * from "./wire";
