import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";
import { LIMITS } from "../runtime/limits";
import { SyncSession, type SessionBackend, type SessionSocket } from "./sync-session";

/** After this much silence the server sends a ping, before the client (60 s) gives up. */
const PING_AFTER_MS = 15_000;
/** A client that answers no ping for this long is gone, even if its connection looks open. */
const GONE_AFTER_MS = 120_000;
const PROBE_MS = 30_000;
const BUFFERED_BYTES_MAX = 4 * 1024 * 1024;
const DRAIN_CHECK_MS = 20;
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
    sockets.handleUpgrade(incoming, stream, head, (socket) =>
      attach(socket, { ip: address, userAgent: incoming.headers["user-agent"] ?? null }, ready),
    );
  };
  server.on("upgrade", (incoming, stream, head) => {
    accept(incoming, stream, head).catch(() => stream.destroy());
  });
  return () => {
    sockets.clients.forEach((socket) => socket.terminate());
    sockets.close();
  };
}

type Origin = { ip: string; userAgent: string | null };

function attach(socket: WebSocket, request: Origin, backend: SessionBackend): void {
  const session = new SyncSession(backend, toSessionSocket(socket, request));
  // ws hands text over as a Buffer.
  socket.on("message", (data) => session.receive((data as Buffer).toString()));
  socket.on("error", () => socket.terminate());
  socket.on("close", () => session.close());
  endWhenSilent(socket);
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
  const ping = setTimeout(() => send('{"type":"Ping"}'), PING_AFTER_MS);
  const send = (text: string) => {
    ping.refresh();
    socket.send(text);
  };
  socket.on("close", () => clearTimeout(ping));
  return {
    address: request.ip,
    request,
    send,
    drained: () => drain(socket),
    close: (code, reason) => socket.close(code, reason),
  };
}

/** Waits for a slow client: the state is kept for it, not a queue. */
async function drain(socket: WebSocket): Promise<void> {
  while (socket.bufferedAmount > BUFFERED_BYTES_MAX && socket.readyState === socket.OPEN)
    await new Promise((resolve) => setTimeout(resolve, DRAIN_CHECK_MS));
}
