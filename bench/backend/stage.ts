import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { VARIABLES } from "../engine/stage";
import { PROBE } from "./probe";

const ARTIST = { username: "bench", name: "Bench", bio: "" };
const PICTURE = "scripts/demo/profile-images";
const COPIES_AT_ONCE = 500;

/** A backend in a separate process. */
export interface Server {
  url: string;
  adminKey: string;
  /** From the start of the process to the line that says it is ready. */
  startMs: number;
  /** Resident memory; NaN if the system does not report it. */
  memoryMb: () => number;
  /** Runs a function, with an identity if one is given. */
  run: (path: string, args: object, identity?: object) => Promise<unknown>;
  stop: () => Promise<void>;
}

export interface Stage {
  start: () => Promise<Server>;
  remove: () => void;
}

/** A data folder, and the backend of the checkout at `root` that serves it. */
export function makeStage(root: string): Stage {
  const folder = mkdtempSync(join(tmpdir(), "bench-backend-"));
  const functions = join(folder, "convex");
  cpSync(resolve("convex"), functions, { recursive: true });
  for (const name of ["node_modules", "packages"]) symlinkSync(resolve(name), join(folder, name));
  writeFileSync(join(functions, "probe.ts"), PROBE);
  // Its work is not measured.
  writeFileSync(join(functions, "crons.ts"), "export {};");
  return {
    start: () => startServer(root, functions, join(folder, "data")),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The sample app, which mounts eight components and, below them, four more. */
export function makeComponentStage(root: string): Stage {
  const folder = mkdtempSync(join(tmpdir(), "bench-components-"));
  return {
    start: () => startServer(root, resolve("tests/local/components/convex"), join(folder, "data")),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function startServer(root: string, functions: string, dataDir: string): Promise<Server> {
  // As `npm start` runs it.
  const asStart = { concurrency: "serial", isolation: "deployment" };
  const options = JSON.stringify({ functions, dataDir, port: 0, env: VARIABLES, ...asStart });
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "packages/convex-local/src/main.ts", options],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  process.once("exit", () => child.kill());
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^Convex backend is ready: (\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    // Later output is not read, and must not fill the pipe.
    child.stdout.resume();
    const adminKey = readFileSync(join(dataDir, "admin-key"), "utf8").trim();
    return {
      url,
      adminKey,
      startMs: performance.now() - startedAt,
      memoryMb: () => memoryOf(child.pid),
      run: (path, args, identity) => call(url, credentialOf(adminKey, identity), path, args),
      stop: () => {
        child.kill("SIGTERM");
        return ended;
      },
    };
  }
  throw new Error("The backend did not start");
}

function memoryOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return NaN;
  }
}

function credentialOf(adminKey: string, identity: object | undefined): string {
  if (!identity) return adminKey;
  return `${adminKey}:${Buffer.from(JSON.stringify(identity)).toString("base64")}`;
}

async function call(url: string, credential: string, path: string, args: object): Promise<unknown> {
  const headers = { "Content-Type": "application/json", Authorization: `Convex ${credential}` };
  const body = JSON.stringify({ path, format: "convex_encoded_json", args });
  const response = await fetch(`${url}/api/function`, { method: "POST", headers, body });
  // The response of Convex's API.
  const answer = (await response.json()) as { value?: unknown; errorMessage?: string };
  if (answer.errorMessage !== undefined) throw new Error(`${path}: ${answer.errorMessage}`);
  return answer.value;
}

/** Publishes one work with a file; all others are copies of it. */
export async function publishFirst({ run }: Server): Promise<void> {
  const slug = "first";
  const address = await run("community/demo/artworks:uploadUrl", {
    username: ARTIST.username,
    slug,
  });
  const response = await fetch(String(address), {
    method: "POST",
    headers: { "Content-Type": "image/webp" },
    body: readFileSync(join(PICTURE, "arun.pillai-avatar.webp")),
  });
  const { storageId } = (await response.json()) as { storageId: string };
  const file = { storageId, mediaType: "image/webp", width: 800, height: 600 };
  const text = { title: "mark 0.", alt: "", medium: "painting", tags: [], madeHow: null };
  await run("community/demo/artworks:publish", { artist: ARTIST, slug, ...file, ...text });
}

export async function copyWorks(server: Server, count: number): Promise<void> {
  for (let from = 1; from < count; from += COPIES_AT_ONCE)
    await server.run("probe:copyWorks", { from, count: Math.min(COPIES_AT_ONCE, count - from) });
}
