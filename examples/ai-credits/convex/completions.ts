import { ConvexError, v } from "convex/values";
import { internal } from "./_generated/api";
import { action, internalMutation } from "./_generated/server";
import { billing } from "./billing";

/** Completes a prompt for five credits. */
export const complete = action({
  args: { prompt: v.string() },
  returns: v.string(),
  handler: async (ctx, { prompt }): Promise<string> => {
    // The server names the use: a key from the browser could be sent again for another completion.
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

/** Charges before the model runs, because the model costs money. Returns the refusal, or null. */
export const pay = internalMutation({
  args: { key: v.string() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { key }) => {
    const who = await billing.me(ctx);
    const gate = await billing.gate(ctx, who, { featureId: "completions", key });
    return gate.error && gate.error.message;
  },
});
