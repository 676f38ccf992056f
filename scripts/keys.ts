import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair } from "jose";

/** The pair that signs local accounts' tokens: PKCS#8, and its public half as a `data:` key set. */
export interface SigningKeys {
  privateKey: string;
  jwks: string;
}

const OWNER_ONLY = 0o600;
const API_KEY_BYTES = 24;

async function createKeys(): Promise<SigningKeys> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const set = JSON.stringify({ keys: [{ ...jwk, kid, alg: "ES256", use: "sig" }] });
  return {
    privateKey: await exportPKCS8(privateKey),
    jwks: `data:application/json;base64,${Buffer.from(set).toString("base64")}`,
  };
}

/** The data folder's signing keys, made the first time. */
export async function signingKeys(dataDir: string): Promise<SigningKeys> {
  const file = join(dataDir, "signing-keys.json");
  // Written by this function only.
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as SigningKeys;
  const keys = await createKeys();
  keep(file, JSON.stringify(keys));
  return keys;
}

/** Where the data folder's first key of the /v1 API is kept. */
export const apiKeyFile = (dataDir: string) => join(dataDir, "api-key");

/** The data folder's first key of the /v1 API, made the first time. */
export function apiKey(dataDir: string): string {
  const file = apiKeyFile(dataDir);
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const key = `sk_sandbox_${randomBytes(API_KEY_BYTES).toString("hex")}`;
  keep(file, `${key}\n`);
  return key;
}

/** Whole or not at all: half a key would lock everyone out. */
function keep(file: string, text: string) {
  writeFileSync(`${file}.new`, text, { mode: OWNER_ONLY });
  renameSync(`${file}.new`, file);
}
