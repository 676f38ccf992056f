import { afterEach, beforeEach, vi } from "vitest";
import { Shop } from "../shop";
import { FakeStripe } from "./fake-stripe";
import { reach } from "./reach";

/** Each test of a file begins without Stripe. What gets no answer is logged, for operators. */
export function beginWithoutStripe(): void {
  beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
  afterEach(() => {
    reach(null);
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
}

/** A shop whose payments a fake Stripe moves. */
export async function openStripeShop() {
  const stripe = new FakeStripe();
  reach(stripe);
  return { stripe, shop: await Shop.open(stripe) };
}
