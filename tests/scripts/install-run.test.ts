import { EventEmitter } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { install } from "../../scripts/install.mjs";

const { spawnNpm } = vi.hoisted(() => ({ spawnNpm: vi.fn() }));
vi.mock("../../scripts/npm.mjs", () => ({ spawnNpm }));

class Npm extends EventEmitter {
  kill = vi.fn();
}

let root: string;
let npm: Npm;
const said: string[] = [];

function writeLock(path: string, version: string): void {
  const packages = { "": {}, "node_modules/vite": { version } };
  writeFileSync(join(root, path), JSON.stringify({ packages }));
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "install "));
  mkdirSync(join(root, "node_modules"));
  writeLock("package-lock.json", "8.0.1");
  npm = new Npm();
  spawnNpm.mockReset().mockReturnValue(npm);
  said.length = 0;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const say = (line: string) => void said.push(line);
  vi.spyOn(console, "log").mockImplementation(say);
  vi.spyOn(console, "error").mockImplementation(say);
});
afterEach(() => rmSync(root, { recursive: true }));

describe("install", () => {
  it("does nothing when everything is installed", async () => {
    writeLock("node_modules/.package-lock.json", "8.0.1");
    expect(await install(root)).toBe(true);
    expect([spawnNpm.mock.calls, said]).toEqual([[], []]);
  });

  it.each([null, "8.0.0"])("installs the lockfile's packages over %j", async (version) => {
    if (version !== null) writeLock("node_modules/.package-lock.json", version);
    const installing = install(root);
    vi.advanceTimersByTime(20_000);
    npm.emit("exit", 0, null);
    expect(await installing).toBe(true);
    const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
    expect(spawnNpm.mock.calls).toEqual([[args, { cwd: root, stdio: "inherit" }]]);
    expect(said.slice(1)).toEqual([
      ...["  still installing, 10 s", "  still installing, 20 s", "Packages installed in 20 s."],
    ]);
    vi.advanceTimersByTime(20_000);
    expect(said).toHaveLength(4);
  });

  it.each([
    ["exit", [1, null], "exit code 1"],
    ["exit", [null, "SIGKILL"], "SIGKILL"],
    ["error", [new Error("spawn npm ENOENT")], "spawn npm ENOENT"],
  ])("reports %s %j, and removes its signal listeners", async (event, args, reason) => {
    const before = process.listeners("SIGINT");
    const installing = install(root);
    npm.emit(event, ...args);
    expect(await installing).toBe(false);
    expect(said.at(-1)).toContain(`Packages could not be installed (${reason}).`);
    expect(process.listeners("SIGINT")).toEqual(before);
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "passes %s on to npm, while that runs",
    async (signal) => {
      // Without it the signal would end this process.
      const stay = () => undefined;
      process.on(signal, stay);
      const before = process.listeners(signal);
      const installing = install(root);
      process.emit(signal, signal);
      expect(npm.kill.mock.calls).toEqual([[signal]]);
      npm.emit("exit", null, signal);
      await installing;
      expect(process.listeners(signal)).toEqual(before);
      process.off(signal, stay);
    },
  );
});
