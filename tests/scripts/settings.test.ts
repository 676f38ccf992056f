import { describe, expect, it } from "vitest";
import { readHosts, readSettings } from "../../scripts/settings";

const read = (env: Record<string, string>) => readSettings(env, "/home/ada/spot light", "start");

describe("readSettings", () => {
  it("starts its own backend on the known ports, with data in the project's folder", () => {
    expect(read({})).toEqual({
      mode: "start",
      host: "127.0.0.1",
      port: 5173,
      backend: {
        kind: "local",
        port: 3210,
        dataDir: "/home/ada/spot light/.local",
        durability: "power",
        proxies: [],
        choices: { identity: "embedded", billing: "embedded" },
      },
    });
  });

  it("reads the site's names in lower case, as browsers send them", () => {
    expect(readHosts({})).toEqual([]);
    expect(readHosts({ ALLOWED_HOSTS: "other.example, Art.example," })).toEqual([
      ...["other.example", "art.example"],
    ]);
  });

  it("reads ports, host and data folder from the environment", () => {
    const env = { PORT: "8080", HOST: "0.0.0.0", CONVEX_PORT: "9000", DATA_DIR: "/data" };
    expect(read(env)).toMatchObject({
      host: "0.0.0.0",
      port: 8080,
      backend: { port: 9000, dataDir: "/data" },
    });
  });

  it("reads the durability from the environment, and refuses other values", () => {
    expect(read({ DURABILITY: "process" }).backend).toMatchObject({ durability: "process" });
    expect(() => read({ DURABILITY: "disk" })).toThrow(
      'DURABILITY=disk is neither "power" nor "process".',
    );
  });

  it("takes a test key of Stripe, and refuses what would move real money or nothing", () => {
    const stripe = {
      STRIPE_SECRET_KEY: "sk_test_12345678",
      STRIPE_WEBHOOK_SECRET: "whsec_12345678",
    };
    expect(read(stripe).backend.kind).toBe("local");
    const live = { ...stripe, STRIPE_SECRET_KEY: "sk_live_12345678" };
    expect(() => read(live)).toThrow(
      "STRIPE_SECRET_KEY is a live key, and BILLING_MODE is sandbox",
    );
    expect(() => read({ ...stripe, STRIPE_WEBHOOK_SECRET: "" })).toThrow(
      "STRIPE_WEBHOOK_SECRET is not",
    );
  });

  it("trusts the named proxies, and refuses invalid addresses", () => {
    expect(read({}).backend).toMatchObject({ proxies: [] });
    expect(read({ TRUSTED_PROXIES: " 10.0.0.1,::1 ," }).backend).toMatchObject({
      proxies: ["10.0.0.1", "::1"],
    });
    expect(() => read({ TRUSTED_PROXIES: "10.0.0.1, proxy" })).toThrow(
      "TRUSTED_PROXIES: proxy is no IP address.",
    );
  });

  it.each(["0", "-1", "65535", "5173.5", "http"])("refuses PORT=%s, and explains a port", (port) =>
    expect(() => read({ PORT: port })).toThrow(`PORT=${port} is not a port: give a number`),
  );

  it.each(["1", "65534"])("accepts PORT=%s", (port) =>
    expect(read({ PORT: port }).port).toBe(Number(port)),
  );

  it.each(["3210", "3211"])("refuses PORT=%s, which the backend needs", (port) =>
    expect(() => read({ PORT: port })).toThrow("3210 and 3211"),
  );

  it.each([["3209"], ["3212"]])("accepts PORT=%s, beside the backend's two", (port) =>
    expect(read({ PORT: port }).port).toBe(Number(port)),
  );

  it.each([
    [
      "Convex's cloud",
      { VITE_CONVEX_URL: "https://happy-otter-123.convex.cloud" },
      "https://happy-otter-123.convex.cloud",
      "https://happy-otter-123.convex.site",
    ],
    [
      "a deployment's name",
      { CONVEX_DEPLOYMENT: "dev:happy-otter-123" },
      "https://happy-otter-123.convex.cloud",
      "https://happy-otter-123.convex.site",
    ],
    [
      "a self-hosted deployment, HTTP actions on the next port",
      { VITE_CONVEX_URL: "http://convex.example:3210" },
      "http://convex.example:3210",
      "http://convex.example:3211",
    ],
    [
      "a self-hosted deployment that names both",
      { VITE_CONVEX_URL: "https://a.example", VITE_CONVEX_SITE_URL: "https://b.example" },
      "https://a.example",
      "https://b.example",
    ],
  ])("starts only the site for %s", (_, env, url, siteUrl) => {
    expect(read({ ...env, DATA_DIR: "unused" }).backend).toEqual({ kind: "remote", url, siteUrl });
  });

  it("treats an empty variable as unset", () => {
    const unset = { VITE_CONVEX_URL: "", CONVEX_DEPLOYMENT: "", PORT: "", HOST: "", DATA_DIR: "" };
    expect(read(unset)).toEqual(read({}));
  });

  it.each(["local:spotlight", "anonymous:spotlight"])(
    "refuses the deployment %s, whose URL is unknown",
    (name) => expect(() => read({ CONVEX_DEPLOYMENT: name })).toThrow("Set VITE_CONVEX_URL too"),
  );

  it("refuses an invalid URL", () => {
    expect(() => read({ VITE_CONVEX_URL: "happy-otter" })).toThrow("is not an address");
  });

  it("refuses a URL whose HTTP actions cannot be derived", () => {
    expect(() => read({ VITE_CONVEX_URL: "https://convex.example" })).toThrow(
      "VITE_CONVEX_SITE_URL",
    );
  });

  it.each([
    [{}, { identity: "embedded", billing: "embedded" }],
    [{ AUTUMN_SECRET_KEY: "am_sk_1" }, { identity: "embedded", billing: "remote" }],
    [
      { VITE_CLERK_PUBLISHABLE_KEY: "pk_1", CLERK_JWT_ISSUER_DOMAIN: "https://c.example" },
      { identity: "clerk", billing: "embedded" },
    ],
  ])("reads identity and billing from %o", (env, choices) => {
    expect(read(env)).toMatchObject({ backend: { choices } });
  });

  it("refuses half of Clerk's two variables", () => {
    expect(() => read({ VITE_CLERK_PUBLISHABLE_KEY: "pk_1" })).toThrow("set both, or neither");
  });
});
