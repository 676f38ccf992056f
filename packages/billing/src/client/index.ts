/** What a host's Convex functions use: `convex/billing.ts` is made of it. */
export { defineCatalog } from "../component/rules/define";
export type { CatalogueDefinition, ItemInput } from "../component/rules/define";
export type { Who } from "../contract/caller";
export { Billing } from "./billing";
export type { BillingConfig } from "./policy";
