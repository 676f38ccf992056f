import type { Value } from "convex/values";

/** What a backend is started with. */
export interface StartOptions {
  /** The folder of Convex functions, for example `convex`. */
  functions: string;
  /** Where everything lives: the log, the files, the admin key. Made when missing. */
  dataDir: string;
  /** Port for clients and CLI; default 3210, 0 takes a free one. */
  port?: number;
  /** Port for HTTP actions; default the next one, 0 takes a free one. */
  sitePort?: number;
  /** Address to listen on; default 127.0.0.1. */
  host?: string;
  /** Host names accepted besides localhost, 127.0.0.1 and [::1]. */
  allowedHosts?: string[];
  /** Deployment variables set before the functions are loaded. */
  env?: Record<string, string>;
  /** Reload functions when their files change. */
  watch?: boolean;
  /** Receives one line per event; silent when absent. */
  print?: (line: string) => void;
}

/** A running backend. */
export interface Backend {
  /** For `ConvexReactClient`, `ConvexHttpClient` and the CLI's `--url`. */
  url: string;
  /** Where HTTP actions answer. */
  siteUrl: string;
  /** For the CLI's `--admin-key`. */
  adminKey: string;
  /** Sets a deployment variable; null removes it. */
  setEnv: (changes: Record<string, string | null>) => Promise<void>;
  /** Runs any function, internal ones too, and returns its value; throws when it fails. */
  run: (path: string, args?: Record<string, Value>) => Promise<Value>;
  /** Stops at once; nothing acknowledged is lost. */
  close: () => Promise<void>;
}
