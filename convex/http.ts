import { httpRouter } from "convex/server";
import { serve } from "./engine/v1/v1";
import { reported } from "./payments/remote/webhook";
import { begin } from "./payments/remote/session";
import * as checkoutPages from "./payments/sandbox/hosted";
import * as invoicePages from "./payments/sandbox/invoicePages";
import * as portalPages from "./payments/sandbox/portalPages";

const SANDBOX_PAGES = [
  ["/sandbox/checkout/", checkoutPages],
  ["/sandbox/invoice/", invoicePages],
  ["/sandbox/portal/", portalPages],
] as const;
/** All of them, so that a wrong one is answered in words. */
const V1_METHODS = ["GET", "POST", "DELETE", "PUT", "PATCH"] as const;

const http = httpRouter();

for (const [pathPrefix, { show, submit }] of SANDBOX_PAGES) {
  http.route({ pathPrefix, method: "GET", handler: show });
  http.route({ pathPrefix, method: "POST", handler: submit });
}
http.route({ pathPrefix: "/pay/", method: "GET", handler: begin });
http.route({ path: "/payments/events", method: "POST", handler: reported });
for (const method of V1_METHODS) http.route({ pathPrefix: "/v1/", method, handler: serve });

export default http;
