import { useMemo } from "react";
import type { BillingFunctions, ConvexClient } from "../ports";
import { convexTransport } from "../transports/convex";
import { httpTransport } from "../transports/http";
import type { HttpOptions } from "../transports/http-options";
import { loggedTransport } from "../transports/logged";
import { mergedTransport } from "../transports/merged";
import type { Transport } from "../transports/transport";
import { useLatest } from "./use-latest";

/** The transports. The first one given is used. */
interface Ways {
  transport: Transport | undefined;
  convex: ConvexClient | undefined;
  api: BillingFunctions | undefined;
  backendUrl: string;
}

const NO_BACKEND = "BillingProvider needs a backend URL, or `convex` and `api`";

/**
 * The transport, created once. Its options may change at every render.
 *
 * @throws {Error} Without any transport. @see Spec §5, "The provider needs a
 *   backend URL"
 */
export function useTransport(ways: Ways, options: HttpOptions): Transport {
  const { transport, convex, api, backendUrl } = ways;
  const readOptions = useLatest(options);
  return useMemo(() => {
    const finish = (chosen: Transport) => mergedTransport(loggedTransport(chosen));
    if (transport) return finish(transport);
    if (convex && api) return finish(convexTransport(convex, api));
    if (convex || api || backendUrl === "") throw new Error(NO_BACKEND);
    return finish(httpTransport(backendUrl, readOptions));
  }, [transport, convex, api, backendUrl, readOptions]);
}
