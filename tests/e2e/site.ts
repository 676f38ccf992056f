import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const READY = /Spotlight is ready: (http:\/\/\S+)/;

/** Where a site runs. Its folder has a space in its name, as people's folders do. */
export interface Place {
  port: number;
  convexPort: number;
  dataDir: string;
}

/** A command that was started, with what it printed so far. */
export interface Command {
  process: ChildProcess;
  output: () => string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
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

export async function newPlace(): Promise<Place> {
  return {
    port: await freePort(),
    convexPort: await freePort(),
    dataDir: await mkdtemp(join(tmpdir(), "spotlight test ")),
  };
}

export async function removePlace({ dataDir }: Place): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}

/** Runs what `npm start` runs, from another folder, whatever deployment this machine knows. */
export function runStart(place: Place, env: Record<string, string> = {}): Command {
  const child = spawn(process.execPath, [join(process.cwd(), "scripts/start.mjs")], {
    cwd: tmpdir(),
    env: {
      ...process.env,
      VITE_CONVEX_URL: "",
      CONVEX_DEPLOYMENT: "",
      PORT: String(place.port),
      CONVEX_PORT: String(place.convexPort),
      DATA_DIR: place.dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const ended = new Promise<number | string>((answer) => {
    child.once("close", (code, signal) => answer(code ?? signal ?? "gone"));
  });
  return { process: child, output: () => output, ended };
}

/** Starts a site and waits for its ready line. */
export async function startSite(
  place: Place,
  env: Record<string, string> = {},
): Promise<Command & { url: string }> {
  const command = runStart(place, env);
  const url = await new Promise<string>((answer, refuse) => {
    const look = () => {
      const found = READY.exec(command.output())?.[1];
      if (found) answer(found);
    };
    command.process.stdout?.on("data", look);
    void command.ended.then((end) =>
      refuse(new Error(`npm start ended (${end}):\n${command.output()}`)),
    );
  });
  return { ...command, url };
}
