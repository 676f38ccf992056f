import { ConvexHttpClient } from "convex/browser";
import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  SignJWT,
} from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { BrowserOperation } from "../../packages/billing/src/contract/operations";
import type { Backend } from "../../packages/convex-local/src/main";
import { httpTransport } from "../../packages/billing/src/react/transports/http";
import type { HttpOptions } from "../../packages/billing/src/react/transports/http-options";
import type { TransportArgs } from "../../packages/billing/src/react/transports/transport";
import { payOn, startSpotlight } from "./backend";

const ISSUER = "https://accounts.test";
let backend: Backend;
let privateKey: CryptoKey;

beforeAll(async () => {
  const pair = await generateKeyPair("ES256", { extractable: true });
  ({ privateKey } = pair);
  const jwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const jwks = JSON.stringify({ keys: [{ ...jwk, kid, alg: "ES256", use: "sig" }] });
  backend = await startSpotlight({
    EMBEDDED_ISSUER: ISSUER,
    EMBEDDED_JWKS: `data:application/json,${encodeURIComponent(jwks)}`,
    EMBEDDED_PRIVATE_KEY: await exportPKCS8(privateKey),
    LOCAL_ACCOUNTS: "on",
  });
});
afterAll(() => backend.close());

/** Signs up, as the site does. */
async function join(username: string): Promise<string> {
  const credentials = { username, password: "Tidepool!7" };
  const client = new ConvexHttpClient(backend.url);
  const { data } = await client.action(api.accounts.credentials.signUp, credentials);
  if (!data) throw new Error(`${username} could not sign up`);
  return data.accessToken;
}

/** A token that expired before it was sent. */
async function expired(token: string): Promise<string> {
  const { kid = "" } = decodeProtectedHeader(token);
  return await new SignJWT({ ...decodeJwt(token), exp: Math.floor(Date.now() / 1000) - 30 })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .sign(privateKey);
}

/** The network calls of a page with `token`. */
function page(token: string | null, options: HttpOptions = {}) {
  const getBearerToken = () => Promise.resolve(token);
  const transport = httpTransport(backend.siteUrl, () => ({ getBearerToken, ...options }));
  return <Op extends BrowserOperation>(op: Op, args: TransportArgs<Op>) => transport.call(op, args);
}

describe("the HTTP mode against a running backend", () => {
  it("takes a new customer from the catalogue to a product, and to its cancellation", async () => {
    const token = await join("ines");
    const call = page(token);
    const { data: catalogue } = await call("listProducts", {});
    expect(catalogue?.list.map(({ id }) => id)).toContain("creator");
    const { data: customer } = await call("createCustomer", { expand: ["invoices"] });
    expect(customer).toMatchObject({ id: decodeJwt(token).sub, name: "ines", invoices: [] });

    const { data: offer } = await call("checkout", { productId: "creator", successUrl: "/done" });
    await payOn(String(offer?.url));
    const { data: held } = await call("createCustomer", { expand: ["invoices"] });
    expect(held?.products).toContainEqual(
      expect.objectContaining({ id: "creator", status: "active" }),
    );
    expect(held?.invoices).toHaveLength(1);

    expect((await call("check", { featureId: "uploads" })).data).toMatchObject({ allowed: true });
    const { data: changed } = await call("attach", { productId: "studio" });
    expect(changed).toMatchObject({ code: "upgraded_to_new_product" });
    expect((await call("query", { featureId: "uploads", range: "24h" })).error).toBeNull();
    expect((await call("cancel", { productId: "studio" })).data).toMatchObject({ success: true });
    const { data: portal } = await call("billingPortal", { returnUrl: "/settings" });
    expect((await fetch(String(portal?.url))).status).toBe(200);
  });

  it("redeems a friend's code", async () => {
    const [gil, hal] = [page(await join("gil")), page(await join("hal"))];
    await Promise.all([gil("createCustomer", {}), hal("createCustomer", {})]);
    const { data: code } = await gil("createReferralCode", { programId: "invite-artist" });
    const { data, error } = await hal("redeemReferralCode", { code: String(code?.code) });
    expect([error, data?.id]).toEqual([null, expect.any(String)]);
  });

  it("is refused what this host's browsers may not do", async () => {
    const call = page(await join("eve"));
    const answers = [
      await call("track", { featureId: "uploads" }),
      await call(
        "createEntity",
        ["a", "b"].map((id) => ({ id, featureId: "seats" })),
      ),
      await call("getEntity", { entityId: "a" }),
      await call("deleteEntity", { entityId: "a" }),
    ];
    expect(answers.map(({ error, statusCode }) => [statusCode, error?.code])).toEqual(
      answers.map(() => [403, "forbidden"]),
    );
  });

  it("has no customer without a token, with a forged one, and with an expired one", async () => {
    const token = await join("mallory");
    const tokens = [null, "forged", `${token}x`, await expired(token)];
    const answers = await Promise.all(tokens.map((each) => page(each)("setupPayment", {})));
    expect(answers.map(({ error, statusCode }) => [statusCode, error?.code])).toEqual(
      answers.map(() => [401, "unauthenticated"]),
    );
    expect(answers[0]?.error?.message).toBe("Missing authorization header");
  });

  it("gets an error with a wrong path", async () => {
    const wrong = await page(null, { pathPrefix: "/nowhere" })("listProducts", {});
    expect([wrong.statusCode, wrong.error?.code]).toEqual([404, "fetch_failed"]);
  });
});
