import type { BrowserOperation, OperationResult } from "../../contract/operations";
import type { HttpOptions } from "./http-options";
import { isRepeated, readArgs } from "./sent-args";
import type { Transport, TransportArgs } from "./transport";

/**
 * The HTTP mode: every operation is a route of the host's backend.
 *
 * The code that sends requests loads with the first one, so pages with a Convex client
 * never load it. It imports nothing that this file imports, because a bundler would put
 * a shared module into a third file.
 *
 * @param backendUrl - The backend's URL. `/`: the page's own.
 * @param readOptions - Read at the call: another user may sign in while the code loads.
 * @see Spec §7, "Browser client calls to the host backend"
 */
export function httpTransport(backendUrl: string, readOptions: () => HttpOptions): Transport {
  let explain: Transport["explain"];
  return {
    async call<Op extends BrowserOperation>(
      op: Op,
      args: TransportArgs<Op>,
    ): Promise<OperationResult<Op>> {
      const options = readOptions();
      const isList = Array.isArray(args);
      const sent = [];
      for (const item of isList ? (args as readonly object[]) : [args]) {
        const read = readArgs(op, item);
        if (read.error) return read;
        sent.push(read.sent);
      }
      const http = await import("./http-exchange");
      explain = http.explain;
      const request = { op, sent, isList, isRepeated: isRepeated(op) };
      // The route returns what the operation's row says.
      return (await http.exchange(request, backendUrl, options)) as OperationResult<Op>;
    },
    explain: (...failure) => explain?.(...failure),
  };
}
