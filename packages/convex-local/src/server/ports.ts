import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { clientAddress } from "./client-address";
import { afterBody } from "./early-answer";
import { StartError } from "./start-error";
import { serveSync } from "./sync";
import type { SessionBackend } from "./sync-session";

/** `address` is the sender's; `hangUp` closes its connection without an answer. */
type Handler = (
  request: Request,
  address: string,
  hangUp: () => void,
) => Response | Promise<Response>;

interface Services {
  api: Handler;
  site: Handler;
  sync: SessionBackend;
}

export interface PortOptions {
  /** Port for clients and CLI; default 3210, 0 takes a free one. */
  port?: number;
  /** Port for HTTP actions; default the next one, 0 takes a free one. */
  sitePort?: number;
  /** Address to listen on; default 127.0.0.1. */
  host?: string;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted; default none. */
  proxies?: readonly string[];
}

/** The two ports of a deployment. They are opened at once; requests wait until `serve`. */
interface Ports {
  urls: { cloud: string; site: string };
  serve: (services: Services) => void;
  close: () => Promise<unknown>;
}

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 3210;
/**
 * Node's 5 seconds also pass while the thread is busy: it would then close a connection on which
 * the next request has arrived in time.
 */
const IDLE_MS = 120_000;

/** @throws StartError `port_in_use`, `port_refused` */
export async function openPorts(options: PortOptions): Promise<Ports> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, proxies = [] } = options;
  const { sitePort = port === 0 ? 0 : port + 1 } = options;
  let serve: Ports["serve"] = () => undefined;
  const services = new Promise<Services>((resolve) => (serve = resolve));
  const isKnown = hostGuard(host);
  const whereFrom = ({ socket, headers }: IncomingMessage) =>
    clientAddress(socket.remoteAddress, headers["x-forwarded-for"]?.toString(), proxies);
  const listenFor = (service: "api" | "site", at: number) =>
    listen(host, at, async (request, incoming) =>
      isKnown(request.headers.get("Host"))
        ? (await services)[service](request, whereFrom(incoming), () => incoming.socket.destroy())
        : Response.json({ code: "UnknownHost", message: UNKNOWN_HOST }, { status: 403 }),
    );
  const api = await listenFor("api", port);
  const stopSync = serveSync(
    api,
    ({ headers }: IncomingMessage) => isKnown(headers.host),
    whereFrom,
    services.then(({ sync }) => sync),
  );
  const close = (site?: Server) => {
    stopSync();
    return Promise.all([stop(api), site && stop(site)]);
  };
  try {
    const site = await listenFor("site", sitePort);
    const urls = { cloud: addressOf(host, api), site: addressOf(host, site) };
    return { urls, serve, close: () => close(site) };
  } catch (error) {
    await close();
    throw error;
  }
}

const UNKNOWN_HOST = "This backend does not answer to that host name.";

const nameOf = (host: string) => (host.includes(":") ? `[${host}]` : host);

function addressOf(host: string, server: Server): string {
  const { port } = server.address() as AddressInfo; // a TCP server's address is one
  const isEverywhere = host === "0.0.0.0" || host === "::";
  return `http://${isEverywhere ? DEFAULT_HOST : nameOf(host)}:${port}`;
}

/** Protects against DNS rebinding: browsers send the name that they resolved. */
function hostGuard(host: string): (header: string | null | undefined) => boolean {
  const names = ["localhost", DEFAULT_HOST, "[::1]", nameOf(host).toLowerCase()];
  return (header) => names.includes((header ?? "").replace(/:\d+$/, "").toLowerCase());
}

function toStartError({ code, message }: NodeJS.ErrnoException, host: string, port: number) {
  if (code !== "EADDRINUSE")
    return new StartError("port_refused", `Cannot listen on ${host}, port ${port}: ${message}`);
  return new StartError(
    "port_in_use",
    `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port.`,
  );
}

type Listener = (request: Request, incoming: IncomingMessage) => Response | Promise<Response>;

async function listen(host: string, port: number, answer: Listener): Promise<Server> {
  // It serves HTTP/1 only.
  const fetch = async (request: Request, { incoming }: { incoming: object }) =>
    afterBody(await answer(request, incoming as IncomingMessage), incoming as IncomingMessage);
  // Without options it makes no other kind of server.
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false }) as Server;
  server.keepAliveTimeout = IDLE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(toStartError(error, host, port)));
    server.listen(port, host, resolve);
  });
  return server;
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
