import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { bodyFrom } from "./body";

/** The longest wait for an unused body. */
const PATIENCE_MS = 30_000;

/**
 * An answer that ends once the request's body has arrived, for example a refused upload. Browsers
 * read the answer only after they have sent the body. If the connection closes earlier, they report
 * a network error.
 */
export function afterBody(
  answer: Response,
  incoming: IncomingMessage,
): Response | Promise<Response> {
  if (incoming.complete) return answer;
  const { status, statusText, headers, body } = answer;
  if (!body) return dropBody(incoming).then(() => answer);
  async function* all() {
    yield* body as NodeStream<Uint8Array>;
    await dropBody(incoming);
  }
  return new Response(bodyFrom(Readable.from(all())), { status, statusText, headers });
}

async function dropBody(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    for (const event of ["end", "close"]) incoming.once(event, resolve);
    incoming.once("close", () => clearTimeout(timer));
    // An unread stream of the body would pause the upload.
    incoming.removeAllListeners("data").resume();
  });
}
