import { loadEnv } from "vite";
import { startLocal } from "./backend";
import { warnOfForgeable } from "./caller-address";
import { apiKeyFile } from "./keys";
import { migrate } from "./migrate";
import { claimPort } from "./ports";
import { Refusal } from "./refusal";
import { seed } from "./seed";
import { readSettings, type Settings } from "./settings";
import { serveSite } from "./site";
import type { Addresses } from "../src/server/web-server";
import { endOnSignals, type Running } from "./stop";

async function claimPorts({ mode, port, backend }: Settings): Promise<void> {
  const command = mode === "dev" ? "run dev" : "start";
  await claimPort(port, "PORT", command);
  if (backend.kind === "remote") return;
  await claimPort(backend.port, "CONVEX_PORT", command);
  await claimPort(backend.port + 1, "CONVEX_PORT", command);
}

async function findBackend(settings: Settings, running: Running): Promise<Addresses> {
  const { backend } = settings;
  if (backend.kind === "remote") return backend;
  const local = await startLocal(backend, settings);
  running.add(local.close);
  await migrate(local);
  await seed(local, backend.dataDir);
  const key = process.env["BILLING_SECRET_KEY"]
    ? "BILLING_SECRET_KEY"
    : apiKeyFile(backend.dataDir);
  console.log(`The billing API answers at ${local.siteUrl}/billing/v1; its key: ${key}`);
  return local;
}

async function serve(settings: Settings, running: Running): Promise<void> {
  await claimPorts(settings);
  const addresses = await findBackend(settings, running);
  running.add(await serveSite(settings, addresses));
  console.log(`Spotlight is ready: http://localhost:${settings.port}`);
  if (settings.backend.kind === "remote") await warnOfForgeable(addresses);
}

/**
 * `npm start`, and with the argument `dev` `npm run dev`. The working directory is the project's.
 */
export async function main(): Promise<void> {
  const running = endOnSignals(0);
  const root = process.cwd();
  const mode = process.argv[2] === "dev" ? "dev" : "start";
  try {
    // Without a prefix, this is the process's environment, which overrides that of the .env files.
    Object.assign(process.env, loadEnv("production", root, ""));
    await serve(readSettings(process.env, root, mode), running);
  } catch (error) {
    // A failure during the shutdown is not reported.
    if (running.ending()) return;
    console.error(error instanceof Refusal ? error.message : error);
    running.end(1);
  }
}
