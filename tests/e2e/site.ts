import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const READY = /Spotlight is ready: (http:\/\/\S+)/;

/** The location of a site. Its folder has a space in its name, as real folders may. */
export interface Place {
  port: number;
  convexPort: number;
  dataDir: string;
}

/** A running command, with its output so far. */
export interface Command {
  process: ChildProcess;
  output: () => string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
}

/** Below the range of ephemeral ports, of which a browser uses hundreds. */
const PORTS = { first: 20_000, count: 12_000 };
/** The site, the backend, and its HTTP actions on the next port. */
const PORTS_EACH = 3;

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const listens = new Promise<boolean>((answer) => {
    probe.once("error", () => answer(false));
    probe.listen(port, "127.0.0.1", () => answer(true));
  });
  if (!(await listens)) return false;
  probe.close();
  await once(probe, "close");
  return true;
}

/** The first of several consecutive free ports. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const row = Array.from({ length: PORTS_EACH }, (_, at) => first + at);
    const free = await Promise.all(row.map(isFree));
    if (free.every(Boolean)) return first;
  }
}

export async function newPlace(): Promise<Place> {
  const port = await freePorts();
  return {
    port,
    convexPort: port + 1,
    dataDir: await mkdtemp(join(tmpdir(), "spotlight test ")),
  };
}

/** The location of a site without demo data, which starts in a third of the time. */
export async function newEmptyPlace(): Promise<Place> {
  const place = await newPlace();
  // The backend refuses a new data folder with files that others can read.
  await writeFile(join(place.dataDir, "gallery-hung"), "", { mode: 0o600 });
  return place;
}

export async function removePlace({ dataDir }: Place): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}

/** Runs what `npm start` runs, from another folder, without this machine's deployment settings. */
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
      // Tests send their own addresses; otherwise the limits of one address would apply to all of
      // them.
      TRUSTED_PROXIES: "127.0.0.1",
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
