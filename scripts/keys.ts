import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { parseOrNull } from "../packages/convex-local/src/codec/json";
import {
  keepText,
  readKept,
  writePrivately,
} from "../packages/convex-local/src/server/private-files";
import type { KeptFile } from "../packages/convex-local/src/server/private-files";

/** The key pair of local accounts' tokens: PKCS#8, and its public half as a `data:` key set. */
export interface SigningKeys {
  privateKey: string;
  jwks: string;
}

const API_KEY_BYTES = 24;
const KEY_BYTES = 32;

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

const SIGNING_KEYS: KeptFile = {
  what: "the keys that sign people in",
  isValid: (text) => isSigningKeys(parseOrNull(text)),
  afterRemoval: "the next start makes new keys, and everyone has to sign in again",
};

function isSigningKeys(value: unknown): value is SigningKeys {
  if (typeof value !== "object" || value === null) return false;
  const { privateKey, jwks } = value as Partial<Record<keyof SigningKeys, unknown>>;
  const begins = (text: unknown, start: string) =>
    typeof text === "string" && text.startsWith(start);
  return begins(privateKey, "-----BEGIN PRIVATE KEY-----") && begins(jwks, "data:");
}

/**
 * The data folder's signing keys, created at the first start. @throws StoreError
 * `data_file_damaged`
 */
export async function signingKeys(dataDir: string): Promise<SigningKeys> {
  const file = join(dataDir, "signing-keys.json");
  const kept = readKept(file, SIGNING_KEYS);
  if (kept !== null) return JSON.parse(kept) as SigningKeys; // valid, as just seen
  const keys = await createKeys();
  writePrivately(file, JSON.stringify(keys));
  return keys;
}

const isKey = (text: string) => /^[0-9a-f]{64}$/.test(text);
const makeKey = () => randomBytes(KEY_BYTES).toString("hex");

const FINGERPRINT_KEY: KeptFile = {
  what: "the key that recognises people who come back (64 hexadecimal digits)",
  isValid: isKey,
  afterRemoval:
    "the next start makes a new key, and trials that were used and names of suspended members can be had again",
};

/**
 * The data folder's key for fingerprints, created at the first start. @throws StoreError
 * `data_file_damaged`
 */
export function fingerprintKey(dataDir: string): string {
  return keepText(join(dataDir, "fingerprint-key"), FINGERPRINT_KEY, makeKey);
}

const SECRETS_KEY: KeptFile = {
  what: "the key that encrypts the keys of two-step sign-in and mails (64 hexadecimal digits)",
  isValid: isKey,
  afterRemoval:
    "the next start makes a new key: codes of authenticator apps no longer work, recovery codes do, and mails that wait are lost",
};

/**
 * The data folder's key for stored secrets, created at the first start. @throws StoreError
 * `data_file_damaged`
 */
export function secretsKey(dataDir: string): string {
  return keepText(join(dataDir, "secrets-key"), SECRETS_KEY, makeKey);
}

const API_KEY: KeptFile = {
  what: "a key of the billing API (`sk_sandbox_` and 48 hexadecimal digits)",
  isValid: (text) => /^sk_sandbox_[0-9a-f]{48}$/.test(text),
  afterRemoval: "the next start makes a new key",
};

/** The file with the data folder's first key of the /v1 API. */
export const apiKeyFile = (dataDir: string) => join(dataDir, "api-key");

/**
 * The data folder's first key of the /v1 API, created at the first start. @throws StoreError
 * `data_file_damaged`
 */
export function apiKey(dataDir: string): string {
  const make = () => `sk_sandbox_${randomBytes(API_KEY_BYTES).toString("hex")}`;
  return keepText(apiKeyFile(dataDir), API_KEY, make);
}
