// Writes the deployment's variables to keys.env, once: the keys of the sign-in and of billing. For
// a deployment in the cloud: npx convex env set < keys.env
import { existsSync, writeFileSync } from "node:fs";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";

if (!existsSync("keys.env")) {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: "app", alg: "ES256", use: "sig" };
  const set = Buffer.from(JSON.stringify({ keys: [jwk] })).toString("base64");
  const pem = (await exportPKCS8(privateKey)).trim().replaceAll("\n", "\\n");
  const lines = [
    `JWKS=data:application/json;base64,${set}`,
    `JWT_PRIVATE_KEY="${pem}"`,
    "BILLING_MODE=sandbox",
    "SITE_ORIGIN=http://localhost:5173",
  ];
  writeFileSync("keys.env", `${lines.join("\n")}\n`, { mode: 0o600 });
}
