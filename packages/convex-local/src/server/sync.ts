import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { LIMITS } from "../runtime/limits";
import { Overloaded } from "./admission";
import { Tally } from "./memory";
import { SyncSession, type SessionBackend, type SessionSocket } from "./sync-session";

/** After this much silence the server sends a ping, before the client (60 s) gives up. */
const PING_AFTER_MS = 15_000;
/** A client that answers no ping for this long is gone, even if its connection looks open. */
const GONE_AFTER_MS = 120_000;
const PROBE_MS = 30_000;
const BUFFERED_BYTES_MAX = 4 * 1024 * 1024;
const DRAIN_CHECK_MS = 20;
/** A closing connection is terminated after this time, even if its client does not respond. */
const CLOSING_MS = 10_000;
/** The memory of a connection without its requests. */
const CONNECTION_BYTES = 64 * 1024;
/** Bytes of a message's header and mask. */
const SHORT_HEADER_BYTES = 6;
const SHORT_BYTES = 125;
const MIDDLE_BYTES = 65_535;
const SYNC_PATH = /^\/api\/([^/]+\/)?sync(\?|$)/;

/** Serves `/api/<version>/sync` on the server; returns how to stop. */
export function serveSync(
  server: Server,
  isAdmitted: (incoming: IncomingMessage) => boolean,
  addressOf: (incoming: IncomingMessage) => string,
  backend: Promise<SessionBackend>,
): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LIMITS.messageBytes });
  const accept = async (incoming: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on("error", () => stream.destroy());
    if (!SYNC_PATH.test(incoming.url ?? "") || !isAdmitted(incoming)) {
      stream.end("HTTP/1.1 404 Not Found\r\n\r\n");
      return;
    }
    const ready = await backend;
    const address = addressOf(incoming);
    let end: SyncSession["fail"] = () => undefined;
    const thing = { bytes: CONNECTION_BYTES };
    const release = ready.memory.hold(address, thing, (reason) => end(reason));
    stream.on("close", release);
    sockets.handleUpgrade(incoming, stream, head, (socket) => {
      const origin = { ip: address, userAgent: incoming.headers["user-agent"] ?? null };
      const session = attach(socket, stream, origin, ready);
      end = (reason) => session.fail(reason);
    });
  };
  server.on("upgrade", (incoming, stream, head) => {
    accept(incoming, stream, head).catch((error: unknown) => {
      if (error instanceof Overloaded) stream.end("HTTP/1.1 429 Too Many Requests\r\n\r\n");
      else stream.destroy();
    });
  });
  return () => {
    sockets.clients.forEach((socket) => socket.terminate());
    sockets.close();
  };
}

type Origin = { ip: string; userAgent: string | null };

function attach(
  socket: WebSocket,
  stream: Duplex,
  request: Origin,
  backend: SessionBackend,
): SyncSession {
  const session = new SyncSession(backend, toSessionSocket(socket, request));
  // From the first byte of a message until it is handled.
  const incoming = new Tally((thing) => backend.memory.hold(request.ip, thing));
  stream.on("data", ({ length }: Buffer) => {
    try {
      incoming.add(length);
    } catch (error) {
      // Later data is read and dropped; left unread, it would keep the client from receiving the
      // close reason.
      stream.removeAllListeners("data").resume();
      session.fail(error);
    }
  });
  // ws hands text over as a Buffer.
  socket.on("message", (data) => {
    const { length } = data as Buffer;
    const handled = session.receive((data as Buffer).toString());
    void handled.then(() => incoming.take(length + headerBytes(length)));
  });
  socket.on("error", () => socket.terminate());
  socket.on("close", () => {
    session.close();
    incoming.clear();
  });
  endWhenSilent(socket);
  return session;
}

/** Clients send messages whole. A message in parts counts some bytes more. */
function headerBytes(length: number): number {
  if (length <= SHORT_BYTES) return SHORT_HEADER_BYTES;
  return SHORT_HEADER_BYTES + (length <= MIDDLE_BYTES ? 2 : 8);
}

function endWhenSilent(socket: WebSocket): void {
  const probe = setInterval(() => socket.ping(), PROBE_MS);
  const gone = setTimeout(() => socket.terminate(), GONE_AFTER_MS);
  for (const sign of ["message", "pong"]) socket.on(sign, () => gone.refresh());
  socket.on("close", () => {
    clearInterval(probe);
    clearTimeout(gone);
  });
}

function toSessionSocket(socket: WebSocket, request: Origin): SessionSocket {
  const ping = setTimeout(() => send('{"type":"Ping"}', () => undefined), PING_AFTER_MS);
  const send: SessionSocket["send"] = (text, onSent) => {
    ping.refresh();
    socket.send(text, onSent);
  };
  socket.on("close", () => clearTimeout(ping));
  return {
    address: request.ip,
    request,
    send,
    drained: () => drain(socket),
    close: (code, reason) => {
      socket.close(code, reason);
      const closing = setTimeout(() => socket.terminate(), CLOSING_MS);
      socket.on("close", () => clearTimeout(closing));
    },
  };
}

/** Waits for a slow client: the state is kept for it, not a queue. */
async function drain(socket: WebSocket): Promise<void> {
  while (socket.bufferedAmount > BUFFERED_BYTES_MAX && socket.readyState === socket.OPEN)
    await new Promise((resolve) => setTimeout(resolve, DRAIN_CHECK_MS));
}
