import type { Crons, HttpRouter } from "convex/server";
import { serve } from "../engine/http/v1";
import { begin } from "../payments/remote/session";
import { reported } from "../payments/remote/webhook";
import * as checkoutPages from "../payments/sandbox/hosted";
import { FONT_PATH, showFont } from "../payments/sandbox/font";
import * as invoicePages from "../payments/sandbox/invoicePages";
import * as portalPages from "../payments/sandbox/portalPages";
import { internal } from "../_generated/api";
import { billingRoutes } from "./routes";
import type { BillingConfig } from "./terms";

const SANDBOX_PAGES = [
  ["/sandbox/checkout/", checkoutPages],
  ["/sandbox/invoice/", invoicePages],
  ["/sandbox/portal/", portalPages],
] as const;
/** All of them, so that a wrong one is answered in words. */
const V1_METHODS = ["GET", "POST", "DELETE", "PUT", "PATCH"] as const;

/** Adds everything of billing that is reached over HTTP: pages, a browser's routes, `/v1`. */
export function routeBilling(http: HttpRouter, config: BillingConfig): HttpRouter {
  for (const [pathPrefix, { show, submit }] of SANDBOX_PAGES) {
    http.route({ pathPrefix, method: "GET", handler: show });
    http.route({ pathPrefix, method: "POST", handler: submit });
  }
  http.route({ path: FONT_PATH, method: "GET", handler: showFont });
  http.route({ pathPrefix: "/pay/", method: "GET", handler: begin });
  http.route({ path: "/payments/events", method: "POST", handler: reported });
  for (const route of billingRoutes(config)) http.route(route);
  for (const method of V1_METHODS) http.route({ pathPrefix: "/v1/", method, handler: serve });
  return http;
}

/** What billing does by the clock. Each also happens lazily, so a missed one is harmless. */
export function scheduleBilling(crons: Crons): void {
  const { engine, payments, provider } = internal;
  crons.interval("take missed steps", { minutes: 5 }, engine.lifecycle.renewals.sweep, {});
  crons.interval(
    "delete old counts of rate limits",
    { hours: 24 },
    engine.platform.rateLimits.sweep,
    {},
  );
  crons.interval("delete old keys", { hours: 1 }, engine.lifecycle.retention.sweep, {});
  crons.interval(
    "delete invoices after their period",
    { hours: 24 },
    engine.lifecycle.keptInvoices.sweep,
    {},
  );
  crons.interval("store missed resets", { hours: 1 }, engine.lifecycle.resets.sweep, {});
  crons.interval("prove the ledger", { hours: 24 }, engine.lifecycle.audit.round, {});
  crons.interval("ask for lost payments", { minutes: 1 }, payments.remote.perform.reconcile, {});
  crons.interval(
    "take up what a provider did not answer",
    { minutes: 1 },
    provider.remote.sweep.sweep,
    {},
  );
}
