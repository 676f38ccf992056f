import type { CustomerData } from "../../contract/params";
import { AUTH_HOST_PREFIX, cleanPrefix, HOST_PREFIX } from "../../contract/paths";

/** How a host's backend is asked. Each request reads them anew. */
export interface HttpOptions {
  /** Whether the routes are the backend's own or part of its auth provider's. Default `backend`. */
  servedBy?: "backend" | "auth_provider" | undefined;
  /** Where the routes are. Default: where `servedBy` puts them. */
  pathPrefix?: string | undefined;
  /** The session's token, null for nobody. */
  getBearerToken?: (() => Promise<string | null | undefined>) | undefined;
  /** Further headers. They win, but what is sent stays JSON. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Whether cookies go along. Default: found out, by asking the backend once a page. */
  includeCredentials?: boolean | undefined;
  /** Sent along for backends that can't tell from the session. Spotlight's own drops it. */
  customerData?: CustomerData | undefined;
  /** How long an answer is waited for. Default: 30 seconds. */
  timeoutMs?: number | undefined;
  /** Ends every request under way when it aborts. */
  signal?: AbortSignal | undefined;
}

export function prefixOf({ servedBy, pathPrefix }: HttpOptions): string {
  const usual = servedBy === "auth_provider" ? AUTH_HOST_PREFIX : HOST_PREFIX;
  return cleanPrefix(pathPrefix ?? usual);
}
