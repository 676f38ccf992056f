/** The messages that developers see for configuration mistakes, in the order of README.md. */
export const SERVER_MISTAKES = {
  "SITE_ORIGIN is not set":
    "SITE_ORIGIN is not set, so successUrl leads nowhere: run `npx convex env set SITE_ORIGIN http://localhost:5173` with the address of your pages.",
  "BILLING_MODE is not set":
    "BILLING_MODE is not set: run `npx convex env set BILLING_MODE sandbox` for test cards, and pass it to billing in convex.config.ts.",
  "BILLING_MODE is live, and Stripe is not set up":
    "BILLING_MODE is not sandbox, and STRIPE_SECRET_KEY is not set: set the key, or run `npx convex env set BILLING_MODE sandbox` for test cards.",
  "the catalogue was never installed":
    "The catalogue in your code is not installed: run `npx convex run billing:install`.",
  "a misspelt feature": "Feature print not found. The features in your code are",
  "a misspelt product": "Product por not found. The products in your code are",
  "too many calls": "Too many requests. Try again in",
} as const;

export const BROWSER_MISTAKES = {
  "an http: backend that is not trusted":
    "http://127.0.0.1:3211 is not in trustedOrigins of BillingProvider",
  "an action that convex/billing.ts does not export": "Export it in convex/billing.ts.",
  "a live revision that convex/billing.ts does not export":
    "revision failed, so this page is not live:",
  "a provider without a backend": "BillingProvider needs a backend URL, or `convex` and `api`",
  "a table without a provider": "PricingTable must be used within <BillingProvider />",
  "HTTP mode without a token":
    "Set getBearerToken of BillingProvider to what gives the session's token.",
  "HTTP mode with a wrong address":
    "Check backendUrl, and that the billing routes are registered there.",
} as const;
