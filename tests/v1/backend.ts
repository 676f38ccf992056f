import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Autumn } from "autumn-js";
import { startBackend } from "../../packages/convex-local/src/main";
import type { Backend } from "../../packages/convex-local/src/main";

/** A key like the one that `npm start` creates. */
export const KEY = `sk_sandbox_${"5".repeat(48)}`;

/**
 * The project's own functions on a backend of their own, with the catalogue installed.
 *
 * @param env - Variables of the deployment besides the usual ones.
 */
export async function startSpotlight(
  env: Record<string, string> = {},
): Promise<Backend & { dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), "v1 "));
  const backend = await startBackend({
    functions: "convex",
    dataDir,
    port: 0,
    sitePort: 0,
    // As `npm start` runs it.
    isolation: "deployment",
    env: {
      BILLING_MODE: "sandbox",
      BILLING_SECRET_KEY: KEY,
      CLERK_JWT_ISSUER_DOMAIN: "disabled",
      EMBEDDED_ISSUER: "disabled",
      EMBEDDED_JWKS: "disabled",
      SITE_ORIGIN: "http://localhost:5173",
      ...env,
    },
  });
  await backend.run("billing:install");
  const close = async () => {
    await backend.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...backend, dataDir, close };
}

/** The official SDK with this backend's URL. */
export function sdkFor({ siteUrl }: Backend, secretKey = KEY): Autumn {
  return new Autumn({ secretKey, url: `${siteUrl}/billing/v1`, logLevel: "fatal" });
}

/** Records the name of every method that is called, groups by a dot: `customers.get`. */
export function noting(sdk: Autumn): { sdk: Autumn; called: Set<string> } {
  const called = new Set<string>();
  const noted = <T extends object>(target: T, prefix: string): T =>
    new Proxy(target, {
      get(held, name) {
        const value: unknown = Reflect.get(held, name);
        const path = `${prefix}${String(name)}`;
        if (typeof value === "function") {
          called.add(path);
          // The groups' methods reach the client through `this`.
          return value.bind(held) as unknown;
        }
        return GROUPS.includes(path) ? noted(value as object, `${path}.`) : value;
      },
    });
  return { sdk: noted(sdk, ""), called };
}

const GROUPS = ["customers", "products", "entities", "referrals", "features", "events", "balances"];

/** Every operation of the SDK for version 1.2. */
export function methodsOf(sdk: Autumn): string[] {
  const held = sdk as unknown as Record<string, object>;
  const grouped = GROUPS.flatMap((group) =>
    Object.keys(held[group] ?? {}).map((name) => `${group}.${name}`),
  );
  const own = Object.getOwnPropertyNames(Autumn.prototype).filter((name) => !PLUMBING.has(name));
  return [...grouped, ...own].sort();
}

/** The client's own transport. */
const PLUMBING = new Set(["constructor", "get", "post", "postWithVersion", "delete"]);

/** Pays on the hosted page with a test card, as a person would. */
export async function payOn(url: string): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ number: "4242424242424242", expiry: "12/30", cvc: "123" }),
  });
  if (!response.ok) throw new Error(`The page answered ${response.status}`);
}
