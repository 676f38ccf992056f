/** The entry for a host's Convex functions: `convex/billing.ts` is built with it. */
export { defineCatalog } from "../component/rules/catalogue/define";
export type {
  CatalogueInput,
  FeatureInput,
  ItemInput,
  ProductInput,
  ProgramInput,
  RewardInput,
} from "../component/rules/catalogue/catalogueInput";
export type { CatalogueDefinition } from "../component/rules/catalogue/define";
export type { Who } from "../contract/caller";
export { Billing } from "./billing";
export type { BillingOf } from "./billing";
export type { Identification, LimitedCaller, NamedCustomer } from "./caller";
export type { BillingConfig } from "./policy";
export type { ReadingCtx as IdentifyCtx } from "./context";
