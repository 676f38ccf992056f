import { fail, ok } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import { DAY_MS } from "../../../contract/time";
import type { By } from "../../../contract/operatorResponses";
import type { MutationCtx } from "../../_generated/server";
import { openCustomer } from "../customers/customers";
import { freeDefault } from "../renewal/ending";
import { giveProduct } from "../rewards/rewards";
import { balancesMeant, setBalances } from "../usage/setBalances";
import { leftIn } from "../../rules/adjust";
import { currentProducts } from "../../rules/currentProducts";
import type { CatalogueProduct } from "../../rules/model";
import { fromMicros } from "../../rules/money";
import { isFree, isMain, isOneOff } from "../../rules/product";
import { carryUsageInUse } from "../../store/balances/inUse";
import { commit } from "../../store/commit";
import { balancesOf } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { addSubscription, expire, schedule, transition } from "../../store/customers/subscriptions";
import { loadSubscription } from "../../store/customers/subscriptionRows";

/** Whether it stays once it is given, as what is free or is bought once does. */
export function staysForEver(product: CatalogueProduct): boolean {
  return isFree(product) || isOneOff(product);
}

export const MAX_DAYS = 366;

/** Adds units to a balance that the customer has. */
export async function addUnits(
  ctx: MutationCtx,
  { customerId, featureId, units }: { customerId: string; featureId: string; units: number },
  by: By,
): Promise<Result<{ feature_id: string; units: number; balance: number }>> {
  if (!(units > 0)) return fail("invalid_inputs", "units must be more than 0");
  const state = await openCustomer(ctx, { customerId });
  const held = balancesMeant(state, state.balanceRows, { feature_id: featureId });
  const left = held.reduce((sum, balanceRow) => sum + leftIn(balanceRow, state.now), 0);
  const target = { feature_id: featureId, balance: fromMicros(left) + units };
  const set = await setBalances(ctx, { customer_id: customerId, balances: [target] }, by);
  return set.error ? set : ok({ ...target, units });
}

/**
 * Gives a product for nothing. One that is bought once, or is free, stays as if it
 * was bought. A plan or a recurring add-on runs for some days and then ends; nothing
 * is charged at its end.
 */
export async function giveFor(
  ctx: MutationCtx,
  { customerId, productId, days }: { customerId: string; productId: string; days?: number },
  by: By,
): Promise<Result<{ product_id: string; ends_at: number | null }>> {
  const customerState = { ...(await openCustomer(ctx, { customerId })), by };
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
    await commit(ctx, customerState);
    return ok({ product_id: productId, ends_at: null });
  }
  if (!isDays(days)) return fail("invalid_inputs", `days must be 1 to ${MAX_DAYS}`);
  const endsAt = customerState.now + days * DAY_MS;
  if (!(await lend(ctx, customerState, product, endsAt))) return taken(product);
  await commit(ctx, customerState);
  return ok({ product_id: productId, ends_at: endsAt });
}

/** @returns False: the customer has it, or a paid plan in its place. */
async function lend(
  ctx: MutationCtx,
  customerState: CustomerState,
  product: CatalogueProduct,
  endsAt: number,
): Promise<boolean> {
  const { subscriptions, now } = customerState;
  const { same, main, scheduled } = currentProducts(subscriptions, product, null);
  const replaced = isMain(product) ? main : null;
  if (same || scheduled || (replaced && !isFree(replaced.product))) return false;
  const row = subscriptions.find(({ id }) => id === replaced?.id);
  const from = row ? balancesOf(customerState, row) : [];
  if (row) await expire(ctx, customerState, row, "replaced", now);
  const input = { product, entityId: null, packs: [], startsAt: now, anchor: endsAt };
  const id = await addSubscription(ctx, customerState, { ...input, trialEndsAt: endsAt }, { from });
  await carryUsageInUse(ctx, customerState, from);
  const added = await loadSubscription(ctx, customerState.catalogue, id);
  if (!added) throw new Error("A granted product vanished in its own transaction");
  // Nobody canceled it, so nobody is told that.
  await transition(ctx, added, "cancel_at_end", { canceled_at: now, ended_at: endsAt });
  const fallback = isMain(product) ? freeDefault(customerState, product.group) : undefined;
  if (fallback) {
    const later = { product: fallback, startsAt: endsAt, anchor: endsAt, trialEndsAt: null };
    await schedule(ctx, customerState, { entityId: null, packs: [], ...later });
  }
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
