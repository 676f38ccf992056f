import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { makeProject } from "../server/fixture";

const FUNCTIONS = `
import { actionGeneric as action } from "convex/server";
export const fine = action({ handler: () => 1 });
export const loop = action({ handler: async () => { await Promise.resolve(); for (;;); } });`;

/** A process of its own, because nothing else runs in it any more. */
it("the backend names a function that blocks the thread", async () => {
  const { dir, functions, remove } = makeProject({
    "convex/auth.config.ts": "export default { providers: [] };",
    "convex/crons.ts": "export {};",
    "convex/m.ts": FUNCTIONS,
  });
  const options = JSON.stringify({ functions, dataDir: `${dir}/data`, port: 0 });
  const child = spawn(process.execPath, [
    "--import",
    "tsx",
    "packages/convex-local/src/main.ts",
    options,
  ]);
  onTestFinished(() => {
    child.kill("SIGKILL");
    remove();
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^Convex backend is ready: (\S+)/.exec(line) ?? [];
    const call = (path: string) =>
      fetch(`${url ?? ""}/api/action`, {
        method: "POST",
        body: JSON.stringify({ path, args: {} }),
      });
    if (url !== undefined) void call("m:fine").then(() => call("m:loop").catch(() => null));
    if (!line.includes("does not give the thread back")) continue;
    expect(line).toBe("[m:loop] this function does not give the thread back");
    return;
  }
});
