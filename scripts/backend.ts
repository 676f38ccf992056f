import { startBackend, type Backend } from "../packages/convex-local/src/main";
import { DeployError } from "../packages/convex-local/src/runtime/failure";
import { StartError } from "../packages/convex-local/src/server/start-error";
import { fileFailure, StoreError } from "../packages/convex-local/src/store/errors";
import { keepChoices } from "./choices";
import { refuseEarlierData } from "./earlier-data";
import { apiKey, fingerprintKey, secretsKey, signingKeys } from "./keys";
import { Refusal } from "./refusal";
import type { LocalSettings, Choices, Settings } from "./settings";

/** Part of every identity, so it never changes. Nothing is ever fetched from it. */
const ISSUER = "https://accounts.spotlight.invalid";
const OFF = "disabled";

/** Variables of the deployment that come from the environment, if set. */
const PASSED_ON = [
  "AUTUMN_SECRET_KEY",
  "AUTUMN_URL",
  "BILLING_SECRET_KEY",
  "CLERK_JWT_ISSUER_DOMAIN",
  "MAIL_FROM",
  "SELLER_ADDRESS",
  "SELLER_NAME",
  "SELLER_TAX_ID",
  "SMTP_URL",
  "STRIPE_API_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
];

async function deploymentEnv(
  dataDir: string,
  { identity }: Choices,
  siteOrigin: string,
): Promise<Record<string, string>> {
  const keys = await signingKeys(dataDir);
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value] as const] : [];
  });
  return {
    BILLING_MODE: "sandbox",
    BILLING_SECRET_KEY: apiKey(dataDir),
    CLERK_JWT_ISSUER_DOMAIN: OFF,
    ...Object.fromEntries(passedOn),
    EMBEDDED_ISSUER: identity === "embedded" ? ISSUER : OFF,
    EMBEDDED_JWKS: keys.jwks,
    EMBEDDED_PRIVATE_KEY: keys.privateKey,
    FINGERPRINT_KEY: fingerprintKey(dataDir),
    SECRETS_KEY: secretsKey(dataDir),
    LOCAL_ACCOUNTS: identity === "embedded" ? "on" : "off",
    SITE_ORIGIN: siteOrigin,
  };
}

/** The backend's own message names the problem; this adds how to use another folder. */
function explain(dataDir: string, error: unknown): unknown {
  if (error instanceof StartError || error instanceof DeployError)
    return new Refusal(error.message);
  const refused = fileFailure(dataDir, error);
  if (!(refused instanceof StoreError)) return error;
  return new Refusal(`${refused.message}\nTo choose another: DATA_DIR=<folder> npm start`);
}

/** Starts the backend on its data folder, with every variable that the functions read. */
export async function startLocal(
  { port, dataDir, durability, proxies, choices }: LocalSettings,
  site: Settings,
): Promise<Backend> {
  const { host, mode } = site;
  const print = (line: string) => console.log(line);
  try {
    refuseEarlierData(dataDir);
    keepChoices(dataDir, choices);
    const env = await deploymentEnv(dataDir, choices, `http://localhost:${site.port}`);
    const watch = mode === "dev";
    // A server has one thread, so running mutations twice or modules again would only waste it.
    const runs =
      mode === "dev"
        ? ({ concurrency: "optimistic", isolation: "run" } as const)
        : ({ concurrency: "serial", isolation: "deployment" } as const);
    const where = { port, host, proxies };
    const options = {
      functions: "convex",
      dataDir,
      durability,
      env,
      watch,
      ...runs,
      print,
      ...where,
    };
    return await startBackend(options);
  } catch (error) {
    throw explain(dataDir, error);
  }
}
