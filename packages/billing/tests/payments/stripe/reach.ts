import { vi } from "vitest";
import { FAKE_KEY, FAKE_SECRET, FAKE_URL } from "./fake-stripe";
import type { FakeStripe } from "./fake-stripe";

let reached: FakeStripe | null = null;
const network = globalThis.fetch;

/** From here on the deployment moves money with this fake of Stripe; null: in its sandbox. */
export function reach(fake: FakeStripe | null): void {
  reached = fake;
  globalThis.fetch = fake ? routed : network;
  vi.stubEnv("STRIPE_SECRET_KEY", fake ? FAKE_KEY : undefined);
  vi.stubEnv("STRIPE_WEBHOOK_SECRET", fake ? FAKE_SECRET : undefined);
  vi.stubEnv("STRIPE_API_URL", fake ? FAKE_URL : undefined);
}

const routed: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  return reached && url.startsWith(FAKE_URL)
    ? await reached.fetch(url, init)
    : await network(input, init);
};
