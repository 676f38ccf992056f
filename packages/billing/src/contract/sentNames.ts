import type { BrowserOperation } from "./operations";

const PURCHASE = "productId productIds entityId options successUrl reward planSchedule";

/**
 * The arguments that a browser may send, in the order of the operations table. They
 * are separate from the table, whose validators run on the server and are most of its
 * size.
 */
const BROWSER_ARGS: Readonly<Record<BrowserOperation, string>> = {
  createCustomer: "expand errorOnNotFound",
  billingPortal: "returnUrl",
  listProducts: "",
  checkout: PURCHASE,
  attach: `${PURCHASE} previewId`,
  setupPayment: "successUrl",
  cancel: "productId entityId cancelImmediately",
  check: "featureId productId entityId requiredBalance withPreview",
  track: "featureId eventName entityId value idempotencyKey properties",
  query: "featureId range",
  createEntity: "id name featureId",
  getEntity: "entityId expand",
  deleteEntity: "entityId",
  createReferralCode: "programId",
  redeemReferralCode: "code",
};

/**
 * Clients of the specification and of the provider send these. They are ignored,
 * because the identity decides.
 */
export const DROPPED_ARGS = ["customer_data", "customerData", "dialog", "openInNewTab"] as const;

/** Names the browser may send to `op`, in the order of the table, and `clientRequestId`. */
export function allowedArgs(op: BrowserOperation): readonly string[] {
  return `${BROWSER_ARGS[op]} clientRequestId`.trim().split(" ");
}

/** Arguments without dropped and undefined ones. */
export function withoutDropped(args: object): Record<string, unknown> {
  const dropped = new Set<string>(DROPPED_ARGS);
  return Object.fromEntries(
    Object.entries(args).filter(([name, value]) => value !== undefined && !dropped.has(name)),
  );
}
