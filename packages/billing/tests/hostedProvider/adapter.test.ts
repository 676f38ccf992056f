import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { operations } from "../../src/contract/operations";
import type { Operation } from "../../src/contract/operations";
import { parse } from "../../src/component/hostedProvider/parse";
import { openBackend } from "../../../../tests/convex/backend";

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/{billing,http,seed}.ts",
]);
const IDENTITY = { subject: "ada", issuer: "https://id", tokenIdentifier: "https://id|ada" };
const AT = 1_760_000_000_000;

/** In the form of a hosted provider of version 1.2. */
const HELD = {
  ...{ id: "pro", name: null, group: null, status: "active", canceled_at: null, started_at: AT },
  ...{ is_default: false, is_add_on: false, version: 2, items: [] },
  ...{ current_period_start: AT, current_period_end: AT + 1 },
};
const UNLIMITED = {
  ...{ id: "uploads", type: "single_use", name: null, interval: null, interval_count: null },
  ...{ unlimited: true, balance: null, usage: 0, included_usage: 0, next_reset_at: null },
  overage_allowed: false,
};
const CUSTOMER = {
  ...{ id: "ada", created_at: AT, name: "Ada", email: null, fingerprint: null },
  ...{ stripe_id: "cus_1", env: "live", send_email_receipts: false },
  ...{ metadata: { plan_hint: "A", seen: 3 }, products: [HELD], features: {} },
};
const SUPPORT = {
  ...{ type: "feature", feature_id: "support", feature_type: "static", entity_feature_id: null },
  feature: { id: "support", name: "Support", type: "boolean", archived: false },
  display: { primary_text: "Support" },
};
const PRODUCT = {
  ...{ id: "pro", name: "Pro", group: null, env: "live", is_add_on: false, is_default: false },
  ...{ archived: false, version: 2, created_at: AT, items: [SUPPORT], base_variant_id: null },
  free_trial: {
    ...{ duration: "day", length: 7, unique_fingerprint: true },
    ...{ card_required: true, trial_available: null },
  },
  properties: {
    ...{ is_free: false, is_one_off: false, interval_group: "month" },
    ...{ has_trial: false, updateable: true },
  },
};

function read(op: Operation, answer: unknown): unknown {
  const found = parse(operations[op].result, answer);
  return found.ok ? found.value : `can't be read at ${found.path}`;
}

describe("a hosted provider's answer", () => {
  it.each([
    ["active", { status: "active" }],
    ["trialing", { status: "active" }],
    ["past_due", { status: "active", past_due: true }],
    ["scheduled", { status: "scheduled" }],
    ["expired", { status: "expired" }],
    ["paused", { status: "expired" }],
    ["constructor", { status: "expired" }],
  ])("with the status %s is read, and grants access only for active products", (status, ours) => {
    const customer = { ...CUSTOMER, products: [{ ...HELD, status }] };
    expect(read("getCustomer", customer)).toMatchObject({ products: [{ id: "pro", ...ours }] });
  });

  it.each([
    ["trialing", "active"],
    ["past_due", "active"],
    ["canceled", "active"],
    ["scheduled", "scheduled"],
    ["frozen", "expired"],
  ])("checks a product that is %s as %s", (status, ours) => {
    const answer = { allowed: true, code: "product_found", customer_id: "ada", product_id: "pro" };
    expect(read("check", { ...answer, status })).toEqual({ ...answer, status: ours });
    expect(read("check", answer)).toEqual(answer);
  });

  it.each([
    ["upgrade", "upgrade"],
    ["update_prepaid_quantity", "active"],
    ["past_due", "active"],
    ["expired", "new"],
    ["swap", undefined],
  ])("lists a product whose scenario is %s as %s", (scenario, ours) => {
    const answer = read("listProducts", { list: [{ ...PRODUCT, scenario }] });
    expect(answer).toMatchObject({
      list: [{ id: "pro", items: [{ interval_count: 1 }], free_trial: { trial_available: true } }],
    });
    const { list } = answer as { list: { scenario?: string }[] };
    expect(list[0]?.scenario).toBe(ours);
  });

  it("may omit names, amounts and quantities", () => {
    const customer = { ...CUSTOMER, features: { uploads: UNLIMITED } };
    expect(read("getCustomer", customer)).toMatchObject({
      metadata: { plan_hint: "A" },
      products: [{ name: "pro", quantity: 1 }],
      features: { uploads: { name: "uploads", balance: 0, unlimited: true } },
    });
  });

  it("keeps a card, and no other payment method", () => {
    const card = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 };
    const paidBy = (payment_method: unknown) =>
      read("getCustomer", { ...CUSTOMER, payment_method }) as { payment_method?: unknown };
    expect(paidBy({ id: "pm", type: "card", card }).payment_method).toMatchObject({ card });
    expect(paidBy({ id: "pm", type: "link" })).not.toHaveProperty("payment_method");
    expect(paidBy(null).payment_method).toBeNull();
  });

  it("for a sale is a sale, whatever its word for it", () => {
    const sold = { success: true, customer_id: "ada", product_ids: ["pro"], message: "Done" };
    expect(read("attach", { ...sold, code: "swapped" })).toMatchObject({
      code: "new_product_attached",
    });
    const page = { ...sold, code: "invoice_created", checkout_url: "https://pay.example" };
    expect(read("attach", page)).toMatchObject({ code: "checkout_created" });
    expect(read("attach", { ...page, success: false })).toBe("can't be read at answer.code");
  });
});

describe("a page of a site with a hosted provider", () => {
  beforeEach(() => {
    vi.stubEnv("AUTUMN_SECRET_KEY", "sk_test");
    vi.stubGlobal("fetch", () =>
      Promise.resolve(
        Response.json({ ...CUSTOMER, products: [{ ...HELD, status: "trialing" }], new: 1 }),
      ),
    );
  });

  it("shows a plan on trial as active", async () => {
    const ada = openBackend(modules).withIdentity(IDENTITY);
    const { data, error } = await ada.action(api.billing.createCustomer, {});
    expect([error, data?.products[0]?.status]).toEqual([null, "active"]);
  });
});
