import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../../local/store/database";
import { makeTempFolder, openTempDatabase } from "./temp-folder";

const WRITER = fileURLToPath(new URL("./writer-process.ts", import.meta.url));
const MIN_ACKNOWLEDGED = 200;

/** A process that commits as fast as it can and prints each id once its commit returned. */
function startWriter(dir: string) {
  const child = spawn(process.execPath, ["--import", "tsx", WRITER, dir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, lines: createInterface({ input: child.stdout }) };
}

describe("a process killed in the middle of commits", () => {
  it(
    "loses nothing that it acknowledged, and its lock is taken over",
    { timeout: 60_000 },
    async () => {
      const dir = makeTempFolder();
      const acknowledged: string[] = [];
      for (const round of [1, 2, 3]) {
        const { child, lines } = startWriter(dir);
        const exit = once(child, "exit");
        for await (const line of lines) {
          acknowledged.push(line);
          if (acknowledged.length >= round * MIN_ACKNOWLEDGED) child.kill("SIGKILL");
        }
        await exit;
        expect(existsSync(join(dir, "lock"))).toBe(true);
      }
      const database = openTempDatabase({ dir, warn: () => undefined });
      const tx = database.begin();
      const lost = acknowledged.filter((id) => tx.get("messages", id) === null);
      expect(lost).toEqual([]);
      expect(acknowledged.length).toBeGreaterThanOrEqual(3 * MIN_ACKNOWLEDGED);
    },
  );

  it("keeps the folder to itself while it lives", { timeout: 60_000 }, async () => {
    const dir = makeTempFolder();
    const { child, lines } = startWriter(dir);
    await new Promise((resolve) => lines.once("line", resolve));
    expect(() => openDatabase({ dir })).toThrow(
      expect.objectContaining({
        code: "data_folder_in_use",
        message:
          `The data folder ${dir} is in use by process ${String(child.pid)}. ` +
          "Stop that process, or choose another folder.",
      }),
    );
  });
});

describe("the folder's lock", () => {
  it("refuses a second opening in the same process and is free after closing", () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    expect(() => openDatabase({ dir })).toThrow(`in use by process ${process.pid}`);
    database.close();
    openDatabase({ dir }).close();
    expect(readdirSync(dir)).toEqual(["commits.log"]);
  });

  it.each([
    ["a process that is gone", JSON.stringify({ pid: 2 ** 22 + 1, startedAt: "1" })],
    ["an earlier process with this number", JSON.stringify({ pid: process.pid, startedAt: "1" })],
    ["nobody", "not a lock"],
  ])("is taken over from %s", (_, text) => {
    const dir = makeTempFolder();
    writeFileSync(join(dir, "lock"), text);
    openDatabase({ dir }).close();
  });

  it("is not left behind when the log is refused", () => {
    const dir = makeTempFolder();
    writeFileSync(join(dir, "commits.log"), "something else\n");
    expect(() => openDatabase({ dir })).toThrow();
    expect(readdirSync(dir)).toEqual(["commits.log"]);
  });
});
