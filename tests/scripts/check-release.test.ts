import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const SCRIPT = resolve("scripts/check-release.ts");
const TSX = resolve("node_modules/tsx/dist/cli.mjs");

function publish(manifest: object) {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  const { status, stderr } = spawnSync(process.execPath, [TSX, SCRIPT], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stderr };
}

it("a package without public addresses is not published", () => {
  const { status, stderr } = publish({ name: "one", homepage: "https://one.example" });
  expect(status).toBe(1);
  expect(stderr).toContain("one was not published: its package.json has no repository, bugs.");
});

it("a package with all of them is", () => {
  const address = "https://one.example";
  const all = { name: "one", homepage: address, bugs: address, repository: { url: address } };
  expect(publish(all)).toEqual({ status: 0, stderr: "" });
});

it("every package that npm may publish is checked", () => {
  const manifests = readdirSync("packages").map((name) => {
    return JSON.parse(readFileSync(`packages/${name}/package.json`, "utf8")) as {
      name: string;
      private?: boolean;
      scripts?: Record<string, string>;
    };
  });
  const open = manifests.filter((one) => one.private !== true);
  expect(open.length).toBeGreaterThan(0);
  for (const { name, scripts } of open) {
    expect(`${name}: ${scripts?.["prepublishOnly"] ?? ""}`).toBe(
      `${name}: tsx ../../scripts/check-release.ts`,
    );
  }
});
