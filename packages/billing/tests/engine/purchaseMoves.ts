import fc from "fast-check";
import { api, internal } from "../../src/component/_generated/api";
import { ANA, DAY_MS, getCustomer, setTime } from "./harness";
import type { Engine } from "./harness";

const { public: operations } = api;
const MAX_ROWS = 1_000;

const product = fc.constantFrom<string[]>(
  "basic",
  "pro",
  "max",
  "team",
  "extra",
  "pack",
  "tried",
  "labs",
);
const owner: fc.Arbitrary<string | undefined> = fc.constantFrom(undefined, undefined, "e1", "e2");

/** Actions on paid products, with a card that always pays. */
export const anyPurchaseMove = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("buy" as const), product, entity: owner }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("cancel" as const),
      product,
      when: fc.constantFrom("end" as const, "now" as const),
      entity: owner,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      days: fc.constantFrom<number[]>(0.3, 5, 14, 31, 45),
    }),
  },
  fc.record({
    do: fc.constant("use" as const),
    value: fc.constantFrom(7, 130, 305),
    entity: owner,
  }),
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("seats" as const), to: fc.constantFrom(2, 4, 5, 9) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("addSeats" as const), by: fc.constantFrom(5, 1, -2) }),
  },
  fc.record({ do: fc.constant("refund" as const), share: fc.constantFrom<number[]>(0.25, 0.5, 1) }),
  fc.record({
    do: fc.constant("refundLine" as const),
    /** Counted over the lines that can be refunded. */
    line: fc.integer({ min: 0, max: 2 }),
    share: fc.constantFrom<number[]>(0.25, 0.5, 1),
  }),
  fc.record({ do: fc.constant("cart" as const) }),
);
export type PurchaseMove = typeof anyPurchaseMove extends fc.Arbitrary<infer M> ? M : never;

/** A sequence in which each kind of action succeeds once. */
export const EVERY_MOVE: PurchaseMove[] = [
  { do: "buy", product: "tried", entity: undefined },
  { do: "buy", product: "pro", entity: undefined },
  { do: "use", value: 130, entity: undefined },
  { do: "refund", share: 0.5 },
  { do: "wait", days: 14 },
  { do: "buy", product: "max", entity: undefined },
  { do: "buy", product: "extra", entity: "e1" },
  { do: "wait", days: 31 },
  { do: "cancel", product: "max", when: "end", entity: undefined },
  { do: "wait", days: 45 },
  { do: "cart" },
  { do: "seats", to: 9 },
  { do: "wait", days: 5 },
  { do: "refundLine", line: 0, share: 1 },
  { do: "seats", to: 4 },
  { do: "addSeats", by: 1 },
];

/** Seats are added and given back while the charge for others is pending. */
export const SEATS_AT_ONCE: PurchaseMove[] = [
  { do: "cart" },
  { do: "addSeats", by: 5 },
  { do: "addSeats", by: -2 },
  { do: "addSeats", by: 1 },
  { do: "seats", to: 5 },
  { do: "wait", days: 31 },
];

/** Seats over a renewal, and each line of an invoice of two products refunded. */
export const SEATED: PurchaseMove[] = [
  { do: "cart" },
  { do: "seats", to: 9 },
  { do: "wait", days: 31 },
  { do: "seats", to: 5 },
  { do: "wait", days: 0.3 },
  { do: "cart" },
  { do: "refundLine", line: 1, share: 1 },
];

/** The second line of an invoice is refunded, and its product ends. */
export const LINE_REFUNDED: PurchaseMove[] = [
  { do: "cart" },
  { do: "refundLine", line: 1, share: 1 },
  { do: "cancel", product: "extra", when: "now", entity: undefined },
  { do: "cancel", product: "team", when: "end", entity: undefined },
  { do: "wait", days: 31 },
];

const idOf = (id: string | undefined) => (id === undefined ? {} : { entity_id: id });

/** Performs the actions in order. Returns the names of those that succeeded. */
export async function live(t: Engine, moves: readonly PurchaseMove[]): Promise<string[]> {
  const done: string[] = [];
  for (const move of moves) if (await make(t, move)) done.push(move.do);
  return done;
}

async function make(t: Engine, move: PurchaseMove): Promise<boolean> {
  switch (move.do) {
    case "buy": {
      const params = { customer_id: ANA, product_id: move.product, ...idOf(move.entity) };
      return (await t.mutation(operations.attach, { params })).error === null;
    }
    case "cancel":
      return await cancel(t, move.product, move.entity, move.when);
    case "use": {
      const params = { customer_id: ANA, feature_id: "calls", value: move.value };
      const asked = { params: { ...params, ...idOf(move.entity) } };
      return (await t.mutation(operations.track, asked)).error === null;
    }
    case "seats": {
      const params = { customer_id: ANA, feature_id: "seats", value: move.to };
      return (await t.mutation(operations.setUsage, { params })).error === null;
    }
    case "addSeats":
      return await addSeats(t, move.by);
    case "refund":
      return await refundNewest(t, move.share);
    case "refundLine":
      return await refundLine(t, move);
    case "cart": {
      const params = { customer_id: ANA, product_ids: ["team", "extra"] };
      return (await t.mutation(operations.attach, { params })).error === null;
    }
    case "wait":
      setTime(Date.now() + move.days * DAY_MS);
      await processDueSteps(t);
      return true;
  }
}

/** Adds or gives back seats, without waiting for the answer to a charge. */
async function addSeats(t: Engine, value: number): Promise<boolean> {
  const params = { customer_id: ANA, feature_id: "seats", value };
  const { error } = await t.run((ctx) => ctx.runMutation(operations.track, { params }));
  return error === null || error.code === "payment_pending";
}

/** Processes due steps in order, as scheduled runs do. */
async function processDueSteps(t: Engine): Promise<void> {
  for (;;) {
    const late = await t.run((ctx) =>
      ctx.db
        .query("customers")
        .withIndex("by_next_due_at", (q) => q.gt("next_due_at", 0).lte("next_due_at", Date.now()))
        .first(),
    );
    if (!late) return;
    await t.mutation(internal.lifecycle.renewals.processDue, { customer: late._id });
  }
}

/** Cancels all paid products, with credit for their unused time. */
export async function leaveAll(t: Engine): Promise<void> {
  const subscriptions = await t.run((ctx) => ctx.db.query("subscriptions").take(MAX_ROWS));
  // A scheduled plan ends with the one that it was to follow.
  const own = subscriptions.filter(
    ({ status, product_id: id }) => status === "active" && !FREE.has(id),
  );
  for (const { product_id: id, entity_id: entityId } of own) {
    await cancel(t, id, entityId ?? undefined, "now");
  }
}

const FREE = new Set(["free", "labs_free", "pack"]);

async function cancel(
  t: Engine,
  productId: string,
  entityId: string | undefined,
  when: "end" | "now",
): Promise<boolean> {
  const about = { customer_id: ANA, product_id: productId, ...idOf(entityId) };
  const params = { ...about, cancel_immediately: when === "now" };
  return (await t.mutation(operations.cancel, { params })).error === null;
}

/** Refunds a part of the newest paid invoice, where there is one. */
async function refundNewest(t: Engine, share: number): Promise<boolean> {
  const { invoices = [] } = await getCustomer(t);
  const newest = invoices.find(({ status, total }) => status === "paid" && total > 0);
  if (!newest) return false;
  const amount = Math.round(newest.total * share * 100) / 100;
  const asked = { customerId: ANA, invoice: newest.stripe_id, amount };
  return (await t.mutation(internal.operations.invoices.refunds.refund, asked)).error === null;
}

/** Refunds a part of one line of the newest invoice that has any left. */
async function refundLine(
  t: Engine,
  { line, share }: Extract<PurchaseMove, { do: "refundLine" }>,
): Promise<boolean> {
  const params = { customer_id: ANA, limit: 50 };
  const { data } = await t.query(operations.listInvoices, { params, now: Date.now() });
  const newest = data?.list.find(({ refundable }) => refundable > 0);
  const left = newest?.lines.filter(({ refundable }) => refundable > 0) ?? [];
  const chosen = left[line % Math.max(left.length, 1)];
  if (!newest || !chosen) return false;
  const amount = Math.max(0.01, Math.round(chosen.refundable * share * 100) / 100);
  const asked = {
    customer_id: ANA,
    invoice: newest.stripe_id,
    lines: [{ line: chosen.line, amount }],
  };
  return (await t.mutation(operations.createRefund, { params: asked })).error === null;
}
