import { afterEach, beforeEach, vi } from "vitest";
import { undone } from "../../../../../tests/convex/undone";
import { setTime } from "../../engine/harness";
import { Shop } from "../shop";
import { FakeStripe } from "./fake-stripe";
import { reach } from "./reach";

/** Each test of a file begins without Stripe. What gets no answer is logged, for operators. */
export function beginWithoutStripe(): void {
  beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
  afterEach(() => {
    reach(null);
  });
}

/** A shop whose payments a fake Stripe moves. */
export async function openStripeShop(
  catalogue?: Parameters<typeof Shop.open>[1],
): Promise<StripeShop> {
  const stripe = new FakeStripe();
  reach(stripe);
  return { stripe, shop: await Shop.open(stripe, catalogue) };
}

/** The same, whose customer has a card. */
export async function openStripeShopWithCard(): Promise<StripeShop> {
  const opened = await openStripeShop();
  await opened.shop.saveCard();
  return opened;
}

/** The latest charge. */
export async function lastCharge({ t }: Shop) {
  const charge = await t.run((ctx) => ctx.db.query("charges").order("desc").first());
  if (!charge) throw new Error("Nothing was charged");
  return charge;
}

export interface StripeShop {
  stripe: FakeStripe;
  shop: Shop;
}

/**
 * For the cases of a property that all begin with the same shop: it is made once, and each case is
 * taken back and has a copy of what Stripe knew.
 */
export function casesFromShop(open: () => Promise<StripeShop>) {
  let begun: (StripeShop & { now: number }) | null = null;
  return async (attempt: (own: StripeShop) => Promise<void>): Promise<void> => {
    begun ??= { ...(await open()), now: Date.now() };
    const { stripe: known, shop, now } = begun;
    setTime(now);
    const stripe = known.copy();
    reach(stripe);
    await undone(shop.t, async (t) => await attempt({ stripe, shop: shop.through(t, stripe) }));
  };
}
