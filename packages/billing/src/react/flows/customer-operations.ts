import type { BillingContextValue } from "../context";
import type { CustomerOperations } from "../params";
import type { AttachDialogPorts } from "./attach";
import { attach } from "./attach";
import { callAndRefresh } from "./call-and-refresh";
import { checkout } from "./checkout";
import type { CheckoutPorts } from "./checkout";
import { openHostedPage } from "./hosted-page";
import { visitorTransport } from "./visitor";

/** What these operations reach out to, and for whom. */
export type CustomerPorts = AttachDialogPorts &
  CheckoutPorts &
  Pick<BillingContextValue, "identityKey" | "askSignIn">;

/** Everything a page may do in a customer's name. What changes their customerState also refetches them. */
export function customerOperations(given: CustomerPorts): CustomerOperations {
  const isVisitor = given.identityKey === null;
  const transport = isVisitor
    ? visitorTransport(given.transport, given.askSignIn)
    : given.transport;
  const ports = { ...given, transport };
  return {
    attach: (asked) => attach(ports, asked),
    checkout: (asked) => checkout(ports, asked),
    cancel: (asked) => callAndRefresh(ports, "cancel", asked),
    track: (asked) => callAndRefresh(ports, "track", asked),
    query: (asked) => transport.call("query", asked),
    setupPayment: ({ openInNewTab, ...asked } = {}) =>
      openHostedPage(ports, openInNewTab, () => transport.call("setupPayment", asked)),
    openBillingPortal: ({ openInNewTab, ...asked } = {}) =>
      openHostedPage(ports, openInNewTab, () => transport.call("billingPortal", asked)),
    createReferralCode: (asked) => callAndRefresh(ports, "createReferralCode", asked),
    redeemReferralCode: (asked) => callAndRefresh(ports, "redeemReferralCode", asked),
    createEntity: (asked) => callAndRefresh(ports, "createEntity", asked),
    deleteEntity: (asked) => callAndRefresh(ports, "deleteEntity", asked),
  };
}
