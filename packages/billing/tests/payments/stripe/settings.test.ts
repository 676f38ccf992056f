import { describe, expect, it } from "vitest";
import { chargeStep, fromStripe, toStripe } from "../../../src/component/payments/stripe/amounts";
import { readPaymentSettings } from "../../../src/component/payments/stripe/settings";

const TEST = "sk_test_1234567890";
const LIVE = "sk_live_1234567890";
const SECRET = "whsec_1234567890";
const LOCAL = "http://127.0.0.1:12111";

type Row = readonly [mode: string, key: string, secret: string, address: string, answer: string];

const ROWS: readonly Row[] = [
  ["sandbox", "", "", "", "sandbox"],
  ["live", "", "", "", "nobody"],
  ["", "", "", "", "nobody"],
  ["sandbox", TEST, SECRET, "", "stripe"],
  ["sandbox", "rk_test_1234567890", SECRET, "", "stripe"],
  ["sandbox", TEST, SECRET, LOCAL, "stripe"],
  ["live", LIVE, SECRET, "", "stripe"],
  ["", LIVE, SECRET, "", "stripe"],
  ["live", LIVE, SECRET, "https://api.stripe.com", "stripe"],
  ["sandbox", LIVE, SECRET, "", "STRIPE_SECRET_KEY is a live key"],
  ["live", TEST, SECRET, "", "STRIPE_SECRET_KEY is a test key"],
  ["Sandbox", TEST, SECRET, "", "STRIPE_SECRET_KEY is a test key"],
  ["sandbox", "pk_test_1234567890", SECRET, "", "STRIPE_SECRET_KEY is no secret key"],
  ["sandbox", " sk_test_1234567890", SECRET, "", "STRIPE_SECRET_KEY is no secret key"],
  ["sandbox", "sk_test_123", SECRET, "", "STRIPE_SECRET_KEY is no secret key"],
  ["live", LIVE, "", "", "STRIPE_SECRET_KEY is set, STRIPE_WEBHOOK_SECRET is not"],
  ["live", LIVE, "secret_1234567890", "", "STRIPE_WEBHOOK_SECRET is no signing secret"],
  ["live", LIVE, SECRET, LOCAL, "STRIPE_API_URL is set, and BILLING_MODE is not sandbox"],
  ["sandbox", TEST, SECRET, "127.0.0.1:12111", "STRIPE_API_URL is no address"],
  ["sandbox", TEST, SECRET, `${LOCAL}/v1`, "STRIPE_API_URL is no address"],
  ["sandbox", "", SECRET, "", "STRIPE_WEBHOOK_SECRET or STRIPE_API_URL is set"],
  ["live", "", "", LOCAL, "STRIPE_WEBHOOK_SECRET or STRIPE_API_URL is set"],
];

describe("what moves money on a deployment", () => {
  it.each(ROWS)("in mode %j with key %j, secret %j and address %j is %s", (...row) => {
    const [mode, key, secret, address, answer] = row;
    const settings = readPaymentSettings({
      BILLING_MODE: mode,
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_URL: address,
    });
    const shown = settings.by === "refused" ? settings.why : settings.by;
    expect(shown.startsWith(answer)).toBe(true);
    if (settings.by === "refused") expect(settings.why).not.toContain(key || "never");
  });
});

describe("an amount", () => {
  it.each([
    ["usd", 1099, 1099, 1],
    ["jpy", 500, 500, 1],
    ["huf", 1045, 1045, 1],
    ["twd", 80045, 80045, 1],
    ["isk", 500, 50_000, 1],
    ["UGX", 500, 50_000, 1],
    ["kwd", 5120, 5120, 10],
    ["tnd", 10, 10, 10],
  ] as const)("in %s of %i is %i with Stripe, in steps of %i", (currency, minor, amount, step) => {
    expect(toStripe(minor, currency)).toBe(amount);
    expect(fromStripe(amount, currency)).toBe(minor);
    expect(chargeStep(currency)).toBe(step);
  });
});
