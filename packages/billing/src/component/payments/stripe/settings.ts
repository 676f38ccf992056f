/** Stripe's own address. Another one is accepted in the sandbox alone. */
export const STRIPE_URL = "https://api.stripe.com";

/** What moves money on a deployment. */
export type PaymentSettings =
  | { by: "sandbox" | "nobody" }
  | { by: "stripe"; secretKey: string; webhookSecret: string; url: string }
  /** Why the variables contradict each other, in a sentence for the operator. */
  | { by: "refused"; why: string };

interface Variables {
  BILLING_MODE?: string | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_URL?: string | undefined;
}

/** A secret key, or a restricted one with the same rights. */
const KEY = /^(?:sk|rk)_(?<mode>test|live)_\w{8,}$/;
const WEBHOOK_SECRET = /^whsec_[\w+/=-]{8,}$/;

/** Whether a key moves real money. */
export function isLive(secretKey: string): boolean {
  return KEY.exec(secretKey)?.groups?.["mode"] === "live";
}

/** Reads the variables. What contradicts itself moves no money at all. */
export function readPaymentSettings(variables: Variables): PaymentSettings {
  const sandbox = variables.BILLING_MODE === "sandbox";
  const {
    STRIPE_SECRET_KEY: secretKey = "",
    STRIPE_WEBHOOK_SECRET: webhookSecret = "",
    STRIPE_API_URL: address = "",
  } = variables;
  if (secretKey === "") {
    if (webhookSecret !== "" || address !== "") return refuse(KEY_MISSING);
    return { by: sandbox ? "sandbox" : "nobody" };
  }
  const mode = KEY.exec(secretKey)?.groups?.["mode"];
  if (mode === undefined) return refuse(KEY_MALFORMED);
  if (sandbox && mode === "live") return refuse(LIVE_IN_SANDBOX);
  if (!sandbox && mode === "test") return refuse(TEST_IN_LIVE);
  if (webhookSecret === "") return refuse(SECRET_MISSING);
  if (!WEBHOOK_SECRET.test(webhookSecret)) return refuse(SECRET_MALFORMED);
  const url = address || STRIPE_URL;
  if (url !== STRIPE_URL && !sandbox) return refuse(ADDRESS_IN_LIVE);
  if (!isAddress(url)) return refuse(ADDRESS_MALFORMED);
  return { by: "stripe", secretKey, webhookSecret, url };
}

/** An origin, without a path. */
function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:\/\/[^/]+$/.test(url);
}

function refuse(why: string): PaymentSettings {
  return { by: "refused", why };
}

const KEY_MISSING =
  "STRIPE_WEBHOOK_SECRET or STRIPE_API_URL is set, STRIPE_SECRET_KEY is not: set it too, or none of them.";
const KEY_MALFORMED =
  "STRIPE_SECRET_KEY is no secret key of Stripe: it begins with sk_test_ or sk_live_.";
const LIVE_IN_SANDBOX =
  "STRIPE_SECRET_KEY is a live key, and BILLING_MODE is sandbox: a sandbox takes a key that begins with sk_test_.";
const TEST_IN_LIVE =
  "STRIPE_SECRET_KEY is a test key, and BILLING_MODE is not sandbox: real sales take a key that begins with sk_live_.";
const SECRET_MISSING =
  "STRIPE_SECRET_KEY is set, STRIPE_WEBHOOK_SECRET is not: Stripe shows it beside the webhook, and it begins with whsec_.";
const SECRET_MALFORMED =
  "STRIPE_WEBHOOK_SECRET is no signing secret of Stripe: it begins with whsec_.";
const ADDRESS_IN_LIVE =
  "STRIPE_API_URL is set, and BILLING_MODE is not sandbox: real sales go to Stripe's own address.";
const ADDRESS_MALFORMED = "STRIPE_API_URL is no address: give one like http://127.0.0.1:12111.";
