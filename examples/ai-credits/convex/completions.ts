import { ConvexError, v } from "convex/values";
import { internal } from "./_generated/api";
import { action, internalMutation } from "./_generated/server";
import { billing } from "./billing";

/** Answers a prompt for five credits. */
export const complete = action({
  args: { prompt: v.string() },
  returns: v.string(),
  handler: async (ctx, { prompt }): Promise<string> => {
    // Named here: a key from the browser could be sent again, for another answer.
    const key = crypto.randomUUID();
    const refusal = await ctx.runMutation(internal.completions.pay, { key });
    if (refusal !== null) throw new ConvexError(refusal);
    const model = process.env.MODEL_URL ?? "";
    const answer = await fetch(model, { method: "POST", body: prompt });
    if (answer.ok) return await answer.text();
    const who = await billing.me(ctx);
    await billing.track(ctx, who, { featureId: "completions", value: -1 }, { key: `${key}-back` });
    throw new ConvexError("The model is busy. You keep your credits.");
  },
});

/** Before the model runs, which costs money. Returns why not, or null. */
export const pay = internalMutation({
  args: { key: v.string() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { key }) => {
    const who = await billing.me(ctx);
    const gate = await billing.gate(ctx, who, { featureId: "completions", key });
    return gate.error && gate.error.message;
  },
});
