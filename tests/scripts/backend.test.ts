import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startBackend, type Backend } from "../../packages/convex-local/src/main";
import { DeployError } from "../../packages/convex-local/src/runtime/failure";
import { StartError } from "../../packages/convex-local/src/server/start-error";
import { StoreError } from "../../packages/convex-local/src/store/errors";
import { startLocal } from "../../scripts/backend";
import { apiKey, fingerprintKey, secretsKey, signingKeys } from "../../scripts/keys";
import { Refusal } from "../../scripts/refusal";
import type { Choices, Mode } from "../../scripts/settings";

vi.mock("../../packages/convex-local/src/main", () => ({ startBackend: vi.fn() }));
const start = vi.mocked(startBackend);

const backend: Backend = {
  ...{ url: "http://u", siteUrl: "http://s", adminKey: "k" },
  ...{ run: () => Promise.resolve(null), close: () => Promise.resolve() },
};
const EMBEDDED: Choices = { identity: "embedded", billing: "embedded" };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "data "));
  start.mockReset().mockResolvedValue(backend);
  for (const name of [
    "AUTUMN_SECRET_KEY",
    "AUTUMN_URL",
    "BILLING_SECRET_KEY",
    "CLERK_JWT_ISSUER_DOMAIN",
  ])
    vi.stubEnv(name, undefined);
});
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

const begin = (choices = EMBEDDED, mode: Mode = "start") => {
  const where = { port: 3210, dataDir, proxies: [] };
  const local = { kind: "local" as const, ...where, durability: "power" as const, choices };
  return startLocal(local, {
    mode,
    host: "0.0.0.0",
    port: 5173,
    backend: local,
  });
};
const given = () => start.mock.calls[0]?.[0];

describe("startLocal", () => {
  it("starts the project's functions on its folder, with their environment", async () => {
    expect(await begin()).toBe(backend);
    const keys = await signingKeys(dataDir);
    expect(given()).toMatchObject({
      ...{
        functions: "convex",
        dataDir,
        port: 3210,
        host: "0.0.0.0",
        watch: false,
      },
      env: {
        BILLING_MODE: "sandbox",
        BILLING_SECRET_KEY: apiKey(dataDir),
        CLERK_JWT_ISSUER_DOMAIN: "disabled",
        EMBEDDED_ISSUER: "https://accounts.spotlight.invalid",
        EMBEDDED_JWKS: keys.jwks,
        EMBEDDED_PRIVATE_KEY: keys.privateKey,
        FINGERPRINT_KEY: fingerprintKey(dataDir),
        SECRETS_KEY: secretsKey(dataDir),
        LOCAL_ACCOUNTS: "on",
        SITE_ORIGIN: "http://localhost:5173",
      },
    });
    expect(JSON.parse(readFileSync(join(dataDir, "choices.json"), "utf8"))).toEqual(EMBEDDED);
  });

  it("watches the functions in development", async () => {
    await begin(EMBEDDED, "dev");
    expect(given()?.watch).toBe(true);
  });

  it("prints the backend's output", async () => {
    const told = vi.spyOn(console, "log").mockImplementation(() => undefined);
    await begin();
    given()?.print?.("a line");
    expect(told).toHaveBeenCalledWith("a line");
  });

  it("switches local accounts off with Clerk, and passes settings on", async () => {
    vi.stubEnv("CLERK_JWT_ISSUER_DOMAIN", "https://clerk.test");
    vi.stubEnv("AUTUMN_SECRET_KEY", "am_1");
    vi.stubEnv("AUTUMN_URL", "https://autumn.test");
    vi.stubEnv("BILLING_SECRET_KEY", "sk_mine");
    vi.stubEnv("SOMETHING_ELSE", "x");
    await begin({ identity: "clerk", billing: "remote" });
    const { env = {} } = given() ?? {};
    expect(env).toMatchObject({
      ...{
        CLERK_JWT_ISSUER_DOMAIN: "https://clerk.test",
        EMBEDDED_ISSUER: "disabled",
      },
      ...{
        LOCAL_ACCOUNTS: "off",
        AUTUMN_SECRET_KEY: "am_1",
        AUTUMN_URL: "https://autumn.test",
      },
      BILLING_SECRET_KEY: "sk_mine",
    });
    expect(env).not.toHaveProperty("SOMETHING_ELSE");
  });

  it("omits unset variables", async () => {
    vi.stubEnv("AUTUMN_URL", "");
    await begin();
    expect(given()?.env).not.toHaveProperty("AUTUMN_URL");
    expect(given()?.env).not.toHaveProperty("AUTUMN_SECRET_KEY");
  });

  it("refuses a folder with other choices, before anything is started", async () => {
    await begin();
    start.mockClear();
    await expect(begin({ identity: "clerk", billing: "embedded" })).rejects.toThrow("Clerk");
    expect(start).not.toHaveBeenCalled();
  });

  it("refuses a folder of before the first release, and writes nothing into it", async () => {
    const line = JSON.stringify({ crc: "", w: [["features", "id", {}]] });
    writeFileSync(join(dataDir, "commits.log"), `${line}\n`);
    await expect(begin()).rejects.toThrow("move that folder away");
    expect(start).not.toHaveBeenCalled();
    expect(readdirSync(dataDir)).toEqual(["commits.log"]);
  });

  it.each([
    [new StartError("port_in_use", "Port 1 is in use."), "Port 1 is in use."],
    [
      new DeployError("SchemaValidation", "A document does not match."),
      "A document does not match.",
    ],
    [
      new StoreError("data_folder_in_use", "The folder is in use."),
      "The folder is in use.\nTo choose another: DATA_DIR=<folder> npm start",
    ],
  ])("explains for %s what to do, without a stack", async (error, message) => {
    start.mockRejectedValue(error);
    const failing = begin();
    await expect(failing).rejects.toBeInstanceOf(Refusal);
    await expect(failing).rejects.toThrow(message);
  });

  it("explains for an unwritable folder how to name another", async () => {
    start.mockRejectedValue(Object.assign(new Error("EACCES"), { path: join(dataDir, "lock") }));
    await expect(begin()).rejects.toThrow(/cannot be written to \(EACCES\).*\nTo choose another/);
  });

  it("leaves other failures unchanged, with their stack", async () => {
    const error = new Error("ours");
    start.mockRejectedValue(error);
    await expect(begin()).rejects.toBe(error);
  });
});
