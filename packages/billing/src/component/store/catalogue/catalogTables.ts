import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vFeatureDefinition, vProductDefinition } from "../../rules/model";

export const catalogTables = {
  // A single row: everything on sale in one document, so that an operation reads one instead of
  // dozens. Written by catalogStore whenever a feature, a product or the currency changes. Read by
  // every operation. Never deleted.
  publishedCatalogue: defineTable({
    currency: v.string(),
    features: v.array(vFeatureDefinition),
    products: v.array(
      v.object({ ...vProductDefinition.fields, version: v.number(), created_at: v.number() }),
    ),
  }),
};
