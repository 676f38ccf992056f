import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { apiKey, apiKeyFile } from "../../scripts/keys";

function dataFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "data folder "));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

describe("apiKey", () => {
  it("creates a key once, and finds it again", () => {
    const dir = dataFolder();
    const key = apiKey(dir);
    expect(key).toMatch(/^sk_sandbox_[0-9a-f]{48}$/);
    expect(apiKey(dir)).toBe(key);
    expect(readFileSync(apiKeyFile(dir), "utf8").trim()).toBe(key);
  });

  it("creates another one for another folder", () => {
    expect(apiKey(dataFolder())).not.toBe(apiKey(dataFolder()));
  });

  it("stores it where only its owner can read it", () => {
    const dir = dataFolder();
    apiKey(dir);
    expect(statSync(apiKeyFile(dir)).mode & 0o777).toBe(0o600);
  });
});
