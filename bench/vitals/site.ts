import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A site that `npm start` runs, in a folder that goes with it. */
export interface Site {
  url: string;
  /** Runs any function of the deployment, internal ones too. */
  run: (path: string, args: object) => Promise<unknown>;
  /** Asks the billing API as a server does. */
  bill: (verb: "GET" | "POST", path: string, body?: object) => Promise<unknown>;
  stop: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  // Listening on TCP, so the address is one.
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

export async function startSite(): Promise<Site> {
  const [port, convexPort] = [await freePort(), await freePort()];
  const dataDir = mkdtempSync(join(tmpdir(), "bench-vitals-"));
  const places = { PORT: String(port), CONVEX_PORT: String(convexPort), DATA_DIR: dataDir };
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, VITE_CONVEX_URL: "", CONVEX_DEPLOYMENT: "", ...places },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  await Promise.race([readyLine(child.stdout), ended]);
  if (child.exitCode !== null) throw new Error("npm start ended; what it said stands above");
  const key = (file: string) => readFileSync(join(dataDir, file), "utf8").trim();
  const backend = `http://127.0.0.1:${convexPort}`;
  return {
    url: `http://localhost:${port}`,
    run: async (path, args) => {
      const authorization = `Convex ${key("admin-key")}`;
      const answer = await ask(`${backend}/api/function`, "POST", authorization, { path, args });
      // What Convex answers to a call.
      const { status, value, errorMessage } = answer as Record<string, unknown>;
      if (status !== "success") throw new Error(`${path}: ${String(errorMessage)}`);
      return value;
    },
    bill: (verb, path, body) =>
      ask(`http://127.0.0.1:${convexPort + 1}/v1${path}`, verb, `Bearer ${key("api-key")}`, body),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Nobody reads on after it, so the rest flows away. */
async function readyLine(output: NodeJS.ReadableStream): Promise<void> {
  await new Promise<void>((ready) => {
    output.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("Spotlight is ready")) ready();
    });
  });
}

async function ask(address: string, method: string, authorization: string, body?: object) {
  const response = await fetch(address, {
    method,
    headers: { Authorization: authorization, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${address}: ${JSON.stringify(answer)}`);
  return answer;
}
