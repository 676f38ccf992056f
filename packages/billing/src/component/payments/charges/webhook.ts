import { internal } from "../../_generated/api";
import { httpAction } from "../../_generated/server";
import { readBody } from "../../platform/boundedBody";
import { currentProcessor } from "../current";

/** Far longer than any report. */
const MAX_BODY_BYTES = 1_000_000;

/** The webhook of a remote processor. It answers 204 only once the report is stored. */
export const handleWebhook = httpAction(async (ctx, request) => {
  const processor = currentProcessor();
  if (processor?.kind !== "remote") return new Response(null, { status: 404 });
  const bytes = await readBody(request, MAX_BODY_BYTES);
  if (!bytes) return new Response(null, { status: 413 });
  const body = readExactly(bytes);
  const event = body === null ? null : await processor.verifyAndReadEvent(body, request.headers);
  if (!event) return new Response(null, { status: 400 });
  await ctx.runMutation(internal.payments.charges.reports.store, { events: [event] });
  return new Response(null, { status: 204 });
});

/** The signature is over these very bytes, so the text has to be them again. Null: it can't. */
function readExactly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
