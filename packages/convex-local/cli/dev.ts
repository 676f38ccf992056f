import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startBackend, type Backend } from "../src/main";
import { holdsOtherFiles } from "../src/server/private-files";
import { generate, noteAddress } from "./convex-cli";
import { writeAddresses } from "./env-local";
import { exitCodeOf } from "./exit-code";
import { writeStubs } from "./generated";
import { UsageError, type DevOptions } from "./options";

/** Of this process before the backend sets its time zone to UTC. */
const ENVIRONMENT = { ...process.env };

const print = (line: string) => console.log(line);

/** Serves a project until a signal, or until the command that it starts has ended. */
export async function dev(options: DevOptions): Promise<void> {
  const { functions, dataDir, port, host, env, once, start } = options;
  // Before anything is written: the backend hides its folder from Git and from other users.
  if (holdsOtherFiles(dataDir))
    throw new UsageError(`--data ${dataDir} holds other files. Name a new or empty folder.`);
  writeStubs(functions);
  let onDeploy: () => void = () => undefined;
  const backend = await startBackend({
    ...{ functions, dataDir, port, env, print, watch: !once, onDeploy: () => onDeploy() },
    errors: "stack",
    ...(host !== undefined && { host }),
  });
  let isEnding = false;
  // A terminal also signals the command of --start, so only the first reason to end counts.
  const end = (code: number) => {
    if (!isEnding) void backend.close().then(() => process.exit(code));
    isEnding = true;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => end(0));
  keepFromGit(dataDir);
  noteAddress(dataDir, backend.url);
  const isFine = await afterDeploy(backend, options);
  if (once) {
    end(isFine ? 0 : 1);
    return;
  }
  onDeploy = inTurn(() => afterDeploy(backend, options));
  for (const line of writeAddresses(options.project, backend)) print(line);
  print(`Convex is ready: ${backend.url} (HTTP actions: ${backend.siteUrl})`);
  if (start !== undefined) startBeside(start, options.project, end);
}

/** The data folder holds keys and everything that is stored. */
function keepFromGit(dataDir: string): void {
  const path = join(dataDir, ".gitignore");
  if (!existsSync(path)) writeFileSync(path, "*\n");
}

/** Generates types, then calls the function of `--run`. False: a part failed, which is printed. */
async function afterDeploy(backend: Backend, { project, run }: DevOptions): Promise<boolean> {
  const failure = await generate(project, backend);
  if (failure !== null) print(`[codegen] ${failure}`);
  if (run === undefined) return failure === null;
  try {
    print(`[${run}] ${JSON.stringify(await backend.run(run))}`);
    return failure === null;
  } catch (error) {
    print(`[${run}] ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** One after another; of deploys that come meanwhile, the last counts. */
function inTurn(work: () => Promise<boolean>): () => void {
  let running: Promise<unknown> = Promise.resolve();
  let deploys = 0;
  return () => {
    deploys += 1;
    const own = deploys;
    running = running.then(async () => {
      if (own === deploys && (await work())) print("The functions were reloaded.");
    });
  };
}

/** A terminal sends its signals to all processes; elsewhere the command gets a group to end. */
const HAS_GROUP = process.platform !== "win32" && !process.stdin.isTTY;

function startBeside(command: string, cwd: string, end: (code: number) => void): void {
  const how = {
    cwd,
    shell: true,
    stdio: "inherit",
    detached: HAS_GROUP,
    env: ENVIRONMENT,
  } as const;
  const child = spawn(command, how);
  // This process may learn of the command's end before its own signal, which a terminal sends to both.
  child.on("close", (code, signal) => setImmediate(end, exitCodeOf(code, signal)));
  process.on("exit", () => {
    const { pid, exitCode, signalCode } = child;
    if (pid === undefined || (exitCode ?? signalCode) !== null) return;
    // Killing only the shell would leave its children running.
    if (HAS_GROUP) process.kill(-pid);
    else child.kill();
  });
}
