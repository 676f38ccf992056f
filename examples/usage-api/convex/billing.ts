import { Billing, defineCatalog } from "@spotlight/billing";
import { components } from "./_generated/api";

const calls = (included_usage: number) =>
  ({ feature_id: "api_calls", interval: "month", included_usage }) as const;
const catalogue = defineCatalog({
  currency: "usd",
  features: { api_calls: { name: "API calls", type: "single_use" } },
  products: {
    free: { name: "Free", is_default: true, items: [calls(2)] },
    scale: { name: "Scale", items: [{ price: 29, interval: "month" }, calls(10_000)] },
  },
});
/** Browsers don't call it: the server in front uses the component's `/v1` API. */
export const { install } = new Billing(components.billing, { catalogue }).actions();
