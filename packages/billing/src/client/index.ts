/** The entry for a host's Convex functions: `convex/billing.ts` is built with it. */
export { defineCatalog } from "../component/rules/define";
export type { CatalogueDefinition, ItemInput } from "../component/rules/define";
export type { Who } from "../contract/caller";
export { Billing } from "./billing";
export type { BillingConfig } from "./policy";
