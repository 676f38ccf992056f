import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Backend } from "../../packages/convex-local/src/main";
import { startSpotlight } from "./backend";

const HOUR_MS = 60 * 60 * 1000;
const CREDENTIALS = { username: "Quillfeather", password: "Tidepool!7" };
const EMAIL = "quill@art.example";

let backend: Backend & { dataDir: string };
afterEach(async () => {
  vi.useRealTimers();
  await backend.close();
});

async function start(): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const jwks = JSON.stringify({ keys: [{ ...jwk, kid, alg: "ES256", use: "sig" }] });
  backend = await startSpotlight({
    EMBEDDED_ISSUER: "https://accounts.test",
    EMBEDDED_JWKS: `data:application/json,${encodeURIComponent(jwks)}`,
    EMBEDDED_PRIVATE_KEY: await exportPKCS8(privateKey),
    LOCAL_ACCOUNTS: "on",
  });
}

/** Everything that is stored, as text in lower case. */
const stored = () =>
  readdirSync(backend.dataDir, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => readFileSync(join(item.parentPath, item.name), "latin1").toLowerCase())
    .join("\n");

describe("a deleted account", () => {
  it("has left the folder of a running site within a day, with its name, password and address", async () => {
    await start();
    const client = new ConvexHttpClient(backend.url, { logger: false });
    const { data } = await client.action(api.accounts.credentials.signUp, CREDENTIALS);
    client.setAuth(data?.accessToken ?? "");
    await client.mutation(api.community.profiles.functions.ensure, {});
    const name = CREDENTIALS.username.toLowerCase();
    const [, hash = ""] = /"passwordhash":"([^"]+)"/.exec(stored()) ?? [];
    expect(hash).not.toBe("");
    expect(stored().includes(name)).toBe(true);

    const { password } = CREDENTIALS;
    const address = { email: EMAIL, currentPassword: password };
    expect(await client.action(api.accounts.email.set, address)).toMatchObject({ error: null });
    await client.mutation(api.accounts.passwordReset.request, { typed: EMAIL });
    expect(stored().includes(EMAIL)).toBe(true);
    expect(
      await client.action(api.community.accountDeletion.removeAccount, {
        confirmation: { currentPassword: password },
      }),
    ).toMatchObject({ error: null });
    expect(stored().includes(hash)).toBe(true);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 23 * HOUR_MS });
    // The next commit finds the log old enough.
    const next = { ...CREDENTIALS, username: "somebody_else" };
    client.clearAuth();
    await client.action(api.accounts.credentials.signUp, next);
    const left = () => [name, hash, EMAIL].filter((secret) => stored().includes(secret));
    await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 10_000 });
  });
});
