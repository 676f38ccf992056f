import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../../convex/_generated/api";
import { allowedArgs } from "../../src/contract/sentNames";
import { BROWSER_OPERATIONS } from "../../src/contract/operations";
import type { BrowserOperation } from "../../src/contract/operations";
import { inBilling, openBackend } from "../../../../tests/convex/backend";

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/{billing,http,seed}.ts",
]);
const ADA = { subject: "ada", issuer: "https://local", tokenIdentifier: "https://local|ada" };

async function site() {
  const t = openBackend(modules);
  await t.mutation(internal.billing.install, {});
  return t;
}

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
  vi.stubEnv("CONVEX_SITE_URL", "https://deployment.example");
});
describe("signed out", () => {
  it("is refused by every operation except the catalogue, and no customer is created", async () => {
    const t = await site();
    const answers = {
      checkout: await t.action(api.billing.checkout, { productId: "creator" }),
      attach: await t.action(api.billing.attach, { productId: "creator" }),
      check: await t.action(api.billing.check, { featureId: "uploads" }),
      track: await t.action(api.billing.track, { featureId: "uploads" }),
      setupPayment: await t.action(api.billing.setupPayment, {}),
      cancel: await t.action(api.billing.cancel, { productId: "creator" }),
      query: await t.action(api.billing.query, { featureId: "uploads" }),
      billingPortal: await t.action(api.billing.billingPortal, {}),
      createReferralCode: await t.action(api.billing.createReferralCode, { programId: "friends" }),
      redeemReferralCode: await t.action(api.billing.redeemReferralCode, { code: "ABC123" }),
      createEntity: await t.action(api.billing.createEntity, { id: "a", featureId: "seats" }),
      getEntity: await t.action(api.billing.getEntity, { entityId: "a" }),
      deleteEntity: await t.action(api.billing.deleteEntity, { entityId: "a" }),
    };
    for (const answer of Object.values(answers)) {
      expect(answer).toEqual({
        data: null,
        error: { code: "unauthenticated", message: "Sign in first" },
        statusCode: 401,
      });
    }
    const customers = await inBilling(t, async (ctx) => await ctx.db.query("customers").take(1));
    expect(customers).toEqual([]);
  });

  it("says that a customer id is required when a customer is asked for", async () => {
    const t = await site();
    expect(await t.action(api.billing.createCustomer, {})).toEqual({
      data: null,
      error: { code: "CUSTOMER_ID_REQUIRED", message: "Customer ID is required" },
      statusCode: 401,
    });
  });

  it("returns null without an error when errorOnNotFound is false", async () => {
    const t = await site();
    const answer = await t.action(api.billing.createCustomer, { errorOnNotFound: false });
    expect(answer).toEqual({ data: null, error: null, statusCode: 202 });
  });

  it("sees the public catalogue", async () => {
    const t = await site();
    const { data } = await t.action(api.billing.listProducts, {});
    expect(data?.list.map((product) => product.id)).toContain("creator");
  });
});

/** The required arguments of an operation; the check must refuse an unknown field beside them. */
const NEEDED: Partial<Record<BrowserOperation, object>> = {
  cancel: { productId: "creator" },
  query: { featureId: "uploads" },
  createEntity: { id: "seat_1", featureId: "seats" },
  getEntity: { entityId: "seat_1" },
  deleteEntity: { entityId: "seat_1" },
  createReferralCode: { programId: "friends" },
  redeemReferralCode: { code: "ABC123" },
};

describe("arguments", () => {
  it("refuses every field that is not in the operations table", async () => {
    const t = (await site()).withIdentity(ADA);
    for (const op of BROWSER_OPERATIONS) {
      for (const field of ["customer_id", "customerId", "items", "freeTrial", "invoice", "price"]) {
        const args = { ...NEEDED[op], [field]: "x" };
        await expect(t.action(api.billing[op], args), `${op} ${field}`).rejects.toThrow(field);
      }
    }
    expect(allowedArgs("check")).not.toContain("sendEvent");
  });

  it("drops what existing clients add, because the identity always wins", async () => {
    const t = (await site()).withIdentity(ADA);
    const { data } = await t.action(api.billing.createCustomer, {
      customerData: { id: "victim", email: "evil@example.com" },
      customer_data: { id: "victim" },
      openInNewTab: false,
    });
    expect(data).toMatchObject({ id: "ada", email: null });
  });

  it.each([
    ["checkout", {}, "invalid_inputs"],
    ["checkout", { productId: "pro", productIds: ["pro"] }, "invalid_inputs"],
    ["checkout", { productIds: [] }, "invalid_inputs"],
    ["cancel", { productId: "creator", cancelImmediately: true }, "forbidden"],
    ["cancel", { productId: "../creator" }, "invalid_inputs"],
    ["query", { featureId: [] }, "invalid_inputs"],
    ["query", { featureId: Array.from({ length: 11 }, () => "uploads") }, "invalid_inputs"],
    ["billingPortal", { returnUrl: "//evil.example" }, "invalid_return_url"],
    ["redeemReferralCode", { code: "A".repeat(65) }, "invalid_inputs"],
    ["createEntity", { id: "seat_1", featureId: "seats" }, "forbidden"],
    ["getEntity", { entityId: "seat_1" }, "forbidden"],
    ["deleteEntity", { entityId: "seat_1" }, "forbidden"],
    ["checkout", { productId: "pro", successUrl: "https://evil.example" }, "invalid_return_url"],
    ["checkout", { productId: "pro", entityId: "../../victim" }, "invalid_inputs"],
    [
      "attach",
      { productId: "creator", options: [{ featureId: "credits", quantity: -100 }] },
      "invalid_options",
    ],
    [
      "attach",
      { productId: "creator", options: [{ featureId: "credits", quantity: NaN }] },
      "invalid_options",
    ],
    ["check", {}, "invalid_inputs"],
    ["check", { featureId: "uploads", requiredBalance: -1 }, "invalid_inputs"],
    ["check", { featureId: "uploads", requiredBalance: Infinity }, "invalid_inputs"],
    ["track", { featureId: "uploads", value: -5 }, "invalid_inputs"],
    ["track", { featureId: "uploads", value: 0 }, "invalid_inputs"],
    ["track", { featureId: "uploads" }, "forbidden"],
    ["track", { featureId: "__proto__" }, "forbidden"],
    ["attach", { productId: "creator", clientRequestId: "no spaces" }, "invalid_inputs"],
  ] as const)("%s refuses %j", async (op, args, code) => {
    const t = (await site()).withIdentity(ADA);
    const { data, error } = await t.action(api.billing[op], args);
    expect({ data, code: error?.code }).toEqual({ data: null, code });
  });
});

describe("the customer of a signed-in caller", () => {
  it("uses the identity provider's subject as the customer id", async () => {
    const t = (await site()).withIdentity({
      subject: "user_2x",
      issuer: "https://clerk.example",
      tokenIdentifier: "https://clerk.example|user_2x",
      name: "Ada Lovelace",
      email: "ada@example.com",
    });
    const { data } = await t.action(api.billing.createCustomer, {});
    expect(data).toMatchObject({ id: "user_2x", name: "Ada Lovelace", email: "ada@example.com" });
  });

  it("gives two issuers with the same subject different customers", async () => {
    const t = await site();
    const first = await t.withIdentity(ADA).action(api.billing.createCustomer, {});
    const other = {
      subject: "ada",
      issuer: "https://b.example",
      tokenIdentifier: "https://b.example|ada",
    };
    const second = await t.withIdentity(other).action(api.billing.createCustomer, {});
    expect([first.data?.id, second.data?.id]).toEqual(["ada", "b-example:ada"]);
    const again = await t.withIdentity(other).action(api.billing.createCustomer, {});
    expect(again.data?.id).toBe("b-example:ada");
  });
});

describe("revision", () => {
  it("rises when the caller's customer changes, and only then", async () => {
    const t = await site();
    const ada = t.withIdentity(ADA);
    await ada.action(api.billing.createCustomer, {});
    const before = await ada.query(api.billing.revision, {});
    await t
      .withIdentity({ subject: "bo", issuer: "https://local", tokenIdentifier: "https://local|bo" })
      .action(api.billing.createCustomer, {});
    expect(await ada.query(api.billing.revision, {})).toEqual(before);
    await ada.action(api.billing.attach, { productId: "pro" });
    const after = await ada.query(api.billing.revision, {});
    expect(after.customer).toBeGreaterThan(before.customer);
  });
});
