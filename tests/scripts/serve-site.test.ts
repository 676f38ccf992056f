import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Settings } from "../../scripts/settings";
import { serveSite } from "../../scripts/site";

const mocks = vi.hoisted(() => ({
  isSiteBuilt: vi.fn(),
  buildSite: vi.fn(),
  loadDrawing: vi.fn(),
  createServer: vi.fn(),
}));
vi.mock("../../scripts/build", () => ({
  ...{
    DIST: "dist",
    SERVER_DIR: "server",
    isSiteBuilt: mocks.isSiteBuilt,
    buildSite: mocks.buildSite,
  },
}));
vi.mock("../../src/server/drawn-page", () => ({ loadDrawing: mocks.loadDrawing }));
vi.mock("vite", () => ({ createServer: mocks.createServer }));

const ADDRESSES = { url: "http://127.0.0.1:1", siteUrl: "http://127.0.0.1:2" };
const REMOTE = { kind: "remote", ...ADDRESSES } as const;

let root: string;
let before: string;
let port: number;

function writePage(): void {
  mkdirSync("dist", { recursive: true });
  writeFileSync("dist/index.html", '<meta name="spotlight-env" content="" />');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port: found } = probe.address() as AddressInfo; // it listens on a port, not on a pipe
  probe.close();
  await once(probe, "close");
  return found;
}

const settings = (mode: Settings["mode"]): Settings => ({
  ...{ mode, host: "127.0.0.1", port, backend: REMOTE },
});

beforeEach(async () => {
  before = process.cwd();
  root = mkdtempSync(join(tmpdir(), "site "));
  process.chdir(root);
  port = await freePort();
  for (const mock of Object.values(mocks)) mock.mockReset();
  mocks.isSiteBuilt.mockReturnValue(true);
  mocks.buildSite.mockImplementation(writePage);
  mocks.loadDrawing.mockResolvedValue((page: string, request: object) =>
    Promise.resolve(`${page}<!-- ${JSON.stringify(request)} -->`),
  );
  for (const name of ["VITE_CONVEX_URL", "VITE_CONVEX_SITE_URL"]) vi.stubEnv(name, undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => {
  process.chdir(before);
  rmSync(root, { recursive: true });
});

describe("serveSite", () => {
  it("serves what is built, drawn and named, until it is stopped", async () => {
    writePage();
    vi.stubEnv("VITE_ANALYTICS_ID", "GTM-1");
    vi.stubEnv("VITE_CLERK_PUBLISHABLE_KEY", "pk_test_ZXhhbXBsZS5jb20k");
    const stop = await serveSite(settings("start"), ADDRESSES);
    expect(mocks.buildSite).not.toHaveBeenCalled();
    const response = await fetch(`http://127.0.0.1:${port}/a/1?x=2`);
    const policy = response.headers.get("Content-Security-Policy");
    expect(policy).toMatch(/script-src [^;]*https:\/\/example\.com .*googletagmanager/);
    const page = await response.text();
    expect(page).toContain(encodeURIComponent(ADDRESSES.url));
    const asked = { path: "/a/1", search: "?x=2", language: "en", convexUrl: ADDRESSES.url };
    const request = { ...asked, convexSiteUrl: ADDRESSES.siteUrl };
    expect(page).toContain(`<!-- ${JSON.stringify(request)} -->`);
    await stop();
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it("builds first what is not built, and says so", async () => {
    mocks.isSiteBuilt.mockReturnValue(false);
    const stop = await serveSite(settings("start"), ADDRESSES);
    expect(console.log).toHaveBeenCalledWith("Building the site.");
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    await stop();
  });

  it("uses vite in development, on the same host and port", async () => {
    const server = {
      listen: vi.fn(() => Promise.resolve()),
      close: vi.fn(() => Promise.resolve()),
    };
    mocks.createServer.mockResolvedValue(server);
    const stop = await serveSite(settings("dev"), ADDRESSES);
    expect(mocks.createServer.mock.calls).toMatchObject([
      [{ server: { host: "127.0.0.1", port, strictPort: true, open: false } }],
    ]);
    expect(server.listen).toHaveBeenCalledOnce();
    expect([process.env["VITE_CONVEX_URL"], process.env["VITE_CONVEX_SITE_URL"]]).toEqual([
      ...[ADDRESSES.url, ADDRESSES.siteUrl],
    ]);
    expect(mocks.isSiteBuilt).not.toHaveBeenCalled();
    await stop();
    expect(server.close).toHaveBeenCalledOnce();
  });
});
