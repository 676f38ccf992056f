import type { BrowserOperation } from "./operations";

interface BrowserRoute {
  verb: "GET" | "POST" | "DELETE";
  /** Under the host backend's prefix; `{name}` is replaced by an argument. */
  path: `/${string}`;
}

/** The path of each operation, for pages without a Convex client. @see Spec §7 */
export const BROWSER_ROUTES: Readonly<Record<BrowserOperation, BrowserRoute>> = {
  createCustomer: { verb: "POST", path: "/customers" },
  billingPortal: { verb: "POST", path: "/billing_portal" },
  listProducts: { verb: "GET", path: "/products" },
  checkout: { verb: "POST", path: "/checkout" },
  attach: { verb: "POST", path: "/attach" },
  setupPayment: { verb: "POST", path: "/setup_payment" },
  cancel: { verb: "POST", path: "/cancel" },
  check: { verb: "POST", path: "/check" },
  track: { verb: "POST", path: "/track" },
  query: { verb: "POST", path: "/query" },
  createEntity: { verb: "POST", path: "/entities" },
  getEntity: { verb: "GET", path: "/entities/{entityId}" },
  deleteEntity: { verb: "DELETE", path: "/entities/{entityId}" },
  createReferralCode: { verb: "POST", path: "/referrals/code" },
  redeemReferralCode: { verb: "POST", path: "/referrals/redeem" },
};
