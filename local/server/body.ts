import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { HttpFailure } from "./files";

const tooLarge = (maxBytes: number) =>
  new HttpFailure(413, "PayloadTooLarge", `The body is larger than ${maxBytes} bytes.`);

function checkLength({ headers }: Request, maxBytes: number): void {
  if (Number(headers.get("Content-Length")) > maxBytes) throw tooLarge(maxBytes);
}

/**
 * The whole body. One that says how long it is, is refused before any of it is read.
 * @throws HttpFailure 413
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  checkLength(request, maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's stream type and the web's are the same thing under two names.
  const source = request.body ? Readable.fromWeb(request.body as NodeStream) : [];
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The request, whose body is not larger than this. @throws HttpFailure 413 */
export async function limitBody(request: Request, maxBytes: number): Promise<Request> {
  checkLength(request, maxBytes);
  // Node lets nobody send more than the length that was told.
  const isUntold = request.body !== null && request.headers.has("Transfer-Encoding");
  if (!isUntold) return request;
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body: await readBody(request, maxBytes) });
}

/** The answer, whose body breaks off where it becomes too large: its status may be gone already. */
export function limitAnswer(
  answer: Response,
  maxBytes: number,
  print: (line: string) => void,
): Response {
  if (!answer.body) return answer;
  let size = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      size += chunk.byteLength;
      if (size <= maxBytes) {
        controller.enqueue(chunk);
        return;
      }
      print(`HttpResponseTooLarge: HTTP actions support responses up to ${maxBytes} bytes`);
      controller.error(new Error("The response is too large."));
    },
  });
  const { status, statusText, headers } = answer;
  return new Response(answer.body.pipeThrough(counted), { status, statusText, headers });
}
