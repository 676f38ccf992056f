import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  jwtVerify,
} from "jose";
import { vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { hashingAt } from "../../../convex/accounts/hashing";
import { toIdentity } from "../../../packages/convex-local/src/server/identity";
import { openBackend } from "../backend";

/** Cheap password hashes; hashing.test.ts tests the real cost. */
export const CHEAP = { ln: 1, r: 8, p: 1 };

const modules = {
  ...import.meta.glob([
    "../../../convex/{_generated,accounts,mail}/**/*.ts",
    "../../../convex/{billing,http,seed}.ts",
  ]),
  "../../../convex/accounts/hashing.ts": () => Promise.resolve(hashingAt(CHEAP)),
};

export const ISSUER = "https://accounts.spotlight.invalid";
/** As `convex/auth.config.ts` declares local accounts. */
const PROVIDER = { type: "customJwt", issuer: ISSUER, jwks: "", algorithm: "ES256" } as const;
export const ADA = { username: "Ada", password: "Tidepool!7" };

/** A deployment with its own signing key, as the setup creates it. */
export async function deploy(
  hashing = hashingAt(CHEAP),
  named: Record<string, () => Promise<unknown>> = {},
) {
  const { publicKey, privateKey } = await generateKeyPair("ES256", {
    extractable: true,
  });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  vi.stubEnv("EMBEDDED_PRIVATE_KEY", await exportPKCS8(privateKey));
  vi.stubEnv("EMBEDDED_ISSUER", ISSUER);
  vi.stubEnv("LOCAL_ACCOUNTS", "on");
  vi.stubEnv("SECRETS_KEY", "0f".repeat(32));
  const keys = createLocalJWKSet({ keys: [{ ...jwk, kid, alg: "ES256" }] });
  const t = openBackend({
    ...modules,
    ...named,
    "../../../convex/accounts/hashing.ts": () => Promise.resolve(hashing),
  });

  /** Verifies a token as Convex does, and returns its claims as an identity. */
  async function claimsOf(accessToken: string) {
    const options = {
      issuer: ISSUER,
      audience: "spotlight",
      algorithms: ["ES256"],
    };
    return await jwtVerify(accessToken, keys, options);
  }

  async function as(accessToken: string) {
    const { payload } = await claimsOf(accessToken);
    return t.withIdentity(toIdentity(payload, PROVIDER));
  }

  return { t, claimsOf, as };
}

type Deployment = Awaited<ReturnType<typeof deploy>>;

/** Signs up and returns the tokens; a refusal fails the test. */
export async function join({ t }: Deployment, credentials = ADA) {
  const { data, error } = await t.action(api.accounts.credentials.signUp, credentials);
  if (!data) throw new Error(JSON.stringify(error));
  return data;
}

/** Signs in to an account without two-step sign-in. */
export async function enter({ t }: Deployment, credentials = ADA) {
  const { data, error, statusCode } = await t.action(api.accounts.credentials.signIn, credentials);
  if (!data) return { data: null, error, statusCode };
  if ("ticket" in data) throw new Error("A code is needed");
  return { data, error, statusCode };
}

export async function refresh({ t }: Deployment, refreshToken: string) {
  return await t.action(api.accounts.sessions.refresh, { refreshToken });
}
