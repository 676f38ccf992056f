import type { Infer } from "convex/values";
import { decideFeatureAccess, decideProductAccess } from "../../../contract/access";
import type { FeatureAccess } from "../../../contract/access";
import { fail, ok } from "../../../contract/errors";
import type { Failure, Result } from "../../../contract/errors";
import type { Check, CheckFeature, CheckProduct } from "../../../contract/responses";
import type { vCheckParams } from "../../../contract/params";
import { isCountable, NOT_COUNTABLE } from "../../../contract/quantity";
import type { CustomerFeature } from "../../../contract/wire";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { billingMode } from "../../platform/mode";
import { ensureCurrentCustomer } from "../customers/customers";
import { deduct, NO_EVENT, planUse } from "./deduct";
import type { SeatCall } from "./seatIntents";
import { serializeSubscriptionsFor, featuresOf } from "../responses/serializeCustomer";
import { openEntity } from "../entities/entities";
import { loadCopies } from "../../store/customers/priorPurchases";
import { loadTrials } from "../../store/customers/trials";
import type { CustomerState } from "../../store/customers/customerState";
import { previewPurchase } from "../purchases/checkout";
import { isTrialAvailable } from "../purchases/plan";
import { balanceOf } from "../../rules/balances/aggregate";
import { toMicros } from "../../rules/money/money";
import type { CatalogueProduct } from "../../rules/model";
import { listUnlocking, planPreview } from "../../rules/plans/preview";

type CheckParams = Infer<typeof vCheckParams>;

/** A feature check, parsed. */
interface FeatureQuestion {
  featureId: string;
  /** Units, ≥ 0. */
  required: number;
  /** `use`: an allowed amount is also recorded, all of it or nothing. */
  effect: "ask" | "use";
  withPreview: boolean;
  /** The entity that asks; null: the customer. */
  entityId: string | null;
  /** The call that asks. */
  call: SeatCall;
}

/** Answers whether a customer may use a feature or has a product. */
export async function check(
  ctx: MutationCtx,
  params: CheckParams,
  key?: string,
  intent?: Doc<"intents">,
): Promise<Result<Check>> {
  const { feature_id: featureId, product_id: productId, required_balance: required = 1 } = params;
  if (!Number.isFinite(required) || required < 0) {
    return fail("invalid_inputs", "required_balance must be a finite number of at least 0");
  }
  if (!isCountable(required)) {
    return fail("invalid_inputs", `required_balance must be ${NOT_COUNTABLE}`);
  }
  const caller = { customerId: params.customer_id, customerData: params.customer_data };
  const uses = featureId === undefined ? undefined : () => [featureId];
  const customer = await ensureCurrentCustomer(ctx, caller, params.entity_id, uses);
  const customerState = await openEntity(ctx, customer, params);
  if ("error" in customerState) return customerState;
  const entityId = params.entity_id ?? null;
  if (productId !== undefined && featureId === undefined) {
    return ok(await checkProduct(ctx, customerState, { ...params, product_id: productId }));
  }
  if (featureId === undefined || productId !== undefined) {
    return fail("invalid_inputs", "Pass exactly one of feature_id and product_id");
  }
  return await checkFeature(ctx, customerState, {
    featureId,
    required,
    effect: params.send_event === true ? "use" : "ask",
    withPreview: params.with_preview === true,
    entityId,
    call: { request: { operation: "check", params }, key, intent },
  });
}

export async function checkFeature(
  ctx: MutationCtx,
  customerState: CustomerState,
  question: FeatureQuestion,
): Promise<Result<CheckFeature>> {
  const { featureId, required, effect, withPreview, entityId } = question;
  if (!customerState.catalogue.features.has(featureId)) {
    return fail("feature_not_found", `Feature ${featureId} not found`, 404);
  }
  const access = decideFeatureAccess(featuresOf(customerState, entityId), featureId, required);
  if (!access.allowed) {
    const denied = serializeAccess(customerState, question, access, access.source);
    if (!withPreview) return ok(denied);
    return ok({ ...denied, preview: await previewFor(ctx, customerState, question) });
  }
  // Open overage allows any amount that can still be billed.
  const beyond = access.source.overage_allowed ? refuseAmount(customerState, question) : null;
  if (beyond) return beyond;
  const uses = effect === "use" && required > 0 && access.source.type !== "static";
  const after = uses ? await use(ctx, customerState, question) : customerState;
  if ("error" in after) return after;
  const source = featuresOf(after, entityId)[access.source.id] ?? null;
  const allowed = serializeAccess(after, question, access, source);
  return ok(withPreview ? { ...allowed, preview: null } : allowed);
}

function refuseAmount(
  customerState: CustomerState,
  { featureId, required, entityId }: FeatureQuestion,
) {
  const use = { featureId, amount: toMicros(required), entityId, mode: "reject" as const };
  const planned = planUse(customerState, use);
  return "error" in planned && planned.error.code === "invalid_inputs" ? planned : null;
}

/** Records the allowed use. It can still fail: a seat may have to be paid for. */
async function use(
  ctx: MutationCtx,
  customerState: CustomerState,
  { featureId, required, entityId, call }: FeatureQuestion,
): Promise<CustomerState | Failure> {
  const amount = toMicros(required);
  const whole = { featureId, amount, entityId, mode: "reject" as const };
  const used = await deduct(ctx, customerState, [whole], NO_EVENT, call);
  return "error" in used ? used : used.customerState;
}

async function checkProduct(
  ctx: MutationCtx,
  customerState: CustomerState,
  params: CheckParams & { product_id: string },
): Promise<CheckProduct> {
  const { customer_id, product_id: productId, entity_id: entityId } = params;
  const products = serializeSubscriptionsFor(customerState, entityId ?? null);
  const { allowed, status } = decideProductAccess(products, productId);
  const wanted = {
    product_id: productId,
    ...(entityId !== undefined && { entity_id: entityId }),
  };
  return {
    allowed,
    code: "product_found",
    customer_id: customerState.customer.customer_id,
    ...wanted,
    ...(status !== undefined && { status }),
    ...(params.with_preview === true && {
      preview: await previewPurchase(ctx, customerState, { customer_id, ...wanted }),
    }),
  };
}

function serializeAccess(
  { customer }: CustomerState,
  { featureId, entityId }: FeatureQuestion,
  access: FeatureAccess,
  source: Partial<CustomerFeature> | null,
): CheckFeature {
  return {
    ...(source && source.type !== "static" ? balanceOf(source) : {}),
    allowed: access.allowed,
    code: "feature_found",
    customer_id: customer.customer_id,
    feature_id: source?.id ?? featureId,
    ...(entityId !== null && { entity_id: entityId }),
    required_balance: access.required,
  };
}

async function previewFor(
  ctx: MutationCtx,
  customerState: CustomerState,
  { featureId, required, entityId }: FeatureQuestion,
) {
  const trials = await loadTrials(ctx, customerState.customer);
  const asked = {
    now: customerState.now,
    featureId,
    required,
    catalogue: customerState.catalogue,
    subscriptions: customerState.subscriptions,
    balanceRows: customerState.balanceRows,
    entityId,
    env: billingMode(),
    isTrialAvailable: (product: CatalogueProduct) =>
      isTrialAvailable(customerState, trials, product, entityId),
  };
  const ids = listUnlocking(asked).map(({ product }) => product.id);
  return planPreview({
    ...asked,
    priorPurchases: await loadCopies(ctx, customerState, ids, entityId),
  });
}
