import type { BrowserOperation, OperationResult } from "../../contract/operations";
import type { HttpOptions } from "./http-options";
import type { Transport, TransportArgs } from "./transport";

/**
 * The HTTP mode, whose code loads with the first call: pages with a Convex client
 * never load it.
 *
 * @param readOptions - Read at the call: another user may sign in while the code
 *   loads.
 * @see Spec §7, "Browser client calls to the host backend"
 */
export function laterHttpTransport(backendUrl: string, readOptions: () => HttpOptions): Transport {
  let http: Transport | undefined;
  return {
    async call<Op extends BrowserOperation>(
      op: Op,
      args: TransportArgs<Op>,
    ): Promise<OperationResult<Op>> {
      const options = readOptions();
      const { httpTransport } = await import("./http");
      http = httpTransport(backendUrl, () => options);
      return await http.call(op, args);
    },
    explain: (...failure) => http?.explain?.(...failure),
  };
}
