import type { Expand } from "../contract/answers";
import type { Customer, CustomerProduct, Product } from "../contract/wire";
import type { QueryCtx } from "../_generated/server";
import { currentProcessor } from "../payments/current";
import { billingMode } from "../payments/mode";
import { loadTrials } from "./trials";
import type { Holdings } from "./holdings";
import { listInvoices } from "./invoices";
import { describeFeatures } from "./rules/aggregate";
import { describeProduct } from "./rules/display";
import { isActive, isTrialing } from "./rules/holdings";
import type { CatalogueProduct, HeldOption } from "./rules/model";
import { periodAt } from "./rules/periods";
import { isFree, longestInterval } from "./rules/product";
import { compareProducts, decideScenario } from "./rules/scenario";
import type { HeldRow } from "./rules/schedule";

/** The customer's balances, per feature, brought up to now. */
export function featuresOf({ buckets, catalogue, held, now }: Holdings) {
  const { features } = catalogue;
  return describeFeatures({ buckets, features, held, entityId: null, now });
}

export async function describeCustomer(
  ctx: QueryCtx,
  holdings: Holdings,
  expand: readonly Expand[],
): Promise<Customer> {
  const { customer, held } = holdings;
  const rows = [...held].sort((a, b) => compareProducts(a.product, b.product));
  return {
    id: customer.customer_id,
    created_at: customer.created_at,
    name: customer.name,
    email: customer.email,
    fingerprint: customer.fingerprint,
    stripe_id: null,
    env: billingMode(),
    metadata: customer.metadata,
    products: rows.map((row) => describeHeld(holdings, row)),
    features: featuresOf(holdings),
    ...(await describeExpanded(ctx, holdings, expand)),
  };
}

/** A product with the quantities that someone holds of it. */
export function describeWithPacks(
  { catalogue, held }: Holdings,
  product: CatalogueProduct,
  packs: readonly HeldOption[],
  trialAvailable: boolean,
): Product {
  const { features, currency } = catalogue;
  const scenario = decideScenario({ target: product, held, entityId: null, features });
  const env = billingMode();
  return describeProduct({ product, scenario, features, currency, env, trialAvailable, packs });
}

function describeHeld(holdings: Holdings, row: HeldRow): CustomerProduct {
  const { product } = row;
  const { items } = describeWithPacks(holdings, product, row.options, false);
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
    items,
    ...(isTrialing(row, holdings.now) && row.trial_ends_at !== null
      ? { trial_ends_at: row.trial_ends_at }
      : {}),
    ...(row.status === "past_due" && { past_due: true }),
    ...describePeriod(row, holdings.now),
  };
}

function describePeriod(row: HeldRow, now: number) {
  const longest = longestInterval(row.product);
  if (isFree(row.product) || longest === null || row.status === "scheduled") return {};
  if (isTrialing(row, now) && row.trial_ends_at !== null) {
    return { current_period_start: row.starts_at, current_period_end: row.trial_ends_at };
  }
  const period = periodAt(row.anchor, longest.interval, longest.count, now);
  return { current_period_start: period.start, current_period_end: period.end };
}

async function describeExpanded(
  ctx: QueryCtx,
  { customer }: Holdings,
  expand: readonly Expand[],
): Promise<Pick<Customer, Expand>> {
  const extra: Pick<Customer, Expand> = {};
  if (expand.includes("invoices")) extra.invoices = await listInvoices(ctx, customer._id);
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
  return extra;
}
