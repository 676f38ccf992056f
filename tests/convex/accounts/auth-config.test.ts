import { beforeEach, describe, expect, it, vi } from "vitest";

const JWKS = "data:application/json;base64,e30=";

async function providers(env: Record<string, string>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { default: config } = await import("../../../convex/auth.config");
  return config.providers;
}

beforeEach(() => vi.resetModules());
const local = {
  type: "customJwt",
  applicationID: "spotlight",
  issuer: "https://accounts.spotlight.invalid",
  jwks: JWKS,
  algorithm: "ES256",
};
const clerk = { domain: "https://clerk.example", applicationID: "convex" };

describe("auth.config", () => {
  it.each([
    [local.issuer, "disabled", [local]],
    ["disabled", clerk.domain, [clerk]],
    [local.issuer, clerk.domain, [local, clerk]],
    ["disabled", "disabled", []],
  ])("with %s and %s trusts exactly these", async (issuer, domain, expected) => {
    const env = {
      EMBEDDED_ISSUER: issuer,
      EMBEDDED_JWKS: JWKS,
      CLERK_JWT_ISSUER_DOMAIN: domain,
    };
    expect(await providers(env)).toEqual(expected);
  });

  it("does not trust local accounts without keys", async () => {
    const env = { EMBEDDED_ISSUER: local.issuer, CLERK_JWT_ISSUER_DOMAIN: clerk.domain };
    expect(await providers({ ...env, EMBEDDED_JWKS: "disabled" })).toEqual([clerk]);
  });

  it("always checks the audience", async () => {
    const env = {
      EMBEDDED_ISSUER: local.issuer,
      EMBEDDED_JWKS: JWKS,
      CLERK_JWT_ISSUER_DOMAIN: clerk.domain,
    };
    for (const provider of await providers(env)) expect(provider.applicationID).toBeTruthy();
  });
});
