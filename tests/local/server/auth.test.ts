import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { AuthProvider } from "../../../packages/convex-local/src/runtime/types";
import { createAuthenticate, ANONYMOUS } from "../../../packages/convex-local/src/server/auth";

const ISSUER = "https://accounts.test";
const NOW_S = 1_800_000_000;
const KID = "key 1";
const ADMIN_KEY = "local|secret";

const pairs = {
  ES256: await generateKeyPair("ES256", { extractable: true }),
  RS256: await generateKeyPair("RS256", { extractable: true }),
};
const keys = await Promise.all(
  Object.entries(pairs).map(async ([alg, { publicKey }]) => ({
    ...{
      ...(await exportJWK(publicKey)),
      kid: alg === "ES256" ? KID : "key 2",
    },
    ...{ alg, use: "sig" },
  })),
);
const jwks = `data:application/json,${encodeURIComponent(JSON.stringify({ keys }))}`;

const provider: AuthProvider = {
  ...{
    type: "customJwt",
    issuer: ISSUER,
    jwks,
    algorithm: "ES256",
    applicationID: "app",
  },
};

interface Token {
  claims?: Record<string, unknown>;
  alg?: keyof typeof pairs;
  kid?: string | null;
}

/** A valid token by default; an undefined claim is left out. */
function sign({ claims = {}, alg = "ES256", kid = KID }: Token = {}): Promise<string> {
  const standard = {
    iss: ISSUER,
    aud: "app",
    sub: "ada",
    iat: NOW_S,
    exp: NOW_S + 60,
  };
  return new SignJWT({ ...standard, ...claims })
    .setProtectedHeader({ alg, ...(kid !== null && { kid }) })
    .sign(pairs[alg].privateKey);
}

const verify = (token: string, ...providers: AuthProvider[]) =>
  createAuthenticate(ADMIN_KEY, () => (providers.length > 0 ? providers : [provider]))(
    "User",
    token,
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW_S * 1000 });
});
describe("a token", () => {
  it("that is valid has its user until it expires", async () => {
    const token = await sign();
    expect(await verify(token)).toEqual({
      caller: {
        kind: "user",
        token,
        identity: {
          issuer: ISSUER,
          subject: "ada",
          tokenIdentifier: `${ISSUER}|ada`,
        },
      },
      expiresAtMs: (NOW_S + 60) * 1000,
    });
  });

  const invalid = "InvalidAuthHeader";
  it.each<[string, Token, code: string, text: RegExp]>([
    ["has expired", { claims: { exp: NOW_S - 5 } }, invalid, /^Token expired: /],
    ["never expires", { claims: { exp: undefined } }, invalid, /^Could not verify token: .*"exp"/],
    ["has no subject", { claims: { sub: undefined } }, invalid, /^Could not verify token: .*"sub"/],
    ["was issued in the future", { claims: { iat: NOW_S + 6 } }, invalid, /issued in the future/],
    [
      "is valid only later",
      { claims: { nbf: NOW_S + 6 } },
      invalid,
      /^Could not verify token: .*"nbf"/,
    ],
    ["names no key", { kid: null }, invalid, /missing kid in the JWT's header/],
    ["names an unknown key", { kid: "key 9" }, invalid, /^Could not verify token: /],
    ["uses another algorithm", { alg: "RS256", kid: "key 2" }, invalid, /"alg"/],
    ["is signed with another key", { kid: "key 2" }, invalid, /^Could not verify token: /],
    [
      "has another issuer",
      { claims: { iss: "https://evil.test" } },
      "NoAuthProvider",
      /^No auth provider found matching the given token \(issuer=https:\/\/evil.test, audience=app\)\. Check convex\/auth\.config\.ts: CustomJwt\(issuer=https:\/\/accounts\.test, app_id=app\)\.$/,
    ],
    ["has no issuer", { claims: { iss: undefined } }, "NoAuthProvider", /issuer=none/],
    ["is for another app", { claims: { aud: "other" } }, "NoAuthProvider", /audience=other/],
    ["is for other apps", { claims: { aud: ["a", "b"] } }, "NoAuthProvider", /audience=a, b/],
    ["is for no app", { claims: { aud: undefined } }, "NoAuthProvider", /audience=none/],
    [
      "has an audience that only starts like the app's",
      { claims: { aud: "application" } },
      "NoAuthProvider",
      /audience/,
    ],
  ])("that %s is refused", async (_, token, code, text) => {
    const refused = verify(await sign(token));
    await expect(refused).rejects.toMatchObject({
      code,
      message: expect.stringMatching(text) as unknown,
    });
  });

  it.each<[string, Token]>([
    ["expired less than five seconds ago", { claims: { exp: NOW_S - 4 } }],
    ["was issued by a clock five seconds ahead", { claims: { iat: NOW_S + 5 } }],
    ["does not say when it was issued", { claims: { iat: undefined } }],
    ["is for this app too", { claims: { aud: ["other", "app"] } }],
    ["writes its issuer with a slash", { claims: { iss: `${ISSUER}/` } }],
  ])("that %s is accepted", async (_, token) => {
    expect(await verify(await sign(token))).toMatchObject({
      caller: { kind: "user" },
    });
  });

  it.each(["", "nonsense", "a.b.c", "sk_live_1"])(
    "that is invalid (%j) is refused",
    async (text) => {
      await expect(verify(text)).rejects.toMatchObject({
        code: invalid,
        message: expect.stringContaining("Could not parse JWT payload") as unknown,
      });
    },
  );

  it("with a changed payload is refused", async () => {
    const [header = "", , signature = ""] = (await sign()).split(".");
    const [, body = ""] = (await sign({ claims: { sub: "eve" } })).split(".");
    await expect(verify([header, body, signature].join("."))).rejects.toMatchObject({
      code: invalid,
    });
  });

  it("is refused without providers, and the message says so", async () => {
    const refused = createAuthenticate(ADMIN_KEY, () => [])("User", await sign());
    await expect(refused).rejects.toThrow("no providers configured");
  });

  it("is checked by the provider of its audience", async () => {
    const other: AuthProvider = { ...provider, applicationID: "other" };
    const anyApp: AuthProvider = {
      ...{
        type: "customJwt",
        issuer: "https://any.test",
        jwks,
        algorithm: "RS256",
      },
    };
    for (const providers of [
      [other, anyApp, provider],
      [provider, anyApp, other],
    ]) {
      expect(await verify(await sign(), ...providers)).toMatchObject({
        caller: { kind: "user" },
      });
      const claims = { iss: "https://any.test", aud: undefined };
      const token = await sign({ claims, alg: "RS256", kid: "key 2" });
      expect(await verify(token, ...providers)).toMatchObject({
        caller: { kind: "user" },
      });
    }
  });
});

describe("claims", () => {
  const standard = {
    ...{ given_name: "Ada", updated_at: 5, email_verified: true },
    ...{ preferred_username: "ada", picture: "p", website: "w", zoneinfo: "UTC", locale: "en" },
  };
  const own = { org: { role: { name: "admin" }, ids: [1] }, plan: null };
  const address = { formatted: "1 Sea Road", locality: "Tidepool" };
  const claims = { jti: "1", nbf: NOW_S, ...standard, ...own, address };

  it("of a custom provider keep their names, and are flat", async () => {
    const { caller } = await verify(await sign({ claims }));
    expect(caller).toEqual({
      kind: "user",
      token: expect.any(String) as unknown,
      identity: {
        ...{ subject: "ada", issuer: ISSUER, tokenIdentifier: `${ISSUER}|ada` },
        ...standard,
        ...{ "org.role.name": "admin", "org.ids": [1], plan: null },
        ...{ "address.formatted": "1 Sea Road", "address.locality": "Tidepool" },
      },
    });
  });

  it("never replace the subject and the issuer", async () => {
    const forged = { subject: "eve", issuer: "eve", tokenIdentifier: "eve|eve" };
    expect((await verify(await sign({ claims: forged }))).caller).toMatchObject({
      identity: { subject: "ada", issuer: ISSUER, tokenIdentifier: `${ISSUER}|ada` },
    });
  });

  it("of an OpenID provider have Convex's names, and its keys are found by its URL", async () => {
    const asked: string[] = [];
    const server = createServer(({ url = "" }, response) => {
      asked.push(url);
      const jwks_uri = `${domain}/keys`;
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(url === "/keys" ? { keys } : { jwks_uri }));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const domain = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const alg of ["ES256", "RS256"] as const) {
      const token = await sign({
        claims: { ...claims, iss: domain },
        alg,
        kid: alg === "ES256" ? KID : "key 2",
      });
      const { caller } = await verify(token, { domain, applicationID: "app" });
      expect(caller).toEqual({
        kind: "user",
        token,
        identity: {
          ...{ subject: "ada", issuer: domain, tokenIdentifier: `${domain}|ada` },
          ...{ givenName: "Ada", updatedAt: "1970-01-01T00:00:05.000Z", emailVerified: true },
          ...{ preferredUsername: "ada", pictureUrl: "p", websiteUrl: "w", timezone: "UTC" },
          ...{ language: "en", address: "1 Sea Road" },
          ...own,
        },
      });
    }
    expect(asked).toEqual(["/.well-known/openid-configuration", "/keys"]);
  });

  it("of a provider named by its domain alone are matched with https", async () => {
    const claims = { iss: "https://a.test", aud: "other" };
    const refused = verify(await sign({ claims }), {
      domain: "a.test",
      applicationID: "app",
    });
    await expect(refused).rejects.toThrow("OIDC(domain=https://a.test, app_id=app)");
  });

  it("can be checked once the provider is up again", async () => {
    let isUp = false;
    vi.spyOn(globalThis, "fetch").mockImplementation(() =>
      isUp ? Promise.resolve(Response.json({ keys })) : Promise.reject(new Error("down")),
    );
    const again: AuthProvider = {
      ...provider,
      jwks: `${jwks}#again`,
    };
    await expect(verify(await sign(), again)).rejects.toThrow("Could not verify token: down");
    isUp = true;
    expect(await verify(await sign(), again)).toMatchObject({
      caller: { kind: "user" },
    });
  });
});

describe("other credentials", () => {
  const authenticate = createAuthenticate(ADMIN_KEY, () => [provider]);

  it("are anonymous, or the admin key", async () => {
    expect(await authenticate("None", ADMIN_KEY)).toBe(ANONYMOUS);
    expect(await authenticate("Admin", ADMIN_KEY)).toEqual({
      ...{ caller: { kind: "admin" }, expiresAtMs: Infinity },
    });
  });

  it.each(["", "local|", `${ADMIN_KEY} `, "local|secreT"])(
    "%j is not the admin key",
    async (key) => {
      await expect(authenticate("Admin", key)).rejects.toMatchObject({
        code: "BadAdminKey",
      });
      await expect(authenticate("User", ADMIN_KEY)).rejects.toMatchObject({
        code: "InvalidAuthHeader",
      });
    },
  );

  it("an empty key is never valid, even where the backend's own is empty", async () => {
    await expect(createAuthenticate("", () => [])("Admin", "")).rejects.toMatchObject({
      code: "BadAdminKey",
    });
  });
});
