import { api } from "../../src/component/_generated/api";
import type { WireParams } from "../../src/contract/operations";
import { install } from "../../src/component/store/catalogue/catalog";
import type { FeatureDefinition, ProductDefinition } from "../../src/component/rules/model";
import { ANA, APRIL_1, startEngine } from "./harness";
import type { Engine } from "./harness";

/** A small product whose customers have seats, and per-seat messages. */
const metered = (id: string, over: Partial<FeatureDefinition> = {}): FeatureDefinition => ({
  id,
  name: id,
  type: "single_use",
  archived: false,
  ...over,
});

export const FEATURES = [
  metered("seats", { type: "continuous_use", display: { singular: "seat", plural: "seats" } }),
  metered("rooms", { type: "continuous_use" }),
  metered("messages", { event_names: ["message.sent"] }),
  metered("exports", { event_names: ["message.sent"] }),
  metered("calls"),
  metered("sso", { type: "boolean" }),
  metered("coins", {
    type: "credit_system",
    credit_schema: [
      { metered_feature_id: "calls", credit_cost: 10 },
      { metered_feature_id: "exports", credit_cost: 0 },
    ],
  }),
];

const plan = (
  id: string,
  items: ProductDefinition["items"],
  over: Partial<ProductDefinition> = {},
): ProductDefinition => ({
  id,
  name: id,
  group: "",
  is_add_on: false,
  is_default: false,
  archived: false,
  items,
  free_trial: null,
  ...over,
});

const monthly = { interval: "month" as const };
const paidSeats = {
  feature_id: "seats",
  included_usage: 1,
  price: 10,
  usage_model: "pay_per_use" as const,
  ...monthly,
};

const PRODUCTS = [
  plan("starter", [
    { feature_id: "seats", included_usage: 3 },
    { feature_id: "messages", included_usage: 100, entity_feature_id: "seats", ...monthly },
  ]),
  plan("team", [{ price: 20, ...monthly }, paidSeats, { feature_id: "sso" }]),
  plan("keeping", [{ ...paidSeats, on_decrease: "none" }]),
  plan("later", [{ ...paidSeats, on_increase: "prorate_next_cycle" }]),
  plan("capped", [{ ...paidSeats, usage_limit: 2 }]),
  plan("metering", [
    {
      feature_id: "messages",
      included_usage: 10,
      entity_feature_id: "seats",
      price: 1,
      usage_model: "pay_per_use",
      ...monthly,
    },
  ]),
  plan("purse", [{ feature_id: "coins", included_usage: 100, ...monthly }]),
  plan("more_seats", [{ feature_id: "seats", included_usage: 2 }], { is_add_on: true }),
  plan("own_calls", [{ feature_id: "calls", included_usage: 5, ...monthly }], { is_add_on: true }),
  plan("own_messages", [{ feature_id: "messages", included_usage: 30, ...monthly }], {
    is_add_on: true,
  }),
  plan(
    "rolling",
    [
      {
        feature_id: "messages",
        included_usage: 100,
        entity_feature_id: "seats",
        rollover: { max: 50, length: 1, duration: "month" },
        ...monthly,
      },
    ],
    { group: "rolling" },
  ),
];

/** An engine that also sells seats. */
export async function startWorkspace(): Promise<Engine> {
  const t = await startEngine();
  const catalogue = { currency: "usd", features: FEATURES, products: PRODUCTS };
  await t.run((ctx) => install(ctx, catalogue, APRIL_1));
  return t;
}

type Entities = WireParams<"createEntity">["entities"];

export const seat = (id: string, featureId = "seats"): Entities[number] => ({
  id,
  name: `Seat ${id}`,
  feature_id: featureId,
});

const { public: operations } = api;

export function createEntities(t: Engine, ...entities: Entities) {
  return t.mutation(operations.createEntity, { params: { customer_id: ANA, entities } });
}

export function getEntity(t: Engine, id: string) {
  const params = { customer_id: ANA, entity_id: id };
  return t.query(operations.getEntity, { params, now: Date.now() });
}

export function deleteEntity(t: Engine, id: string) {
  return t.mutation(operations.deleteEntity, { params: { customer_id: ANA, entity_id: id } });
}

export function track(t: Engine, params: Omit<WireParams<"track">, "customer_id">) {
  return t.mutation(operations.track, { params: { customer_id: ANA, ...params } });
}

export function check(t: Engine, params: Omit<WireParams<"check">, "customer_id">) {
  return t.mutation(operations.check, { params: { customer_id: ANA, ...params } });
}

export function setUsage(t: Engine, featureId: string, value: number, entityId?: string) {
  const entity = entityId === undefined ? {} : { entity_id: entityId };
  const params = { customer_id: ANA, feature_id: featureId, value, ...entity };
  return t.mutation(operations.setUsage, { params });
}

/** Balance and use of a feature, as the customer or one entity sees them. */
export async function amounts(t: Engine, featureId: string, entityId?: string) {
  const seen =
    entityId === undefined
      ? await t.mutation(operations.createCustomer, { params: { id: ANA } })
      : await getEntity(t, entityId);
  const feature = seen.data?.features[featureId];
  return feature && { balance: feature.balance, usage: feature.usage };
}
