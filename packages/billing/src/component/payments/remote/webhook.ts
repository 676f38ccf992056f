import { internal } from "../../_generated/api";
import { httpAction } from "../../_generated/server";
import { currentProcessor } from "../current";

/** The webhook of a remote processor. It answers 200 only once the report is stored. */
export const handleWebhook = httpAction(async (ctx, request) => {
  const processor = currentProcessor();
  if (processor?.kind !== "remote") return new Response(null, { status: 404 });
  const event = await processor.readEvent(request);
  if (!event) return new Response(null, { status: 400 });
  await ctx.runMutation(internal.payments.remote.settlement.receive, event);
  return new Response(null, { status: 204 });
});
