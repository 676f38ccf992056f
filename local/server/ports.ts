import type { StartOptions } from "../options";
import { listen, withCors } from "./http";
import type { Handler } from "./http";
import { serveSync } from "./sync";
import type { SessionBackend } from "./sync-session";

interface Services {
  api: Handler;
  site: Handler;
  sync: SessionBackend;
}

/** The two ports of a deployment. They are taken at once; requests wait until `serve`. */
export interface Ports {
  urls: { cloud: string; site: string };
  serve: (services: Services) => void;
  close: () => Promise<void>;
}

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 3210;

/** @throws StartError `port_in_use`, `port_refused` */
export async function openPorts(options: StartOptions): Promise<Ports> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, allowedHosts = [] } = options;
  const { sitePort = port === 0 ? 0 : port + 1 } = options;
  const names = ["localhost", "127.0.0.1", "[::1]", nameOf(host), ...allowedHosts];
  const hostNames = new Set(names.map((name) => name.toLowerCase()));
  let serve: Ports["serve"] = () => undefined;
  const services = new Promise<Services>((resolve) => {
    serve = resolve;
  });
  const api = await listen({
    host,
    port,
    hostNames,
    handler: services.then((ready) => withCors(ready.api)),
  });
  const stopSync = serveSync(
    api.server,
    hostNames,
    services.then((ready) => ready.sync),
  );
  const closeApi = async () => {
    stopSync();
    await api.close();
  };
  const handler = services.then((ready) => ready.site);
  const site = await listen({ host, port: sitePort, hostNames, handler }).catch(
    async (error: unknown) => {
      await closeApi();
      throw error;
    },
  );
  const address = `http://${reachable(host)}`;
  return {
    urls: { cloud: `${address}:${api.port}`, site: `${address}:${site.port}` },
    serve,
    close: async () => {
      await Promise.all([closeApi(), site.close()]);
    },
  };
}

const nameOf = (host: string) => (host.includes(":") ? `[${host}]` : host);

/** "All addresses" is no address to call. */
function reachable(host: string): string {
  return host === "0.0.0.0" || host === "::" ? DEFAULT_HOST : nameOf(host);
}
