import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { ALL_KEYS } from "../../../packages/convex-local/src/codec/keys";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import { casesOf } from "../../cases";
import { makeTempFolder, openTempDatabase } from "./temp-folder";

const WRITER = fileURLToPath(new URL("./writer-process.ts", import.meta.url));
const MIN_ACKNOWLEDGED = 200;

/** A process that commits as fast as it can and prints each request once it is safe. */
function startWriter(dir: string, durability = "process", first = 0) {
  const flags = ["--import", "tsx", WRITER, dir, durability, String(first)];
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, lines: createInterface({ input: child.stdout }) };
}

describe("a process killed in the middle of commits and snapshots", () => {
  it.each([
    ["process", casesOf(3)],
    ["power", casesOf(1)],
  ])(
    "loses nothing that it acknowledged with durability %s, and applies nothing twice, %i times",
    { timeout: 600_000 },
    async (durability, kills) => {
      const dir = makeTempFolder();
      let next = 0;
      let isCompacted = false;
      for (let kill = 1; kill <= kills; kill += 1) {
        const { child, lines } = startWriter(dir, durability, next);
        const exit = once(child, "exit");
        // Each time at another moment, with a snapshot in progress or not.
        const last = next + MIN_ACKNOWLEDGED + kill * 7;
        for await (const line of lines) {
          next = Number(line) + 1;
          if (next >= last) child.kill("SIGKILL");
        }
        await exit;
        expect(existsSync(join(dir, "lock"))).toBe(true);
        isCompacted ||= existsSync(join(dir, "snapshot"));
      }
      const database = openTempDatabase({ dir, warn: () => undefined });
      const all = (table: string) =>
        [...database.begin().scan(table, "by_creation_time", ALL_KEYS, "asc")].map(
          ({ doc }) => doc,
        );
      const requests = all("messages").map(({ requestId }) => Number(requestId));
      // One more may have been committed, and killed before it was printed.
      expect(requests).toEqual([...requests.keys()]);
      expect([0, 1]).toContain(requests.length - next);
      expect(all("counter").map(({ n }) => n)).toEqual([requests.length]);
      expect(isCompacted).toBe(true);
    },
  );

  it("locks the folder while it lives", { timeout: 60_000 }, async () => {
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
    expect(readdirSync(dir)).toEqual(["commits.log", "spare"]);
  });

  it.each([
    ["a dead process", JSON.stringify({ pid: 2 ** 22 + 1, startedAt: "1" })],
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
