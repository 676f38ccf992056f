import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair } from "jose";

/** The pair that signs local accounts' tokens: PKCS#8, and its public half as a `data:` key set. */
export interface SigningKeys {
  privateKey: string;
  jwks: string;
}

const OWNER_ONLY = 0o600;

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
  // Whole or not at all: half a key would lock everyone out.
  writeFileSync(`${file}.new`, JSON.stringify(keys), { mode: OWNER_ONLY });
  renameSync(`${file}.new`, file);
  return keys;
}
