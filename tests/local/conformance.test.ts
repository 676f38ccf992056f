import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ConvexClient } from "convex/browser";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { CHECKS, FUNCTIONS, seenOn } from "../../scripts/conformance/checks";
import { mutation, query } from "../../scripts/conformance/target";
import { makeTempFolder } from "./store/temp-folder";

describe("the local backend behaves as Convex does", () => {
  // In a process of its own: errors that functions leave unhandled would count as the test's.
  let backend: ChildProcess;
  let url: string;
  const dataDir = mkdtempSync(join(tmpdir(), "conformance-"));
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    backend = await spawnBackend(FUNCTIONS, dataDir, port);
  });
  afterAll(async () => {
    backend.kill();
    await once(backend, "exit");
    rmSync(dataDir, { recursive: true });
  });

  it.each(CHECKS.map((check) => [check.area, check.name, check] as const))(
    "%s: %s",
    async (_area, _name, check) => {
      expect(await seenOn(url, check)).toBeNull();
    },
  );
});

describe("official clients", () => {
  it(
    "apply a mutation once although the backend is killed between write and answer",
    {
      timeout: 60_000,
    },
    async () => {
      const [functions, dataDir] = [FUNCTIONS, makeTempFolder()];
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      let backend = await spawnBackend(functions, dataDir, port);
      onTestFinished(() => void backend.kill("SIGKILL"));
      const client = new ConvexClient(url, { logger: false });
      onTestFinished(() => client.close());
      let answered = 0;
      const writes: Promise<unknown>[] = [];
      for (let i = 0; i < 300; i++) {
        const write = client.mutation(mutation("accounts:deposit"), { name: "a", value: 1 });
        writes.push(write.then(() => (answered += 1)));
      }
      await expect.poll(() => answered, { interval: 1, timeout: 20_000 }).toBeGreaterThan(20);
      backend.kill("SIGKILL");
      await once(backend, "exit");
      const answeredBefore = answered;
      backend = await spawnBackend(functions, dataDir, port);
      await Promise.all(writes);
      expect(answeredBefore).toBeLessThan(300);
      expect(await client.query(query("accounts:amount"), { name: "a" })).toBe(300);
    },
  );
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port, not on a pipe
  server.close();
  await once(server, "close");
  return port;
}

/** A backend in its own process, once it reports that it is ready. */
async function spawnBackend(functions: string, dataDir: string, port: number) {
  const options = JSON.stringify({ functions, dataDir, port, sitePort: 0 });
  const flags = ["--import", "tsx", resolve("packages/convex-local/src/main.ts"), options];
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (data: Buffer) => {
      if (data.includes("ready")) resolve();
    });
    child.once("exit", () => reject(new Error("The backend did not start")));
  });
  return child;
}
