#!/usr/bin/env node
import { resolve } from "node:path";
import { DeployError } from "../src/runtime/failure";
import { StartError } from "../src/server/start-error";
import { StoreError } from "../src/store/errors";
import packageJson from "../package.json" with { type: "json" };
import { findRunning, runConvex } from "./convex-cli";
import { dev } from "./dev";
import { DEFAULT_DATA, HELP, readDevOptions, UsageError } from "./options";

async function main(args: string[]): Promise<void> {
  const project = process.cwd();
  const [command, ...rest] = args;
  const asksForHelp = command === undefined || ["help", "--help", "-h"].includes(command);
  if (asksForHelp || (command === "dev" && rest.some((each) => /^(--help|-h)$/.test(each))))
    console.log(HELP);
  else if (command === "--version") console.log(packageJson.version);
  else if (command === "dev") await dev(readDevOptions(rest, project));
  else await callConvex(args, project);
}

/** A command of the Convex CLI, after the data folder if one is named. */
async function callConvex(args: string[], project: string): Promise<void> {
  const [command, ...rest] = args;
  const isChosen = command === "--data";
  const [dataDir = "", ...call] = isChosen ? rest : [DEFAULT_DATA, ...args];
  if (call[0] === undefined || call[0].startsWith("-"))
    throw new UsageError(`There is no command ${call[0] ?? ""}.\nSee convex-local --help.`);
  process.exitCode = await runConvex(project, await findRunning(resolve(dataDir)), call);
}

const EXPECTED = [UsageError, StartError, StoreError, DeployError];

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
