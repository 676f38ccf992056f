import { randomSecret, sha256Hex } from "../../platform/digest";
import { siteUrl } from "../../platform/siteUrl";
import { savedMethod } from "../methods";
import type { RemoteProcessor } from "../processor";
import { chargeStep } from "./amounts";
import { invoiceUrl } from "../invoiceLinks";
import { openPortal } from "../sessions";
import { closeAccount, openAccount } from "./accounts";
import { findCharge, findRefund, findSucceededPayment, refund, send } from "./charges";
import { openStripe } from "./client";
import type { StripeSettings } from "./client";
import { findDispute, listEvents, verifyAndReadEvent } from "./events";
import { findSession, openSession } from "./sessions";

const FINDERS = { saved_method: findCharge, page: findSession, refund: findRefund } as const;

/** Moves money with Stripe. The books are the engine's: Stripe knows no plans. */
export function stripeProcessor(settings: StripeSettings): RemoteProcessor {
  const open = () => openStripe(settings);
  return {
    kind: "remote",
    chargeStep,
    savedMethod: async (ctx, customer) => await savedMethod(ctx, customer, "remote"),
    async openPage() {
      const token = randomSecret();
      return { url: `${siteUrl()}/pay/${token}`, tokenHash: await sha256Hex(token) };
    },
    openPortal: async (ctx, customer, returnUrl) =>
      await openPortal(ctx, customer, returnUrl, "elsewhere"),
    invoiceUrl: async (invoice, now, forMs) => await invoiceUrl(invoice, now, forMs, "elsewhere"),
    openAccount: async (customer) => await openAccount(await open(), customer),
    closeAccount: async (account) => await closeAccount(await open(), account),
    send: async (request) => await send(await open(), request),
    refund: async (request) => await refund(await open(), request),
    find: async (request) => await FINDERS[request.via](await open(), request),
    look: async (request) => await findSucceededPayment(await open(), request),
    openSession: async (request) => await openSession(await open(), request),
    async removeMethod(method) {
      await (await open()).paymentMethods.detach(method);
    },
    verifyAndReadEvent: async (body, headers) =>
      await verifyAndReadEvent(await open(), settings, body, headers.get("Stripe-Signature")),
    listEvents: async (since, cursor) => await listEvents(await open(), settings, since, cursor),
    findDispute: async (id) => await findDispute(await open(), id),
  };
}
