import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { FakeStripe } from "./fake-stripe";

/** Stripe's API and its pages for customers, on a local port. */
export interface StripeServer {
  stripe: FakeStripe;
  url: string;
  /** The URL for reports from now on; null: none. */
  reportTo(url: string | null): void;
  /** Sends the reports of events that no request caused. */
  report(): Promise<void>;
  close(): Promise<void>;
}

export async function startStripe(port = 0): Promise<StripeServer> {
  const stripe = new FakeStripe();
  let to: string | null = null;
  const server = createServer((request, response) => {
    void answer(stripe, request, response).then(() => deliver(stripe, to));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens by port
  stripe.origin = url;
  return {
    stripe,
    url,
    reportTo: (address) => (to = address),
    report: async () => await deliver(stripe, to),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function answer(
  stripe: FakeStripe,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  const body = Buffer.concat(chunks).toString();
  const { pathname } = new URL(request.url ?? "/", stripe.origin);
  if (!pathname.startsWith("/v1/")) {
    showPage(stripe, pathname, new URLSearchParams(body), response);
    return;
  }
  try {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const init = {
      method: request.method ?? "GET",
      headers: Object.fromEntries(headers) as object,
    };
    const answered = await stripe.fetch(`${stripe.origin}${request.url ?? ""}`, {
      ...(init as RequestInit),
      body,
    });
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(await answered.text());
  } catch {
    // The network has lost the request, or its response.
    response.destroy();
  }
}

/** The page for a card, and the bank's page; each is a form. */
function showPage(
  stripe: FakeStripe,
  pathname: string,
  fields: URLSearchParams,
  response: ServerResponse,
): void {
  const [, kind, ...rest] = pathname.split("/");
  const id = rest.at(-1) ?? "";
  const session = kind === "c" ? stripe.sessions.get(id) : undefined;
  const payment = kind === "3ds" ? stripe.payments.get(id) : undefined;
  const number = fields.get("number");
  if (session && number !== null && stripe.pay(session, number.replaceAll(" ", ""))) {
    response.writeHead(303, { Location: session.success_url }).end();
    return;
  }
  const decision = fields.get("approve");
  if (payment && decision !== null) {
    stripe.approve(payment, decision === "yes");
    response.writeHead(303, { Location: payment.return_url ?? "/" }).end();
    return;
  }
  const form = session ? cardForm(number !== null) : payment ? BANK : null;
  response.writeHead(form === null ? 404 : 200, { "Content-Type": "text/html" });
  response.end(form === null ? "" : `<!doctype html><html lang="en"><title>Stripe</title>${form}`);
}

const cardForm = (wasRefused: boolean) =>
  `<h1>Pay with Stripe</h1>${wasRefused ? "<p role=alert>Your card was declined.</p>" : ""}
  <form method="post"><label>Card number <input name="number"></label><button>Pay</button></form>`;
const BANK = `<h1>Is it you?</h1><form method="post">
  <button name="approve" value="yes">Approve</button><button name="approve" value="no">Refuse</button></form>`;

async function deliver(stripe: FakeStripe, to: string | null): Promise<void> {
  if (to === null) return;
  for (const event of stripe.reports.splice(0)) {
    const { headers, body } = await signedText(stripe, event);
    // Like Stripe, repeats a report without a 2xx response.
    const sent = await fetch(to, { method: "POST", headers, body }).catch(() => null);
    if (!sent?.ok) stripe.reports.push(event);
  }
}

async function signedText(stripe: FakeStripe, event: FakeStripe["reports"][number]) {
  const request = await stripe.signed(event);
  return { headers: request.headers, body: await request.text() };
}
