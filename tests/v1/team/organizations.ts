import { internalMutationGeneric, internalQueryGeneric } from "convex/server";
import type { DataModelFromSchemaDefinition, QueryBuilder, MutationBuilder } from "convex/server";
import { v } from "convex/values";
import type schema from "./schema";

type Tables = DataModelFromSchemaDefinition<typeof schema>;
const query: QueryBuilder<Tables, "internal"> = internalQueryGeneric;
const mutation: MutationBuilder<Tables, "internal"> = internalMutationGeneric;

export const join = mutation({
  args: { subject: v.string(), organization: v.string() },
  returns: v.null(),
  handler: async (ctx, member) => {
    await ctx.db.insert("members", member);
    return null;
  },
});

/** The caller's organization, which pays; null if signed out, or in none. */
export const payer = query({
  args: {},
  returns: v.union(v.object({ customerId: v.string() }), v.null()),
  handler: async (ctx) => {
    const identity = await ctx.auth.getUserIdentity();
    if (!identity) return null;
    const member = await ctx.db
      .query("members")
      .withIndex("by_subject", (q) => q.eq("subject", identity.subject))
      .unique();
    return member && { customerId: member.organization };
  },
});
