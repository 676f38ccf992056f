import { httpRouter } from "convex/server";
import { serve } from "./http/v1";
import { approve, handleReturn, redirectToSession } from "./pages/session";
import { handleWebhook } from "./payments/charges/webhook";
import { FONT_PATH, showFont } from "./pages/font";
import * as checkoutPages from "./pages/hosted";
import * as invoicePages from "./pages/invoicePages";
import * as portalPages from "./pages/portalPages";

const HOSTED_PAGES = [
  ["/sandbox/checkout/", checkoutPages],
  ["/sandbox/invoice/", invoicePages],
  ["/invoice/", invoicePages],
  ["/sandbox/portal/", portalPages],
  ["/portal/", portalPages],
] as const;
/** All methods, so that a wrong one gets a clear answer. */
const V1_METHODS = ["GET", "POST", "DELETE", "PUT", "PATCH"] as const;

/** Billing's addresses, under the prefix that the host mounts it at. */
const http = httpRouter();
for (const [pathPrefix, { show, submit }] of HOSTED_PAGES) {
  http.route({ pathPrefix, method: "GET", handler: show });
  http.route({ pathPrefix, method: "POST", handler: submit });
}
http.route({ path: FONT_PATH, method: "GET", handler: showFont });
http.route({ pathPrefix: "/pay/", method: "GET", handler: redirectToSession });
http.route({ pathPrefix: "/payments/approve/", method: "GET", handler: approve });
http.route({ pathPrefix: "/payments/return/", method: "GET", handler: handleReturn });
http.route({ path: "/payments/events", method: "POST", handler: handleWebhook });
for (const method of V1_METHODS) http.route({ pathPrefix: "/v1/", method, handler: serve });

export default http;
