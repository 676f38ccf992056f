import type { JSONValue } from "convex/values";
import type { Stage } from "./stage";

const CARD = { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" };

/** The operations that are measured, as the embedded provider calls them. */
export const operation = (name: string) => `billing/public:${name}`;

/** Parameters of every measured operation for one customer. */
export const CALLS = {
  check: (id: string) => ({ params: { customer_id: id, feature_id: "uploads" } }),
  "check and use": (id: string) => ({
    params: { customer_id: id, feature_id: "uploads", send_event: true },
  }),
  track: (id: string) => ({ params: { customer_id: id, feature_id: "uploads", value: 1 } }),
  checkout: (id: string) => ({ params: { customer_id: id, product_id: "creator" } }),
  attach: (id: string) => ({ params: { customer_id: id, product_id: "creator" } }),
};
export type CallName = keyof typeof CALLS;

/** Creates a customer on the free plan, with a card, who has used something once. */
export async function makeCustomer({ run }: Stage, id: string) {
  const { work } = await run(operation("createCustomer"), { params: { id } });
  const setup = await run(operation("setupPayment"), { params: { customer_id: id } });
  // The page that saves a card.
  const { url } = dataOf(setup.answer) as { url: string };
  const token = url.slice(url.lastIndexOf("/") + 1);
  await run("billing/pages/checkout:submitCard", { token, card: CARD });
  await run(operation("track"), CALLS.track(id));
  return work.inserted;
}

/** The response of an operation; throws its refusal. */
export function dataOf(answer: JSONValue): unknown {
  // Every operation returns data or an error.
  const { data, error } = answer as { data: JSONValue; error: { message: string } | null };
  if (error !== null) throw new Error(error.message);
  return data;
}
