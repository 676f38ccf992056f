import { v } from "convex/values";
import { SPOTLIGHT_CATALOGUE } from "./community/plans";
import { install } from "./engine/catalogue/catalog";
import { internalMutation } from "./_generated/server";

/** Installs what Spotlight sells. Running it again changes nothing. */
export const catalogue = internalMutation({
  args: {},
  returns: v.object({ changed: v.number() }),
  handler: async (ctx) => ({ changed: await install(ctx, SPOTLIGHT_CATALOGUE, Date.now()) }),
});
