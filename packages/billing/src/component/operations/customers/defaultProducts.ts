import type { MutationCtx } from "../../_generated/server";
import { addActive } from "../../rules/effects/additions";
import { inOrder } from "../../rules/effects/effects";
import { chooseDefaults, chooseMissingDefaults } from "../../rules/products/defaults";
import type { CatalogueProduct } from "../../rules/model";
import { decideTrial } from "../../rules/products/trial";
import { loadCustomerState } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { storeEffects, withEntities } from "../../store/effects";
import { loadTrials } from "../../store/customers/trials";
import type { TrialHistory } from "../../store/customers/trials";

/**
 * Starts what a new customer gets: the default products of every group. While
 * nothing is on sale, the customer is marked, and gets them later.
 */
export async function startFirstDefaults(
  ctx: MutationCtx,
  customerState: CustomerState,
): Promise<void> {
  const { customer, catalogue, now } = customerState;
  if (catalogue.products.size === 0) {
    await ctx.db.patch("customers", customer._id, { awaits_defaults: true });
    return;
  }
  const trials = await loadTrials(ctx, customer);
  const trialEnd = (product: CatalogueProduct) => newCustomerTrialEnd(product, trials, now);
  const products = catalogue.products.values();
  const chosen = chooseDefaults(products, (row) => trialEnd(row) !== null);
  await startDefaults(ctx, customerState, [...chosen], trialEnd);
}

/**
 * Starts the defaults that came into the catalogue after the customer. What is
 * loaded already decides, so a customer who lacks none costs no read.
 *
 * @returns Whether any were started.
 * @see docs/adr/0134
 */
export async function startLateDefaults(
  ctx: MutationCtx,
  { customer, catalogue, subscriptions, now }: CustomerState,
): Promise<boolean> {
  if (customer.awaits_defaults && catalogue.products.size > 0) {
    await ctx.db.patch("customers", customer._id, { awaits_defaults: undefined });
    await startFirstDefaults(
      ctx,
      await loadCustomerState(ctx, customer, now, { catalogue, owner: null }),
    );
    return true;
  }
  const missing = chooseMissingDefaults(catalogue.products.values(), subscriptions);
  if (missing.length === 0) return false;
  const own = await loadCustomerState(ctx, customer, now, { catalogue, owner: null });
  await startDefaults(ctx, own, missing, () => null);
  return true;
}

async function startDefaults(
  ctx: MutationCtx,
  customerState: CustomerState,
  products: readonly CatalogueProduct[],
  trialEnd: (product: CatalogueProduct) => number | null,
): Promise<void> {
  const steps = products.map((product) => (state: CustomerState) => {
    const { now: startsAt } = state;
    const trialEndsAt = trialEnd(product);
    const anchor = trialEndsAt ?? startsAt;
    const input = { product, entityId: null, options: [], startsAt, anchor, trialEndsAt };
    return [addActive(state, input)];
  });
  const state = await withEntities(ctx, customerState, products);
  await storeEffects(ctx, state, inOrder(state, ...steps));
}

/**
 * When a new customer's trial of the product would end; null: it has none, or this
 * device had it.
 */
function newCustomerTrialEnd(
  target: CatalogueProduct,
  { used: trialsUsed, byFingerprint }: TrialHistory,
  now: number,
): number | null {
  const fingerprintUsed = byFingerprint.has(target.id);
  const about = { target, kind: "new" as const, entityId: null };
  const trial = decideTrial({ ...about, trialsUsed, fingerprintUsed, now });
  return trial.available ? trial.endsAt : null;
}
