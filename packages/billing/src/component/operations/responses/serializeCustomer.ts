import type { Expand } from "../../../contract/responses";
import type { Customer, CustomerProduct, Product } from "../../../contract/wire";
import type { QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { billingMode } from "../../platform/mode";
import { serializeEntitySummary, liveEntities } from "../../store/entities/entityRows";
import { loadTrials } from "../../store/customers/trials";
import type { CustomerState } from "../../store/customers/customerState";
import { serializeRewards } from "../../store/rewards/discounts";
import { listInvoices } from "./invoiceViews";
import { serializeReferrals } from "../../store/rewards/serializeReferrals";
import { serializeFeatures } from "../../rules/balances/aggregate";
import { serializeProduct } from "../../rules/products/display";
import {
  endOfAccess,
  isActive,
  isSeenBy,
  isTrialing,
} from "../../rules/subscriptions/currentProducts";
import { toMajor } from "../../rules/money/money";
import { mergeProducts } from "../../rules/subscriptions/merge";
import type { CatalogueProduct, SubscriptionOption } from "../../rules/model";
import { periodAt } from "../../rules/periods/periods";
import { isFree, longestInterval } from "../../rules/products/product";
import { scenarioFor } from "../../rules/plans/decideChange";
import { compareProducts } from "../../rules/plans/scenario";
import type { SubscriptionRow } from "../../rules/renewals/schedule";

/**
 * Balances by feature, brought up to now.
 *
 * @param entityId - The entity; null: the customer, with all entities.
 */
export function featuresOf(
  { balanceRows, catalogue, subscriptions, now }: CustomerState,
  entityId: string | null = null,
) {
  const { features } = catalogue;
  return serializeFeatures({ balanceRows, features, subscriptions, entityId, now });
}

/** Subscriptions, plans before add-ons. An entity's are its own and the customer's. */
export function serializeSubscriptionsFor(
  customerState: CustomerState,
  entityId: string | null,
): CustomerProduct[] {
  const rows = customerState.subscriptions
    .filter((row) => isSeenBy(row, entityId))
    .sort((a, b) => compareProducts(a.product, b.product));
  // A product of a thousand entities is serialized once.
  const known = new Map<string, CustomerProduct["items"]>();
  const itemsOf = ({ product, options }: SubscriptionRow) => {
    const key = JSON.stringify([product.id, product.version, options]);
    const items =
      known.get(key) ?? serializeWithPacks(customerState, product, options, false).items;
    known.set(key, items);
    return items;
  };
  return mergeProducts(rows.map((row) => serializeSubscription(customerState, row, itemsOf(row))));
}

export async function serializeCustomer(
  ctx: QueryCtx,
  customerState: CustomerState,
  expand: readonly Expand[],
): Promise<Customer> {
  const { customer } = customerState;
  return {
    id: customer.unnamed ? null : customer.customer_id,
    created_at: customer.created_at,
    name: customer.name,
    email: customer.email,
    fingerprint: customer.fingerprint,
    stripe_id: null,
    env: billingMode(),
    metadata: customer.metadata,
    products: serializeSubscriptionsFor(customerState, null),
    features: featuresOf(customerState),
    ...(await serializeExpanded(ctx, customerState, expand)),
    ...(expand.includes("invoices") && { credit: serializeCredit(customerState) }),
  };
}

function serializeCredit({ customer, catalogue: { currency } }: CustomerState) {
  return { balance: toMajor(customer.credit_minor, currency), currency };
}

/** A product with the customer's quantities of it. */
export function serializeWithPacks(
  { catalogue, subscriptions, now }: CustomerState,
  product: CatalogueProduct,
  options: readonly SubscriptionOption[],
  trialAvailable: boolean,
  entityId: string | null = null,
): Product {
  const { features, currency } = catalogue;
  const scenario = scenarioFor({ target: product, subscriptions, entityId, features, now });
  const env = billingMode();
  return serializeProduct({ product, scenario, features, currency, env, trialAvailable, options });
}

function serializeSubscription(
  customerState: CustomerState,
  row: SubscriptionRow,
  items: CustomerProduct["items"],
): CustomerProduct {
  const { product } = row;
  return {
    id: product.id,
    name: product.name,
    group: product.group === "" ? null : product.group,
    // Past due is still in force until its grace ends.
    status: isActive(row) ? "active" : "scheduled",
    canceled_at: row.canceled_at,
    started_at: row.starts_at,
    is_default: product.is_default,
    is_add_on: product.is_add_on,
    version: product.version,
    quantity: row.quantity,
    ...(row.entity_id !== null && { entity_id: row.entity_id }),
    items,
    ...(isTrialing(row, customerState.now) && row.trial_ends_at !== null
      ? { trial_ends_at: row.trial_ends_at }
      : {}),
    ...(typeof row.ended_at === "number" && { ends_at: row.ended_at }),
    ...serializeUnpaid(row),
    ...serializePeriod(row, customerState.now),
  };
}

function serializeUnpaid(row: SubscriptionRow) {
  if (row.status !== "past_due") return {};
  const { retry_at: retryAt } = row;
  const endsAt = endOfAccess(row);
  return {
    past_due: true,
    ...(typeof retryAt === "number" && { retry_at: retryAt }),
    ...(endsAt !== null && { grace_ends_at: endsAt }),
  };
}

function serializePeriod(row: SubscriptionRow, now: number) {
  const longest = longestInterval(row.product);
  if (isFree(row.product) || longest === null || row.status === "scheduled") return {};
  if (isTrialing(row, now) && row.trial_ends_at !== null) {
    return { current_period_start: row.starts_at, current_period_end: row.trial_ends_at };
  }
  const period = periodAt(row.anchor, longest.interval, longest.count, now);
  return { current_period_start: period.start, current_period_end: period.end };
}

async function serializeExpanded(
  ctx: QueryCtx,
  { customer, catalogue, now }: CustomerState,
  expand: readonly Expand[],
): Promise<Pick<Customer, Expand>> {
  const extra: Pick<Customer, Expand> = {};
  if (expand.includes("invoices")) extra.invoices = await listInvoices(ctx, customer._id, now);
  if (expand.includes("trials_used")) {
    const { used } = await loadTrials(ctx, customer);
    extra.trials_used = used.map(({ product_id }) => ({
      product_id,
      customer_id: customer.customer_id,
      fingerprint: customer.fingerprint,
    }));
  }
  if (expand.includes("payment_method")) {
    const processor = currentProcessor();
    extra.payment_method = processor && (await processor.savedMethod(ctx, customer._id));
  }
  if (expand.includes("rewards")) {
    extra.rewards = await serializeRewards(ctx, customer._id, catalogue.currency, now);
  }
  if (expand.includes("referrals")) {
    extra.referrals = await serializeReferrals(ctx, customer._id);
  }
  if (expand.includes("entities")) {
    const rows = await liveEntities(ctx, customer._id);
    extra.entities = rows.map((row) => serializeEntitySummary({ customer }, row));
  }
  return extra;
}
