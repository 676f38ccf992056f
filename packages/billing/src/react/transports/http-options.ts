import type { CustomerData } from "../../contract/params";
import { AUTH_HOST_PREFIX, cleanPrefix, HOST_PREFIX } from "../../contract/paths";

/** The options of requests to a host's backend. They are read for each request. */
export interface HttpOptions {
  /** Whether the routes belong to the backend or to its auth provider. Default `backend`. */
  servedBy?: "backend" | "auth_provider" | undefined;
  /** The path of the routes. Default: the path for `servedBy`. */
  pathPrefix?: string | undefined;
  /** The session's token; null when signed out. */
  getBearerToken?: (() => Promise<string | null | undefined>) | undefined;
  /** Further headers. They override ours, except for the JSON content type. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Whether to send cookies. Default: the client asks the backend once per page. */
  includeCredentials?: boolean | undefined;
  /** For backends that can't read it from the session. Spotlight's own ignores it. */
  customerData?: CustomerData | undefined;
  /** The time limit of a response. Default: 30 seconds. */
  timeoutMs?: number | undefined;
  /** Aborts every running request. */
  signal?: AbortSignal | undefined;
}

export function prefixOf({ servedBy, pathPrefix }: HttpOptions): string {
  const usual = servedBy === "auth_provider" ? AUTH_HOST_PREFIX : HOST_PREFIX;
  return cleanPrefix(pathPrefix ?? usual);
}
