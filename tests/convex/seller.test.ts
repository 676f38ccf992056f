import { describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { inBilling, openBackend } from "./backend";

const modules = import.meta.glob("../../convex/{_generated/*,billing,billingMails/*}.ts");

/** The seller, once the catalogue is installed with these variables. */
async function sellerWith(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const t = openBackend(modules);
  await t.mutation(internal.billing.install, {});
  return await inBilling(
    t,
    async (ctx) => (await ctx.db.query("hostSettings").first())?.seller ?? null,
  );
}

describe("the seller on invoices", () => {
  it("is that of the deployment's variables", async () => {
    const address = "Hauptstraße 1; 10115 Berlin;";
    expect(
      await sellerWith({ SELLER_NAME: "Art GmbH", SELLER_ADDRESS: address, SELLER_TAX_ID: "DE1" }),
    ).toEqual({ name: "Art GmbH", address: ["Hauptstraße 1", "10115 Berlin"], tax_id: "DE1" });
    expect(
      await sellerWith({ SELLER_NAME: "Art GmbH", SELLER_ADDRESS: "", SELLER_TAX_ID: "" }),
    ).toEqual({ name: "Art GmbH", address: [] });
  });

  it("is an example in the sandbox, and no one elsewhere", async () => {
    expect(await sellerWith({ BILLING_MODE: "sandbox" })).toMatchObject({
      ...{ name: "Spotlight (sandbox)", tax_id: "00-0000000" },
    });
    expect(await sellerWith({ BILLING_MODE: "live" })).toBeNull();
  });
});
