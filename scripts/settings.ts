import { isIP } from "node:net";
import { resolve } from "node:path";
import type { Durability } from "../packages/convex-local/src/store/database";
import { readPaymentSettings } from "../packages/billing/src/component/payments/stripe/settings";
import { Refusal } from "./refusal";

export type Mode = "start" | "dev";

/** A local backend with its data here, or a remote deployment. */
type BackendSettings = LocalSettings | { kind: "remote"; url: string; siteUrl: string };

export interface LocalSettings {
  kind: "local";
  port: number;
  dataDir: string;
  durability: Durability;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  proxies: string[];
  choices: Choices;
}

/** Settings that can't change once a deployment has data. */
export interface Choices {
  identity: "embedded" | "clerk";
  billing: "embedded" | "remote";
}

export interface Settings {
  mode: Mode;
  host: string;
  port: number;
  backend: BackendSettings;
}

type Environment = Readonly<Record<string, string | undefined>>;

const SITE_PORT = 5173;
const BACKEND_PORT = 3210;
const HIGHEST_PORT = 65_535;
const LOOPBACK = "127.0.0.1";

/** An empty value counts as not set. */
const given = (env: Environment, name: string) => env[name] || undefined;

function readPort(env: Environment, name: string, byDefault: number): number {
  const text = given(env, name);
  if (text === undefined) return byDefault;
  const port = Number(text);
  // The backend needs two consecutive ports, so the last one cannot be used.
  if (Number.isInteger(port) && port > 0 && port < HIGHEST_PORT) return port;
  throw new Refusal(`${name}=${text} is not a port: give a number from 1 to ${HIGHEST_PORT - 1}.`);
}

function readDurability(env: Environment): Durability {
  const text = given(env, "DURABILITY") ?? "power";
  if (text === "power" || text === "process") return text;
  throw new Refusal(`DURABILITY=${text} is neither "power" nor "process".`);
}

function readProxies(env: Environment): string[] {
  const text = given(env, "TRUSTED_PROXIES") ?? "";
  const proxies = text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  const wrong = proxies.find((each) => isIP(each) === 0);
  if (wrong === undefined) return proxies;
  throw new Refusal(`TRUSTED_PROXIES: ${wrong} is no IP address. Give addresses with commas.`);
}

/** Host names of the site, besides `localhost`. IP addresses need none. */
export function readHosts(env: Environment): string[] {
  const names = (given(env, "ALLOWED_HOSTS") ?? "").split(",");
  return names.map((each) => each.trim().toLowerCase()).filter(Boolean);
}

/**
 * The URL of a deployment's HTTP actions: derived for Convex's cloud, and by port for self-hosted
 * ones.
 */
function siteUrlOf(url: string): string {
  const site = new URL(url);
  if (site.hostname.endsWith(".convex.cloud"))
    site.hostname = site.hostname.replace(/\.convex\.cloud$/, ".convex.site");
  else if (site.port) site.port = String(Number(site.port) + 1);
  else throw new Refusal(`Where does ${url} answer HTTP actions? Set VITE_CONVEX_SITE_URL too.`);
  return site.origin;
}

/** The URL of a deployment in Convex's cloud, by its name in the CLI. */
function cloudUrl(deployment: string): string {
  const name = /^(?:(?:dev|prod|preview):)?([\w-]+)$/.exec(deployment)?.[1];
  if (name) return `https://${name}.convex.cloud`;
  throw new Refusal(`Where is the deployment ${deployment}? Set VITE_CONVEX_URL too.`);
}

function readRemote(env: Environment): BackendSettings | null {
  const deployment = given(env, "CONVEX_DEPLOYMENT");
  const url = given(env, "VITE_CONVEX_URL") ?? (deployment && cloudUrl(deployment));
  if (!url) return null;
  if (!URL.canParse(url))
    throw new Refusal(`VITE_CONVEX_URL=${url} is not an address: give one like https://….`);
  return { kind: "remote", url, siteUrl: given(env, "VITE_CONVEX_SITE_URL") ?? siteUrlOf(url) };
}

/** Sandbox purchases may use Stripe's test mode, but never move real money. */
function checkPayments(env: Environment): void {
  const payments = readPaymentSettings({ ...env, BILLING_MODE: "sandbox" });
  if (payments.by === "refused") throw new Refusal(payments.why);
}

function readChoices(env: Environment): Choices {
  const clerk = given(env, "VITE_CLERK_PUBLISHABLE_KEY");
  if (clerk && !given(env, "CLERK_JWT_ISSUER_DOMAIN"))
    throw new Refusal(
      "VITE_CLERK_PUBLISHABLE_KEY is set, CLERK_JWT_ISSUER_DOMAIN is not: set both, or neither.",
    );
  return {
    identity: clerk ? "clerk" : "embedded",
    billing: given(env, "AUTUMN_SECRET_KEY") ? "remote" : "embedded",
  };
}

/** Reads the settings of a start from the environment; relative folders are the project's. */
export function readSettings(env: Environment, root: string, mode: Mode): Settings {
  const port = readPort(env, "PORT", SITE_PORT);
  const host = given(env, "HOST") ?? LOOPBACK;
  const remote = readRemote(env);
  if (remote) return { mode, host, port, backend: remote };
  const backendPort = readPort(env, "CONVEX_PORT", BACKEND_PORT);
  if (port === backendPort || port === backendPort + 1)
    throw new Refusal(
      `PORT=${port} is one of the backend's two ports, ${backendPort} and ${backendPort + 1}: give another.`,
    );
  checkPayments(env);
  const dataDir = resolve(root, given(env, "DATA_DIR") ?? ".local");
  return {
    mode,
    host,
    port,
    backend: {
      kind: "local",
      port: backendPort,
      dataDir,
      durability: readDurability(env),
      proxies: readProxies(env),
      choices: readChoices(env),
    },
  };
}
