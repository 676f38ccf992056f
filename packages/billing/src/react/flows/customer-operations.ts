import type { CustomerOperations } from "../params";
import type { AttachDialogPorts } from "./attach";
import { attach } from "./attach";
import { callAndRefresh } from "./call-and-refresh";
import { checkout } from "./checkout";
import type { CheckoutPorts } from "./checkout";
import { openBillingPortal, setupPayment } from "./hosted-page";

/** Everything a page may do in a customer's name. What changes their holdings also refetches them. */
export function customerOperations(ports: AttachDialogPorts & CheckoutPorts): CustomerOperations {
  const { transport } = ports;
  return {
    attach: (asked) => attach(ports, asked),
    checkout: (asked) => checkout(ports, asked),
    cancel: (asked) => callAndRefresh(ports, "cancel", asked),
    track: (asked) => callAndRefresh(ports, "track", asked),
    query: (asked) => transport.call("query", asked),
    setupPayment: (asked = {}) => setupPayment(ports, asked),
    openBillingPortal: (asked = {}) => openBillingPortal(ports, asked),
    createReferralCode: (asked) => callAndRefresh(ports, "createReferralCode", asked),
    redeemReferralCode: (asked) => callAndRefresh(ports, "redeemReferralCode", asked),
    createEntity: (asked) => callAndRefresh(ports, "createEntity", asked),
    deleteEntity: (asked) => callAndRefresh(ports, "deleteEntity", asked),
  };
}
