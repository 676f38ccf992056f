import type { Infer } from "convex/values";
import { decideFeatureAccess, decideProductAccess } from "../contract/access";
import type { FeatureAccess } from "../contract/access";
import { fail, ok } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { Check, CheckFeature, CheckProduct } from "../contract/answers";
import type { vCheckParams } from "../contract/params";
import type { CustomerFeature } from "../contract/wire";
import type { MutationCtx } from "../_generated/server";
import { billingMode } from "../payments/mode";
import { openCustomer } from "./customers";
import { deduct } from "./deduct";
import { describeCustomer, featuresOf } from "./describe";
import { loadTrials } from "./trials";
import type { Holdings } from "./holdings";
import { isTrialAvailable } from "./plan";
import { planPreview } from "./rules/preview";

type CheckParams = Infer<typeof vCheckParams>;

/** What a feature check asks. */
interface FeatureQuestion {
  featureId: string;
  /** Units, ≥ 0. */
  required: number;
  /** `use`: what is allowed is also recorded, all of it or nothing. */
  effect: "ask" | "use";
  withPreview: boolean;
}

/** Answers whether a customer may use a feature or has a product. */
export async function check(ctx: MutationCtx, params: CheckParams): Promise<Result<Check>> {
  const { feature_id: featureId, product_id: productId, required_balance: required = 1 } = params;
  if (!Number.isFinite(required) || required < 0) {
    return fail("invalid_inputs", "required_balance must be a finite number of at least 0");
  }
  if (params.entity_id !== undefined) {
    return fail("entity_not_found", `Entity ${params.entity_id} not found`, 404);
  }
  const holdings = await openCustomer(ctx, {
    customerId: params.customer_id,
    customerData: params.customer_data,
  });
  if (productId !== undefined && featureId === undefined) {
    return ok(await checkProduct(ctx, holdings, productId));
  }
  if (featureId === undefined || productId !== undefined) {
    return fail("invalid_request", "Pass exactly one of feature_id and product_id");
  }
  return await checkFeature(ctx, holdings, {
    featureId,
    required,
    effect: params.send_event === true ? "use" : "ask",
    withPreview: params.with_preview === true,
  });
}

export async function checkFeature(
  ctx: MutationCtx,
  holdings: Holdings,
  { featureId, required, effect, withPreview }: FeatureQuestion,
): Promise<Result<CheckFeature>> {
  if (!holdings.catalogue.features.has(featureId)) {
    return fail("feature_not_found", `Feature ${featureId} not found`, 404);
  }
  const access = decideFeatureAccess(featuresOf(holdings), featureId, required);
  if (!access.allowed) {
    const denied = describeAccess(holdings, featureId, access, access.source);
    if (!withPreview) return ok(denied);
    return ok({ ...denied, preview: await previewFor(ctx, holdings, featureId, required) });
  }
  const after =
    effect === "use" && required > 0 && access.source.type !== "static"
      ? await use(ctx, holdings, featureId, required)
      : holdings;
  const source = featuresOf(after)[access.source.id] ?? null;
  const allowed = describeAccess(after, featureId, access, source);
  return ok(withPreview ? { ...allowed, preview: null } : allowed);
}

async function use(ctx: MutationCtx, holdings: Holdings, featureId: string, value: number) {
  const nothing = { eventName: null, properties: {} };
  const used = await deduct(ctx, holdings, { ...nothing, featureId, value, mode: "reject" });
  if (!used) throw new Error(`${featureId} was allowed, but could not be deducted`);
  return used.holdings;
}

async function checkProduct(
  ctx: MutationCtx,
  holdings: Holdings,
  productId: string,
): Promise<CheckProduct> {
  const { products, id } = await describeCustomer(ctx, holdings, []);
  const { allowed, status } = decideProductAccess(products, productId);
  const answer = { allowed, code: "product_found" as const, customer_id: id };
  return { ...answer, product_id: productId, ...(status !== undefined && { status }) };
}

function describeAccess(
  { customer }: Holdings,
  featureId: string,
  access: FeatureAccess,
  source: Partial<CustomerFeature> | null,
): CheckFeature {
  return {
    ...(source && source.type !== "static" ? balanceOf(source) : {}),
    allowed: access.allowed,
    code: "feature_found",
    customer_id: customer.customer_id,
    feature_id: source?.id ?? featureId,
    required_balance: access.required,
  };
}

/** A feature's balance as a check shows it: without what names the feature. */
function balanceOf(source: Partial<CustomerFeature>) {
  const shown = { ...source };
  delete shown.id;
  delete shown.name;
  delete shown.type;
  return shown;
}

async function previewFor(
  ctx: MutationCtx,
  holdings: Holdings,
  featureId: string,
  required: number,
) {
  const trials = await loadTrials(ctx, holdings.customer);
  return planPreview({
    featureId,
    required,
    catalogue: holdings.catalogue,
    held: holdings.held,
    balances: featuresOf(holdings),
    entityId: null,
    env: billingMode(),
    isTrialAvailable: (product) => isTrialAvailable(holdings, trials, product),
  });
}
