import { internal } from "../../_generated/api";
import { httpAction } from "../../_generated/server";
import { currentProcessor } from "../current";

/** Far longer than any report. */
const MAX_BODY_CHARS = 1_000_000;

/** The webhook of a remote processor. It answers 204 only once the report is stored. */
export const handleWebhook = httpAction(async (ctx, request) => {
  const processor = currentProcessor();
  if (processor?.kind !== "remote") return new Response(null, { status: 404 });
  // The signature is over this very text, so it is not parsed and written again.
  const body = await request.text();
  if (body.length > MAX_BODY_CHARS) return new Response(null, { status: 413 });
  const event = await processor.readEvent(body, request.headers);
  if (!event) return new Response(null, { status: 400 });
  await ctx.runMutation(internal.payments.remote.reports.store, { events: [event] });
  return new Response(null, { status: 204 });
});
