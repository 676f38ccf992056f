import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { inMib } from "../runtime/limits";
import { Tally, type Hold } from "./memory";
import { CodedError, DISK_FULL, isDiskFull, NotSaved } from "../store/errors";

/** A refusal that the caller may read: `{code, message}` with a status. */
export class HttpFailure extends CodedError {
  constructor(
    readonly status: number,
    code: string,
    message: string,
  ) {
    super(code, message);
  }
}

/** The message when something could not be saved. */
export function asAnswer(error: unknown): unknown {
  const reason = isDiskFull(error) ? new NotSaved(DISK_FULL) : error;
  return reason instanceof NotSaved ? new HttpFailure(507, "NotSaved", reason.message) : error;
}

/** A body in chunks. Node's stream type and the web's are the same under two names. */
export function piecesOf({ body }: Request): Readable & AsyncIterable<Uint8Array> {
  return Readable.fromWeb((body ?? new Blob().stream()) as NodeStream);
}

export function bodyFrom(stream: Readable): ReadableStream {
  return Readable.toWeb(stream) as ReadableStream;
}

const tooLarge = (maxBytes: number) =>
  new HttpFailure(413, "PayloadTooLarge", `The body is larger than ${maxBytes} bytes.`);

function checkLength({ headers }: Request, maxBytes: number): void {
  if (Number(headers.get("Content-Length")) > maxBytes) throw tooLarge(maxBytes);
}

/** Requests with the admin key are not limited. */
const uncounted: Hold = () => () => undefined;

/**
 * The whole body. If the declared length is too large, nothing is read.
 * @throws HttpFailure 413, Overloaded
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  hold: Hold = uncounted,
): Promise<Buffer<ArrayBuffer>> {
  checkLength(request, maxBytes);
  const pieces = piecesOf(request);
  const end = (reason: Error) => {
    kept.clear();
    pieces.destroy(reason);
  };
  const kept = new Tally((thing) => hold(thing, end));
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of pieces) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      kept.add(chunk.byteLength);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    kept.clear();
  }
}

/** The request, with a body up to this size. @throws HttpFailure 413, Overloaded */
export async function limitBody(request: Request, maxBytes: number, hold: Hold): Promise<Request> {
  checkLength(request, maxBytes);
  // Node refuses to send more than the declared length.
  const isUntold = request.body !== null && request.headers.has("Transfer-Encoding");
  if (!isUntold) return request;
  const { url, method, headers, signal } = request;
  const body = await readBody(request, maxBytes, hold);
  return new Request(url, { method, headers, signal, body });
}

async function* limited(body: ReadableStream, maxBytes: number) {
  let size = 0;
  for await (const chunk of body as NodeStream<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new HttpFailure(
        500,
        "HttpResponseTooLarge",
        `HTTP actions support responses up to ${inMib(maxBytes)}`,
      );
    yield chunk;
  }
}

/**
 * The answer, if its body is not too large. A failure while sending goes to
 * `onFailure`, because the status has been sent already. @throws HttpFailure, and
 * errors of the body
 */
export async function limitAnswer(
  answer: Response,
  maxBytes: number,
  onFailure: (error: unknown) => void,
): Promise<Response> {
  if (!answer.body) return answer;
  const chunks = limited(answer.body, maxBytes);
  const first = chunks.next();
  await Promise.race([first, setImmediate()]);
  async function* all() {
    try {
      const { done, value } = await first;
      if (!done) yield value;
      yield* chunks;
    } catch (error) {
      onFailure(error);
    }
  }
  const { status, statusText, headers } = answer;
  return new Response(bodyFrom(Readable.from(all())), { status, statusText, headers });
}
