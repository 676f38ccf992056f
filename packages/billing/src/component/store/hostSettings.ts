import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** Who sells, as invoices and credit notes print it. */
export const vSeller = v.object({
  name: v.string(),
  /** One line each. */
  address: v.array(v.string()),
  tax_id: v.optional(v.string()),
});
export type Seller = Infer<typeof vSeller>;

/** The settings of a host's code, besides its catalogue. */
export const vHostSettings = v.object({
  seller: v.optional(vSeller),
  /** The handle of the host's function for events. */
  on_event: v.optional(v.string()),
});

export const hostSettingsTables = {
  // A single row: the settings of the host. Written by each install of the host. Read by documents
  // and by the delivery of events. Never deleted.
  hostSettings: defineTable(vHostSettings),
};

/** Replaces the settings by those of the host's present code. */
export async function saveHostSettings(
  ctx: MutationCtx,
  settings: Infer<typeof vHostSettings>,
): Promise<void> {
  const row = await ctx.db.query("hostSettings").first();
  if (row) await ctx.db.replace("hostSettings", row._id, settings);
  else await ctx.db.insert("hostSettings", settings);
}

export async function readHostSettings(ctx: QueryCtx): Promise<Infer<typeof vHostSettings>> {
  return (await ctx.db.query("hostSettings").first()) ?? {};
}

/** Null: the host names no seller. */
export async function readSeller(ctx: QueryCtx): Promise<Seller | null> {
  return (await readHostSettings(ctx)).seller ?? null;
}
