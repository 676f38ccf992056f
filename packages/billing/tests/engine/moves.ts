import fc from "fast-check";
import { api } from "../../src/component/_generated/api";
import { ANA, CARDS, DAY_MS, getCustomer, saveCard, setTime } from "./harness";
import type { Engine } from "./harness";

const { public: operations } = api;

const PRODUCTS = [
  "free",
  "basic",
  "pro",
  "max",
  "extra",
  "pack",
  "support",
  "labs",
  "team",
  "studio",
];
const FEATURES = ["uploads", "calls", "boosts", "seats", "credits"];
const ENTITIES = ["e1", "e2", "e3"];

const product = fc.constantFrom(...PRODUCTS);
const feature = fc.constantFrom(...FEATURES);
const entity = fc.constantFrom(...ENTITIES);
const owner = fc.constantFrom(undefined, undefined, undefined, ...ENTITIES);

/** Every possible action on a customer. */
export const anyMove = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("attach" as const), product, entity: owner }),
  },
  fc.record({ do: fc.constant("quantity" as const), quantity: fc.constantFrom(0, 100, 250, 500) }),
  fc.record({
    do: fc.constant("cancel" as const),
    product,
    when: fc.constantFrom("end", "now"),
    entity: owner,
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("track" as const),
      feature,
      value: fc.constantFrom(0.5, 1, 7, 130, -1, -30),
      entity: owner,
    }),
  },
  fc.record({
    do: fc.constant("gate" as const),
    feature,
    value: fc.constantFrom(0.5, 1, 40),
    entity: owner,
  }),
  fc.record({ do: fc.constant("setUsage" as const), feature, value: fc.constantFrom(0, 2, 4, 90) }),
  fc.record({ do: fc.constant("setBalance" as const), feature, value: fc.constantFrom(0, 3, 250) }),
  fc.record({ do: fc.constant("addEntity" as const), entity }),
  fc.record({ do: fc.constant("dropEntity" as const), entity }),
  fc.record({ do: fc.constant("transfer" as const), product, from: owner, to: entity }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      days: fc.constantFrom(0.3, 5, 14, 31, 70),
    }),
  },
  fc.record({
    do: fc.constant("card" as const),
    card: fc.constantFrom("ok" as const, "failsLater" as const),
  }),
);
export type Move = typeof anyMove extends fc.Arbitrary<infer M> ? M : never;

/** A sequence in which every action succeeds once. */
export const FULL_LIFE: Move[] = [
  { do: "card", card: "ok" },
  { do: "attach", product: "pro", entity: undefined },
  { do: "quantity", quantity: 250 },
  { do: "track", feature: "calls", value: 130, entity: undefined },
  { do: "gate", feature: "uploads", value: 40, entity: undefined },
  { do: "setUsage", feature: "uploads", value: 90 },
  { do: "setBalance", feature: "uploads", value: 250 },
  { do: "wait", days: 31 },
  { do: "attach", product: "team", entity: undefined },
  { do: "addEntity", entity: "e1" },
  { do: "attach", product: "support", entity: undefined },
  { do: "transfer", product: "support", from: undefined, to: "e1" },
  { do: "cancel", product: "support", when: "now", entity: "e1" },
  { do: "dropEntity", entity: "e1" },
  { do: "cancel", product: "team", when: "end", entity: undefined },
  { do: "wait", days: 31 },
];

const idOf = (id: string | undefined) => (id === undefined ? {} : { entity_id: id });
const base = { customer_id: ANA };

/**
 * Performs one action.
 *
 * @param idempotencyKey - Of the request, for actions that are requests.
 * @returns The answer; null where there is none.
 */
export async function make(t: Engine, move: Move, idempotencyKey?: string) {
  const key = idempotencyKey === undefined ? {} : { idempotencyKey };
  switch (move.do) {
    case "attach": {
      const params = { ...base, product_id: move.product, ...idOf(move.entity) };
      return await t.mutation(operations.attach, { params, ...key });
    }
    case "quantity": {
      const options = [{ feature_id: "credits", quantity: move.quantity }];
      const params = { ...base, product_id: "pro", options };
      return await t.mutation(operations.attach, { params, ...key });
    }
    case "cancel": {
      const params = {
        ...base,
        product_id: move.product,
        cancel_immediately: move.when === "now",
        ...idOf(move.entity),
      };
      return await t.mutation(operations.cancel, { params, ...key });
    }
    case "track": {
      const params = { ...base, feature_id: move.feature, value: move.value, ...idOf(move.entity) };
      return await t.mutation(operations.track, { params, ...key });
    }
    case "gate": {
      const params = { ...base, feature_id: move.feature, required_balance: move.value };
      const used = { ...params, send_event: true, ...idOf(move.entity) };
      return await t.mutation(operations.check, { params: used, ...key });
    }
    case "setUsage": {
      const params = { ...base, feature_id: move.feature, value: move.value };
      return await t.mutation(operations.setUsage, { params, ...key });
    }
    case "setBalance": {
      const balances = [{ feature_id: move.feature, balance: move.value }];
      return await t.mutation(operations.setBalances, { params: { ...base, balances }, ...key });
    }
    case "addEntity": {
      const entities = [{ id: move.entity, feature_id: "seats" }];
      return await t.mutation(operations.createEntity, { params: { ...base, entities }, ...key });
    }
    case "dropEntity": {
      const params = { ...base, entity_id: move.entity };
      return await t.mutation(operations.deleteEntity, { params, ...key });
    }
    case "transfer": {
      const from = move.from === undefined ? {} : { from_entity_id: move.from };
      const params = { ...base, product_id: move.product, to_entity_id: move.to, ...from };
      return await t.mutation(operations.transferProduct, { params, ...key });
    }
    case "wait":
      setTime(Date.now() + move.days * DAY_MS);
      await getCustomer(t);
      return null;
    case "card":
      await saveCard(t, CARDS[move.card]);
      return null;
  }
}
