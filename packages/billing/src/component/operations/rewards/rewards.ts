import type { MutationCtx } from "../../_generated/server";
import { grantDiscount } from "../../store/rewards/discounts";
import { storeEffects, withEntities } from "../../store/effects";
import type { CustomerState } from "../../store/customers/customerState";
import { addCredit } from "../invoices/invoices";
import { addActive, grantAgain } from "../../rules/effects/additions";
import { isActive } from "../../rules/subscriptions/currentProducts";
import type { CatalogueProduct } from "../../rules/model";
import { toMinor } from "../../rules/money/money";
import { asDiscount } from "../../rules/discounts/customerDiscounts";
import { isPlan } from "../../rules/products/product";
import type { RewardDefinition } from "../../rules/discounts/rewards";
import type { SubscriptionRow } from "../../rules/renewals/schedule";

/**
 * Grants a reward to a customer. The caller commits.
 *
 * A discount waits while another runs. A free product goes to customers without
 * it; of a one-time grant, they get another.
 *
 * @returns Whether anything was granted.
 */
export async function giveReward(
  ctx: MutationCtx,
  customerState: CustomerState,
  reward: RewardDefinition,
): Promise<boolean> {
  const { customer, catalogue, now } = customerState;
  const discount = asDiscount(reward, catalogue.products);
  if (discount) {
    await grantDiscount(ctx, customer._id, discount, { now, when: "in_turn" });
    return true;
  }
  if (reward.type === "invoice_credits") {
    await addCredit(ctx, customer._id, toMinor(reward.discount_value, catalogue.currency));
    return true;
  }
  return (
    reward.type === "free_product" &&
    (await giveProduct(ctx, customerState, reward.free_product_id))
  );
}

/** @returns False: the customer has a plan in its place. */
export async function giveProduct(
  ctx: MutationCtx,
  customerState: CustomerState,
  productId: string,
) {
  const { catalogue, subscriptions } = customerState;
  const product = catalogue.products.get(productId);
  if (!product) throw new Error(`Reward product ${productId} left the catalogue`);
  const own = subscriptions.filter((row) => isActive(row) && row.entity_id === null);
  const owned = own.find((row) => row.product.id === productId);
  if (owned) return await topUp(ctx, customerState, owned, product);
  const isTaken = own.some((row) => isPlan(row.product) && row.product.group === product.group);
  if (isPlan(product) && isTaken) return false;
  const { now } = customerState;
  const input = { product, entityId: null, options: [], startsAt: now, anchor: now };
  const state = await withEntities(ctx, customerState, [product]);
  await storeEffects(ctx, state, [addActive(state, { ...input, trialEndsAt: null })]);
  return true;
}

/** A one-time grant can be given again: each keeps its own expiry. */
async function topUp(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  product: CatalogueProduct,
): Promise<boolean> {
  if (product.items.some(({ interval }) => interval !== undefined)) return false;
  await storeEffects(ctx, customerState, [
    grantAgain(customerState, { ...row, product }),
    { kind: "set", id: row.id, changes: { quantity: row.quantity + 1 } },
  ]);
  return true;
}
