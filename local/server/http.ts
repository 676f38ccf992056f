import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { pipeline } from "node:stream/promises";
import { brotliDecompressSync } from "node:zlib";
import { StartError } from "./start-error";

export type Handler = (request: Request) => Promise<Response>;

/** A refusal that the caller may read: `{code, message}` with a status. */
export class HttpFailure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface ListenOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Host names that requests may carry: what a page of another site cannot point at us. */
  hostNames: ReadonlySet<string>;
  /** Requests wait for it while the backend loads. */
  handler: Promise<Handler>;
}

export interface Listener {
  server: Server;
  port: number;
  close: () => Promise<void>;
}

/** @throws StartError `port_in_use` */
export async function listen(options: ListenOptions): Promise<Listener> {
  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing, options);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(toStartError(error, options)));
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo; // a TCP server's address is one
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { server, port, close };
}

function toStartError(error: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  if (error.code === "EADDRINUSE") {
    return new StartError(
      "port_in_use",
      `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port.`,
    );
  }
  if (error.code === "EACCES" || error.code === "EADDRNOTAVAIL") {
    return new StartError(
      "port_refused",
      `Cannot listen on ${host}, port ${port}: ${error.message}`,
    );
  }
  return error;
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  options: ListenOptions,
): Promise<void> {
  try {
    const response = await respond(incoming, options);
    await send(response, outgoing, incoming.method === "HEAD");
  } catch {
    // The connection went away in the middle; nobody is left to tell.
    outgoing.destroy();
  }
}

async function respond(incoming: IncomingMessage, options: ListenOptions): Promise<Response> {
  if (!isKnownHost(incoming, options.hostNames)) {
    return Response.json(
      { code: "UnknownHost", message: "This backend does not answer to that host name." },
      { status: 403 },
    );
  }
  const handler = await options.handler;
  try {
    return await handler(toRequest(incoming));
  } catch (error) {
    return failureResponse(error);
  }
}

function failureResponse(error: unknown): Response {
  if (error instanceof HttpFailure) {
    return Response.json({ code: error.code, message: error.message }, { status: error.status });
  }
  const message = error instanceof Error ? error.message : "unknown";
  return Response.json({ code: "InternalServerError", message }, { status: 500 });
}

/** Guards against DNS rebinding: browsers send the name under which they found us. */
export function isKnownHost(incoming: IncomingMessage, hostNames: ReadonlySet<string>): boolean {
  const name = (incoming.headers.host ?? "").replace(/:\d+$/, "").toLowerCase();
  return hostNames.has(name);
}

function toRequest(incoming: IncomingMessage): Request {
  const { method = "GET", url = "/", headersDistinct } = incoming;
  const headers = new Headers(
    Object.entries(headersDistinct).flatMap(([name, values]) =>
      (values ?? []).map((value): [string, string] => [name, value]),
    ),
  );
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`http://${headers.get("host") ?? "localhost"}${url}`, {
    method,
    headers,
    // Node's stream type and the web's are the same thing under two names.
    body: hasBody ? (Readable.toWeb(incoming) as ReadableStream) : null,
    duplex: "half",
  } as RequestInit);
}

async function send(response: Response, outgoing: ServerResponse, isHead: boolean): Promise<void> {
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  if (response.body === null || isHead) {
    outgoing.end();
    return;
  }
  await pipeline(Readable.fromWeb(response.body as NodeStream), outgoing);
}

const MAX_JSON_BYTES = 64 * 1024 * 1024;

/** The request's JSON; the CLI compresses its own. */
export async function readJson(request: Request): Promise<unknown> {
  const isTooLarge = Number(request.headers.get("Content-Length") ?? 0) > MAX_JSON_BYTES;
  const body = isTooLarge ? null : Buffer.from(await request.arrayBuffer());
  if (body === null || body.length > MAX_JSON_BYTES) {
    throw new HttpFailure(413, "BodyTooLarge", `Bodies hold at most ${MAX_JSON_BYTES} bytes.`);
  }
  try {
    const isBrotli = request.headers.get("Content-Encoding") === "br";
    const text = isBrotli ? brotliDecompressSync(body, { maxOutputLength: MAX_JSON_BYTES }) : body;
    return JSON.parse(text.toString() || "{}");
  } catch {
    throw new HttpFailure(400, "BadJsonBody", "The body is not valid JSON.");
  }
}

const ALLOWED_METHODS = "GET, HEAD, POST, PUT, DELETE, PATCH, OPTIONS";

/** Lets pages of any origin in, as Convex does: authority is in the token, never in a cookie. */
export function withCors(handler: Handler): Handler {
  return async (request) => {
    const response =
      request.method === "OPTIONS"
        ? new Response(null, { status: 204 })
        : await handler(request).catch(failureResponse);
    const { headers } = response;
    headers.set("Access-Control-Allow-Origin", "*");
    headers.set("Access-Control-Allow-Methods", ALLOWED_METHODS);
    headers.set("Access-Control-Expose-Headers", "*");
    headers.set("Access-Control-Max-Age", "86400");
    const asked = request.headers.get("Access-Control-Request-Headers");
    headers.set("Access-Control-Allow-Headers", asked ?? "*");
    return response;
  };
}
