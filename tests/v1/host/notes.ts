import { componentsGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { Billing, defineCatalog } from "../../../packages/billing/src/client";
import type { ComponentApi } from "../../../packages/billing/src/component/_generated/component";

const catalogue = defineCatalog({
  currency: "usd",
  features: { notes: { name: "Notes", type: "single_use" } },
  products: {
    free: { name: "Free", is_default: true, items: [{ feature_id: "notes", included_usage: 2 }] },
  },
});
const components = componentsGeneric() as unknown as { billing: ComponentApi };
const billing = new Billing(components.billing, { catalogue });
const ADA = { customerId: "ada" };

export const { install } = billing.actions();

/** Counts a note and stores it; `fails` selects the code that throws afterwards. */
export const add = mutationGeneric({
  args: { text: v.string(), fails: v.union(v.null(), v.literal("host"), v.literal("billing")) },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { text, fails }) => {
    const { error } = await billing.gate(ctx, ADA, { featureId: "notes", key: text });
    if (error) return error.message;
    await ctx.db.insert("customers", { text });
    if (fails === "host") throw new Error("The host broke down");
    // A value that no type allows, and no validator accepts.
    const broken = { who: ADA, featureId: "notes", value: "many" as unknown as number, key: "b" };
    if (fails === "billing") await ctx.runMutation(components.billing.public.gate, broken);
    return null;
  },
});

/** The stored notes, and how many more are possible. */
export const read = queryGeneric({
  args: {},
  returns: v.object({ notes: v.array(v.string()), left: v.number() }),
  handler: async (ctx) => {
    const rows = (await ctx.db.query("customers").take(10)) as { text: string }[];
    const { data } = await billing.feature(ctx, ADA, "notes");
    return { notes: rows.map(({ text }) => text), left: data ? data.balance : 0 };
  },
});
