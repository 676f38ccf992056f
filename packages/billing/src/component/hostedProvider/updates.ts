import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Entity } from "../../contract/accountResponses";
import type { Operation, OperationResult, Response, WireParams } from "../../contract/operations";
import { nullable, vCustomerFeature } from "../../contract/wire";
import type { Customer } from "../../contract/wire";

const holder = { customer_id: v.string(), entity_id: nullable(v.string()) };

/** The entitlements in a response of the provider. */
export const vEntitlementUpdate = v.union(
  v.object({
    kind: v.literal("features"),
    ...holder,
    features: v.record(v.string(), vCustomerFeature),
  }),
  v.object({
    kind: v.literal("balance"),
    ...holder,
    feature_id: v.string(),
    balance: v.number(),
    usage: v.number(),
  }),
  /** Something has changed, and the answer does not say what. */
  v.object({ kind: v.literal("changed"), customer_id: v.string() }),
  v.object({ kind: v.literal("gone"), ...holder }),
);
export type EntitlementUpdate = Infer<typeof vEntitlementUpdate>;

type Reader<Op extends Operation> = (
  params: WireParams<Op>,
  data: Response<Op>,
) => readonly EntitlementUpdate[];

const readers: { [Op in Operation]?: Reader<Op> } = {
  createCustomer: (_, customer) => (customer ? ofCustomer(customer) : []),
  getCustomer: (_, customer) => ofCustomer(customer),
  updateCustomer: ({ customer_id }, customer) =>
    customer.id === customer_id
      ? ofCustomer(customer)
      : [gone(customer_id, null), ...ofCustomer(customer)],
  deleteCustomer: ({ customer_id }) => [gone(customer_id, null)],
  getEntity: (_, entity) => [ofEntity(entity)],
  createEntity: ({ customer_id }, made) => [
    ...("list" in made ? made.list : [made]).map(ofEntity),
    changed(customer_id),
  ],
  deleteEntity: ({ customer_id, entity_id }) => [
    gone(customer_id, entity_id),
    changed(customer_id),
  ],
  check: ({ customer_id, entity_id = null }, checked) => {
    if (checked.code !== "feature_found") return [];
    const { feature_id, balance, usage } = checked;
    if (balance === undefined || usage === undefined) return [];
    return [{ kind: "balance", customer_id, entity_id, feature_id, balance, usage }];
  },
  attach: ({ customer_id }) => [changed(customer_id)],
  cancel: ({ customer_id }) => [changed(customer_id)],
  transferProduct: ({ customer_id }) => [changed(customer_id)],
  track: ({ customer_id }) => [changed(customer_id)],
  setUsage: ({ customer_id }) => [changed(customer_id)],
  setBalances: ({ customer_id }) => [changed(customer_id)],
  redeemReferralCode: ({ customer_id }) => [changed(customer_id)],
};

/** The entitlement updates in an answer, including a refusal because a customer was deleted. */
export function updatesIn<Op extends Operation>(
  op: Op,
  params: WireParams<Op>,
  { data, error }: OperationResult<Op>,
): readonly EntitlementUpdate[] {
  if (error) return missingIn(params, error.code);
  const read: Reader<Op> | undefined = readers[op];
  return read ? read(params, data) : [];
}

function missingIn(params: object, code: string): readonly EntitlementUpdate[] {
  const { customer_id, entity_id } = params as { customer_id?: string; entity_id?: string };
  if (customer_id === undefined) return [];
  if (code === "customer_not_found") return [gone(customer_id, null)];
  if (code === "entity_not_found" && entity_id !== undefined) return [gone(customer_id, entity_id)];
  return [];
}

/** A customer known only by email is never requested by id. */
function ofCustomer({ id, features }: Customer): readonly EntitlementUpdate[] {
  return id === null ? [] : [{ kind: "features", customer_id: id, entity_id: null, features }];
}

function ofEntity({ id, customer_id, features }: Entity): EntitlementUpdate {
  return { kind: "features", customer_id, entity_id: id, features };
}

function changed(customer_id: string): EntitlementUpdate {
  return { kind: "changed", customer_id };
}

function gone(customer_id: string, entity_id: string | null): EntitlementUpdate {
  return { kind: "gone", customer_id, entity_id };
}
