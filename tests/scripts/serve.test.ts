import { loadEnv } from "vite";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Backend } from "../../packages/convex-local/src/main";
import { startLocal } from "../../scripts/backend";
import { warnOfForgeable } from "../../scripts/caller-address";
import { claimPort } from "../../scripts/ports";
import { Refusal } from "../../scripts/refusal";
import { migrate } from "../../scripts/migrate";
import { seed } from "../../scripts/seed";
import { main } from "../../scripts/serve";
import { serveSite } from "../../scripts/site";
import { endOnSignals } from "../../scripts/stop";

vi.mock("vite", () => ({ loadEnv: vi.fn() }));
vi.mock("../../scripts/backend", () => ({ startLocal: vi.fn() }));
vi.mock("../../scripts/caller-address", () => ({ warnOfForgeable: vi.fn() }));
vi.mock("../../scripts/ports", () => ({ claimPort: vi.fn() }));
vi.mock("../../scripts/migrate", () => ({ migrate: vi.fn() }));
vi.mock("../../scripts/seed", () => ({ seed: vi.fn() }));
vi.mock("../../scripts/site", () => ({ serveSite: vi.fn() }));
vi.mock("../../scripts/stop", () => ({ endOnSignals: vi.fn() }));

const VARIABLES = [
  ...["PORT", "HOST", "CONVEX_PORT", "DATA_DIR", "CONVEX_DEPLOYMENT", "VITE_CONVEX_URL"],
  ...[
    "VITE_CONVEX_SITE_URL",
    "VITE_CLERK_PUBLISHABLE_KEY",
    "AUTUMN_SECRET_KEY",
    "BILLING_SECRET_KEY",
  ],
];
const backend: Backend = {
  ...{
    url: "http://127.0.0.1:3210",
    siteUrl: "http://127.0.0.1:3211",
    adminKey: "k",
  },
  ...{ run: () => Promise.resolve(null), close: () => Promise.resolve() },
};
const closeSite = () => Promise.resolve();

let steps: string[];
let isEnding: boolean;
const running = { add: vi.fn(), end: vi.fn(), ending: () => isEnding };
const log = vi.fn<(line: string) => void>();
const error = vi.fn<(error: unknown) => void>();

/** `npm start`, or `npm run dev`, with these variables in the project's .env. */
async function start(env: Record<string, string> = {}, ...args: string[]): Promise<void> {
  vi.mocked(loadEnv).mockReset().mockReturnValue(env);
  vi.spyOn(process, "argv", "get").mockReturnValue(["node", "start.mjs", ...args]);
  await main();
}

beforeEach(() => {
  [steps, isEnding] = [[], false];
  for (const name of VARIABLES) vi.stubEnv(name, undefined);
  for (const mock of [running.add, running.end, log, error]) mock.mockReset();
  vi.spyOn(console, "log").mockImplementation(log);
  vi.spyOn(console, "error").mockImplementation(error);
  vi.mocked(endOnSignals).mockReset().mockReturnValue(running);
  vi.mocked(warnOfForgeable).mockReset();
  vi.mocked(claimPort)
    .mockReset()
    .mockImplementation((...given) => {
      steps.push(`claim ${given.join(" ")}`);
      return Promise.resolve();
    });
  vi.mocked(startLocal)
    .mockReset()
    .mockImplementation(() => {
      steps.push("backend");
      return Promise.resolve(backend);
    });
  vi.mocked(migrate)
    .mockReset()
    .mockImplementation(() => {
      steps.push("migrate");
      return Promise.resolve();
    });
  vi.mocked(seed)
    .mockReset()
    .mockImplementation(() => {
      steps.push("seed");
      return Promise.resolve();
    });
  vi.mocked(serveSite)
    .mockReset()
    .mockImplementation(() => {
      steps.push("site");
      return Promise.resolve(closeSite);
    });
});

describe("npm start", () => {
  it("claims its ports, starts and fills the backend, then serves the site and says where", async () => {
    await start();
    expect(steps).toEqual([
      ...["claim 5173 PORT start", "claim 3210 CONVEX_PORT start", "claim 3211 CONVEX_PORT start"],
      ...["backend", "migrate", "seed", "site"],
    ]);
    const [settings, site] = vi.mocked(startLocal).mock.calls[0] ?? [];
    expect(site).toMatchObject({
      mode: "start",
      port: 5173,
      backend: settings,
    });
    expect(seed).toHaveBeenCalledWith(backend, settings?.dataDir);
    expect(serveSite).toHaveBeenCalledWith(site, backend);
    expect(warnOfForgeable).not.toHaveBeenCalled();
    expect(running.add.mock.calls).toEqual([[backend.close], [closeSite]]);
    expect(endOnSignals).toHaveBeenCalledExactlyOnceWith(0);
    expect(log.mock.calls.map(([line]) => line)).toEqual([
      expect.stringMatching(
        /^The billing API answers at http:\/\/127\.0\.0\.1:3211\/billing\/v1; its key: .*\/\.local\/api-key$/,
      ),
      "Spotlight is ready: http://localhost:5173",
    ]);
  });

  it("reads variables from the .env files, and names a given key", async () => {
    await start({ PORT: "8080", BILLING_SECRET_KEY: "sk_mine" }, "dev");
    expect(vi.mocked(loadEnv).mock.calls).toEqual([["production", process.cwd(), ""]]);
    expect(steps[0]).toBe("claim 8080 PORT run dev");
    expect(serveSite).toHaveBeenCalledWith(
      expect.objectContaining({ mode: "dev", port: 8080 }),
      backend,
    );
    const lines = log.mock.calls.map(([line]) => line);
    expect(lines[0]).toMatch(/its key: BILLING_SECRET_KEY$/);
    expect(lines[1]).toBe("Spotlight is ready: http://localhost:8080");
  });

  it("serves only the site where the backend is remote", async () => {
    const [url, siteUrl] = ["https://otter.convex.cloud", "https://otter.convex.site"];
    await start({ VITE_CONVEX_URL: url });
    expect(steps).toEqual(["claim 5173 PORT start", "site"]);
    expect(warnOfForgeable).toHaveBeenCalledExactlyOnceWith({ kind: "remote", url, siteUrl });
    expect(vi.mocked(serveSite).mock.calls[0]?.[1]).toMatchObject({
      url,
      siteUrl,
    });
  });

  it("ends with a remedy after a refusal, and with the stack after an error", async () => {
    vi.mocked(claimPort).mockRejectedValueOnce(new Refusal("Port 5173 is in use"));
    await start();
    const broken = new Error("broken");
    vi.mocked(seed).mockRejectedValueOnce(broken);
    await start();
    expect(error.mock.calls).toEqual([["Port 5173 is in use"], [broken]]);
    expect(running.end.mock.calls).toEqual([[1], [1]]);
    expect(running.add.mock.calls).toEqual([[backend.close]]);
    expect(serveSite).not.toHaveBeenCalled();
  });

  it("reports no errors that are caused by its stop", async () => {
    isEnding = true;
    vi.mocked(seed).mockRejectedValueOnce(new Error("closed"));
    await start();
    expect([error.mock.calls, running.end.mock.calls]).toEqual([[], []]);
  });
});
