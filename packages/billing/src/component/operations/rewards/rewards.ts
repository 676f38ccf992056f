import type { MutationCtx } from "../../_generated/server";
import { openBuckets } from "../../store/balances/buckets";
import { grantDiscount } from "../../store/rewards/discounts";
import { hold } from "../../store/customers/held";
import { heldId } from "../../store/customers/holdings";
import type { Holdings } from "../../store/customers/holdings";
import { addCredit } from "../invoices/invoices";
import { planBuckets } from "../../rules/buckets";
import { isActive } from "../../rules/holdings";
import type { CatalogueProduct } from "../../rules/model";
import { toMinor } from "../../rules/money";
import { asDiscount } from "../../rules/heldDiscounts";
import { isMain } from "../../rules/product";
import type { RewardDefinition } from "../../rules/rewards";
import type { HeldRow } from "../../rules/schedule";

/**
 * Gives a customer a reward. The caller commits.
 *
 * A discount waits while another runs. A free product is given to those who do
 * not have it; of one that grants once, those who have it get more.
 *
 * @returns Whether there was anything to give.
 */
export async function giveReward(
  ctx: MutationCtx,
  holdings: Holdings,
  reward: RewardDefinition,
): Promise<boolean> {
  const { customer, catalogue, now } = holdings;
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
    reward.type === "free_product" && (await giveProduct(ctx, holdings, reward.free_product_id))
  );
}

async function giveProduct(ctx: MutationCtx, holdings: Holdings, productId: string) {
  const { catalogue, held } = holdings;
  const product = catalogue.products.get(productId);
  if (!product) throw new Error(`Reward product ${productId} left the catalogue`);
  const own = held.filter((row) => isActive(row) && row.entity_id === null);
  const same = own.find((row) => row.product.id === productId);
  if (same) return await topUp(ctx, holdings, same, product);
  const isTaken = own.some((row) => isMain(row.product) && row.product.group === product.group);
  if (isMain(product) && isTaken) return false;
  const { now } = holdings;
  const terms = { product, entityId: null, packs: [], startsAt: now, anchor: now };
  await hold(ctx, holdings, { ...terms, trialEndsAt: null });
  return true;
}

/** What grants once can be had again: each grant keeps its own expiry. */
async function topUp(
  ctx: MutationCtx,
  { customer, catalogue, now }: Holdings,
  row: HeldRow,
  product: CatalogueProduct,
): Promise<boolean> {
  if (product.items.some(({ interval }) => interval !== undefined)) return false;
  const again = { ...row, product, starts_at: now, created_at: now };
  const terms = { held: again, features: catalogue.features, trialEndsAt: null };
  await openBuckets(ctx, customer._id, heldId(row), planBuckets(terms), now);
  await ctx.db.patch("heldProducts", heldId(row), { quantity: row.quantity + 1 });
  return true;
}
