import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import {
  BillingPortal,
  BillingProvider,
  CheckoutDialog,
  PaywallDialog,
  PricingTable,
} from "../../../packages/billing/src/react/index";
import { FakeTransport } from "../../../packages/billing/tests/react/fake-transport";
import {
  CYCLE_START,
  checkoutAnswer,
  customer,
  customerFeature,
  customerProduct,
  featureCheck,
  prepaidItem,
  preview,
  productIn,
  productItem,
} from "../../../packages/billing/tests/react/wire-samples";

const priced = (price: number, period = "per month") =>
  productItem({ price, display: { primary_text: `$${price}`, secondary_text: period } });
const display = { singular: "upload", plural: "uploads" };
const uploads = (primary_text: string) =>
  productItem({
    type: "feature",
    feature_id: "uploads",
    feature: { id: "uploads", name: "Uploads", type: "single_use", display, archived: false },
    display: { primary_text, secondary_text: "per month" },
  });
const credits = prepaidItem({
  quantity: 200,
  feature: {
    id: "credits",
    name: "Credits",
    type: "credit_system",
    display: { singular: "credit", plural: "credits" },
    archived: false,
  },
});

const free = productIn("downgrade", {
  id: "free",
  name: "Free",
  items: [uploads("10 uploads")],
  properties: { is_free: true, interval_group: null },
});
const creator = productIn("active", {
  items: [priced(6), uploads("100 uploads")],
  properties: { updateable: true },
  display: { everything_from: "Free", description: "For artists who post every week." },
});
const pro = productIn("upgrade", {
  id: "pro",
  name: "Pro",
  items: [priced(15), uploads("Unlimited uploads")],
  display: { recommend_text: "Most popular" },
});
const proYear = productIn("upgrade", {
  id: "pro_year",
  name: "Pro",
  base_variant_id: "pro",
  items: [priced(144, "per year")],
  properties: { interval_group: "year" },
});
const boost = productIn("new", {
  id: "boost",
  name: "Boost pack",
  is_add_on: true,
  items: [priced(5, "per 100 credits")],
  properties: { is_one_off: true, interval_group: null },
});
const subscription = customerProduct({
  group: "main",
  items: [productItem({ price: 6 }), credits, uploads("100 uploads")],
  current_period_end: CYCLE_START,
});
const invoice = {
  product_ids: ["creator"],
  stripe_id: "in_1",
  status: "paid" as const,
  total: 14,
  currency: "usd",
  created_at: Date.UTC(2026, 10, 11, 12),
  hosted_invoice_url: "https://pay.example/in_1",
};
const visa = {
  id: "pm_1",
  type: "card" as const,
  card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
};
const upgrade = checkoutAnswer({
  product: pro,
  current_product: creator,
  has_prorations: true,
  lines: [
    { description: "Unused time on Creator", amount: -4, item: null },
    { description: "Remaining time on Pro", amount: 18, item: null },
  ],
  total: 14,
  next_cycle: { starts_at: CYCLE_START, total: 15 },
});

const transport = new FakeTransport()
  .answer("listProducts", { list: [free, creator, pro, proYear, boost] })
  .answer(
    "createCustomer",
    customer({
      products: [subscription],
      features: [customerFeature({ usage: 100, included_usage: 100, next_reset_at: CYCLE_START })],
      invoices: [invoice],
      payment_method: visa,
    }),
  )
  .answer("check", featureCheck({ preview: preview({ products: [pro] }) }))
  .answer("checkout", upgrade)
  .answer("query", { list: [], total: {} })
  .answer("billingPortal", { customer_id: "ines", url: "https://pay.example" });

function Checkout() {
  const [open, setOpen] = useState(true);
  return (
    <CheckoutDialog
      open={open}
      setOpen={setOpen}
      checkoutResult={upgrade}
      checkoutParams={{ productId: "pro" }}
    />
  );
}

function Paywall() {
  const [open, setOpen] = useState(true);
  return <PaywallDialog open={open} setOpen={setOpen} featureId="uploads" />;
}

const VIEWS = {
  pricing: (
    <PricingTable>
      <h1>Room to show your work</h1>
      <p>Change or cancel at any time.</p>
    </PricingTable>
  ),
  portal: <BillingPortal group="main" returnPath="/billing" />,
  checkout: <Checkout />,
  paywall: <Paywall />,
};
export type View = keyof typeof VIEWS;

const root = createRoot(document.getElementById("frame") ?? document.body);

/** Renders a view in place of the previous one. */
function show(view: View): void {
  flushSync(() => root.render(null));
  root.render(
    <BillingProvider transport={transport} identityKey="ines" locale="en-US">
      {VIEWS[view]}
    </BillingProvider>,
  );
}

declare global {
  var showView: typeof show;
}
globalThis.showView = show;
