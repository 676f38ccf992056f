import { fail, ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import { DAY_MS } from "../../../contract/time";
import type { Actor } from "../../../contract/operatorResponses";
import type { MutationCtx } from "../../_generated/server";
import { ensureCurrentCustomer } from "../customers/customers";
import { freeDefault } from "../renewal/ending";
import { giveProduct } from "../rewards/rewards";
import { balancesMeant, setBalances } from "../usage/setBalances";
import { addActive, addScheduled, carryInUse } from "../../rules/effects/additions";
import { inOrder } from "../../rules/effects/effects";
import { leftIn } from "../../rules/balances/adjust";
import { currentProducts } from "../../rules/subscriptions/currentProducts";
import type { CatalogueProduct } from "../../rules/model";
import { fromMicros } from "../../rules/money/money";
import { isFree, isPlan, isOneOff } from "../../rules/products/product";
import { reloadAndSave } from "../../store/saveRevision";
import { balancesOf } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { storeEffects, withEntities } from "../../store/effects";

/** Whether a granted product is permanent, like free and one-time products. */
export function staysForEver(product: CatalogueProduct): boolean {
  return isFree(product) || isOneOff(product);
}

export const MAX_DAYS = 366;

/** Adds units to a balance that the customer has. */
export async function addUnits(
  ctx: MutationCtx,
  { customerId, featureId, units }: { customerId: string; featureId: string; units: number },
  actor: Actor,
): Promise<Result<{ feature_id: string; units: number; balance: number }>> {
  if (!(units > 0)) return fail("invalid_inputs", "units must be more than 0");
  const state = await ensureCurrentCustomer(ctx, { customerId });
  const held = balancesMeant(state, state.balanceRows, { feature_id: featureId });
  const left = held.reduce((sum, balance) => sum + leftIn(balance, state.now), 0);
  const target = { feature_id: featureId, balance: fromMicros(left) + units };
  const set = await setBalances(ctx, { customer_id: customerId, balances: [target] }, actor);
  return set.error ? set : ok({ ...target, units });
}

/**
 * Gives a product for nothing. One that is bought once, or is free, stays as if it
 * was bought. A plan or a recurring add-on runs for some days and then ends; nothing
 * is charged at its end.
 */
export async function grantForDays(
  ctx: MutationCtx,
  { customerId, productId, days }: { customerId: string; productId: string; days?: number },
  actor: Actor,
): Promise<Result<{ product_id: string; ends_at: number | null }>> {
  const customerState = { ...(await ensureCurrentCustomer(ctx, { customerId })), actor };
  const product = customerState.catalogue.products.get(productId);
  if (!product || product.archived) {
    return fail("product_not_found", `Product ${productId} not found`, 404);
  }
  const lasts = staysForEver(product);
  if (lasts !== (days === undefined)) {
    const rule = lasts ? "stays: leave days out" : `ends: days must be 1 to ${MAX_DAYS}`;
    return fail("invalid_inputs", `${product.name} ${rule}`);
  }
  if (days === undefined) {
    if (!(await giveProduct(ctx, customerState, productId))) return taken(product);
    await reloadAndSave(ctx, customerState);
    return ok({ product_id: productId, ends_at: null });
  }
  if (!isDays(days)) return fail("invalid_inputs", `days must be 1 to ${MAX_DAYS}`);
  const endsAt = customerState.now + days * DAY_MS;
  if (!(await grantProduct(ctx, customerState, product, endsAt))) return taken(product);
  await reloadAndSave(ctx, customerState);
  return ok({ product_id: productId, ends_at: endsAt });
}

/** @returns False: the customer has it, or a paid plan in its place. */
async function grantProduct(
  ctx: MutationCtx,
  customerState: CustomerState,
  product: CatalogueProduct,
  endsAt: number,
): Promise<boolean> {
  const { subscriptions, now } = customerState;
  const { owned, main, scheduled } = currentProducts(subscriptions, product, null);
  const replaced = isPlan(product) ? main : null;
  if (owned || scheduled || (replaced && !isFree(replaced.product))) return false;
  const row = subscriptions.find(({ id }) => id === replaced?.id);
  const balanceRows = row ? balancesOf(customerState, row) : [];
  const input = { product, entityId: null, options: [], startsAt: now, anchor: endsAt };
  const from = row && { subscription: row, balanceRows, succession: "within_period" as const };
  // The customer did not cancel it, so no event reports a cancellation.
  const ends = { canceled_at: now, ended_at: endsAt };
  const fallback = isPlan(product) ? freeDefault(customerState, product.group) : undefined;
  const later = { startsAt: endsAt, anchor: endsAt, entityId: null, options: [] };
  const effects = inOrder(
    await withEntities(ctx, customerState, [product]),
    () => (row ? [{ kind: "end", id: row.id, event: "replaced" }] : []),
    (state) => [addActive(state, { ...input, trialEndsAt: endsAt }, from, ends)],
    (state) => carryInUse(customerState, state, balanceRows),
    (state) =>
      fallback ? [addScheduled(state, { product: fallback, ...later, trialEndsAt: null })] : [],
  );
  await storeEffects(ctx, customerState, effects);
  return true;
}

export function isDays(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= MAX_DAYS;
}

function taken({ name }: CatalogueProduct) {
  return fail(
    "product_already_attached",
    `The customer has ${name}, or pays for a plan in its place`,
  );
}
