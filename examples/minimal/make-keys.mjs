// Prints the deployment's variables: the keys of the sign-in, and those of billing. Once: node
// make-keys.mjs > keys.env && npx convex env set < keys.env && rm keys.env
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";

const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
const jwk = { ...(await exportJWK(publicKey)), kid: "minimal", alg: "ES256", use: "sig" };
const set = Buffer.from(JSON.stringify({ keys: [jwk] })).toString("base64");
const pem = (await exportPKCS8(privateKey)).trim().replaceAll("\n", "\\n");

console.log(`JWKS=data:application/json;base64,${set}`);
console.log(`JWT_PRIVATE_KEY="${pem}"`);
console.log("BILLING_MODE=sandbox");
console.log("SITE_ORIGIN=http://localhost:5173");
