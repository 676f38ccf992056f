import { describe, expect, it } from "vitest";
import { ENVIRONMENT, parseEnv } from "../../src/env";

const BUILT = {
  VITE_CONVEX_URL: "https://bold-crow-1.convex.cloud",
  VITE_CLERK_PUBLISHABLE_KEY: "pk_test",
  VITE_ANALYTICS_ID: "",
};

const named = (variables: object) => encodeURIComponent(JSON.stringify(variables));

describe("ENVIRONMENT", () => {
  it("is the release", () => {
    expect(ENVIRONMENT).toBe("release");
  });
});

describe("parseEnv", () => {
  it("uses the build's values where no server named the deployment", () => {
    expect(parseEnv("", BUILT)).toEqual({
      convexUrl: "https://bold-crow-1.convex.cloud",
      convexSiteUrl: "https://bold-crow-1.convex.site",
      clerkPublishableKey: "pk_test",
      analyticsId: undefined,
    });
  });

  it("prefers the server's values, name by name, and ignores empty ones", () => {
    const content = named({
      VITE_CONVEX_URL: "http://127.0.0.1:4000",
      VITE_CONVEX_SITE_URL: "http://127.0.0.1:4001",
      VITE_CLERK_PUBLISHABLE_KEY: "",
      VITE_ANALYTICS_ID: "GTM-1",
    });
    expect(parseEnv(content, BUILT)).toEqual({
      convexUrl: "http://127.0.0.1:4000",
      convexSiteUrl: "http://127.0.0.1:4001",
      clerkPublishableKey: "pk_test",
      analyticsId: "GTM-1",
    });
  });

  it.each([
    ["VITE_CONVEX_URL", ""],
    ["VITE_CONVEX_SITE_URL", named({ VITE_CONVEX_URL: "http://127.0.0.1:4000" })],
  ])("reports that %s is missing instead of guessing it", (name, content) => {
    expect(() => parseEnv(content, {})).toThrow(`${name} is not set`);
  });
});
