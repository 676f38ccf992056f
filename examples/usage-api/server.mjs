// An API that charges per call: node server.mjs
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createDirectClient } from "@spotlight/billing-direct";

const billing = createDirectClient({
  secretKey: process.env.BILLING_SECRET_KEY,
  url: `${process.env.CONVEX_SITE_URL}/billing/v1`,
});
/** The customer of each API key; in your app, a table. */
const customers = new Map([["key_ana", "ana"]]);

/** Counts the call, or returns how to pay for more. */
async function meter(customer_id, requestId) {
  const use = { customer_id, feature_id: "api_calls", send_event: true };
  const checked = await billing.check(use, { idempotencyKey: requestId });
  if (checked.error) return { status: 503, body: { error: checked.error.code } };
  if (checked.data.allowed) return null;
  const { data, error } = await billing.checkout({ customer_id, product_id: "scale" });
  return { status: 402, body: { error: "payment_required", pay: data?.url, code: error?.code } };
}

/**
 * One response per request: a client that repeats one pays once, and gets the same response. In
 * your app, a table.
 */
const answers = new Map();

async function answer({ headers }) {
  const customer = customers.get(headers.authorization?.replace("Bearer ", ""));
  if (!customer) return { status: 401, body: { error: "invalid_key" } };
  const request = `${customer}:${headers["x-request-id"] ?? randomUUID()}`;
  const refusal = await meter(customer, request);
  if (!answers.has(request)) answers.set(request, { status: 200, body: { luck: Math.random() } });
  return refusal ?? answers.get(request);
}

const server = createServer((request, response) => {
  void answer(request).then(({ status, body }) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
});
server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
