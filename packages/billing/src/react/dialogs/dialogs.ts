/** The code that loads when the first dialog is rendered. */
export { Failure } from "../components/failure";
export { CancelDialog } from "./cancel-dialog";
export { CheckoutDialog } from "./checkout-dialog";
export { PaywallDialog } from "./paywall-dialog";
export { PlanChangeDialog } from "./plan-change-dialog";
export { SeatRemoval } from "./seat-removal";
