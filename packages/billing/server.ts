/** What a host's Convex functions use: tables, server actions, pages, sweeps, and the one door. */
import { v } from "convex/values";
import { BROWSER_OPERATIONS } from "./src/contract/operations";
import { install } from "../../convex/engine/store/catalogue/catalog";
import type { CatalogueDefinition } from "./src/component/rules/define";
import { engineTables } from "../../convex/engine/store/tables";
import { paymentTables } from "../../convex/payments/tables";
import { defineBilling } from "../../convex/provider/browser";
import { billing } from "../../convex/provider/index";
import { providerTables } from "../../convex/provider/tables";
import type { BillingConfig } from "../../convex/provider/terms";
import { internalMutation, query } from "../../convex/_generated/server";
import type { BrowserActions } from "./types";

export { defineCatalog } from "./src/component/rules/define";
export { billing } from "../../convex/provider/index";
export { routeBilling, scheduleBilling } from "../../convex/provider/deployment";

/** Spread into the host's `defineSchema`. */
export const billingTables = { ...engineTables, ...paymentTables, ...providerTables };

/** Every action that a browser may call, by name; the host exports them one by one. */
export function billingActions(config: BillingConfig): BrowserActions {
  const action = defineBilling(config);
  const actions = BROWSER_OPERATIONS.map((op) => [op, action(op)] as const);
  // One action for each browser operation, which is what the type says.
  return Object.fromEntries(actions) as unknown as BrowserActions;
}

/** Counters that rise when the caller's customer or the catalogue changes: pages subscribe to it. */
export const revision = query({
  args: {},
  returns: v.object({
    customer: v.number(),
    catalogue: v.number(),
    next_change_at: v.union(v.number(), v.null()),
  }),
  handler: async (ctx) => await billing.revision(ctx),
});

/** An internal mutation that makes the catalogue equal to the definitions, and counts the changes. */
export function catalogueInstaller(catalogue: CatalogueDefinition) {
  return internalMutation({
    args: {},
    returns: v.number(),
    handler: async (ctx) => await install(ctx, catalogue, Date.now()),
  });
}
