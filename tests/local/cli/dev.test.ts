import { spawn, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { until } from "../runtime/fixture";

const COMMAND = [
  "--import",
  import.meta.resolve("tsx"),
  resolve("packages/convex-local/cli/main.ts"),
];

const answering = (
  answer: string,
) => `import { internalMutation, query } from "./_generated/server";
  import { v } from "convex/values";
  export const say = query({ args: {}, returns: v.string(), handler: () => "${answer}" });
  export const install = internalMutation({ args: {}, handler: () => "${answer} " + process.env.MODE });`;

// Each starts processes, and the Convex CLI.
vi.setConfig({ testTimeout: 180_000 });

let running: ChildProcess | undefined;
afterEach(() => void running?.kill());

/** A new project, before any command of Convex ran in it. */
function newProject(files: Record<string, string>): string {
  const project = mkdtempSync(join(tmpdir(), "dev-"));
  symlinkSync(resolve("node_modules"), join(project, "node_modules"));
  const all = { "package.json": `{ "dependencies": { "convex": "1.48.0" } }`, ...files };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content);
  }
  return project;
}

function start(project: string, args: string[]) {
  const child = spawn(process.execPath, [...COMMAND, ...args], { cwd: project });
  running = child;
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const printed = { text: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed.text += chunk.toString()));
  const prints = (words: string) => untilSlow(() => printed.text.includes(words), printed);
  return { child, ended, printed, prints };
}

/** A start and the Convex CLI take seconds. */
async function untilSlow(condition: () => boolean, printed: { text: string }): Promise<void> {
  for (let tries = 0; tries < 12; tries += 1)
    if (
      await until(condition).then(
        () => true,
        () => false,
      )
    )
      return;
  throw new Error(`never came true; printed:\n${printed.text}`);
}

async function runCommand(project: string, args: string[]) {
  const child = spawn(process.execPath, [...COMMAND, ...args], { cwd: project });
  const code = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, errors, code: await code };
}

it("serves a project that has nothing generated, and follows its changes", async () => {
  const project = newProject({ "convex/words.ts": answering("one") });
  const flags = ["--port", "0", "--env", "MODE=local", "--run", "words:install"];
  const beside = [
    "--start",
    `node -e "console.log('beside', process.env.TZ, process.pid); setInterval(() => 0, 9)"`,
  ];
  const dev = start(project, ["dev", ...flags, ...beside]);
  await dev.prints("Convex is ready: http://127.0.0.1:");
  await dev.prints("beside ");
  expect(dev.printed.text).toContain(`[words:install] "one local"`);
  expect(dev.printed.text).toContain("Wrote CONVEX_URL, VITE_CONVEX_URL");
  const generated = readFileSync(join(project, "convex/_generated/api.d.ts"), "utf8");
  expect(generated).toContain(`import type * as words from "../words.js"`);
  expect(readFileSync(join(project, ".env.local"), "utf8")).toContain(
    "CONVEX_URL=http://127.0.0.1:",
  );

  writeFileSync(join(project, "convex/words.ts"), answering("two"));
  await dev.prints(`[words:install] "two local"`);
  writeFileSync(join(project, "convex/more.ts"), answering("three"));
  const types = () => readFileSync(join(project, "convex/_generated/api.d.ts"), "utf8");
  await untilSlow(() => types().includes("../more.js"), dev.printed);

  const said = await runCommand(project, ["run", "words:say", "{}"]);
  expect(said).toMatchObject({ out: `"two"\n`, code: 0 });
  // As a terminal does it.
  dev.child.kill("SIGTERM");
  process.kill(Number(/^beside .*?(\d+)$/m.exec(dev.printed.text)?.[1]));
  expect(await dev.ended).toBe(0);
  const late = await runCommand(project, ["run", "words:say"]);
  expect(late).toMatchObject({
    code: 1,
    errors: expect.stringContaining("Start one first") as string,
  });
});

it("waits for code that compiles, and ends with the command that it started", async () => {
  const project = newProject({ "convex/words.ts": "export const = 1;" });
  const dev = start(project, ["dev", "--port", "0", "--start", "exit 7"]);
  await dev.prints("ERROR");
  writeFileSync(join(project, "convex/words.ts"), answering("one"));
  expect(await dev.ended).toBe(7);
  expect(dev.printed.text).toContain("Convex is ready");
});

it("fails as a shell does when a signal ends the command that it started", async () => {
  const project = newProject({ "convex/words.ts": answering("one") });
  const flags = ["--port", "0", "--start", "kill -KILL $$"];
  expect(await runCommand(project, ["dev", ...flags])).toMatchObject({ code: 137, errors: "" });
});

it("refuses to keep its data among other files", async () => {
  const project = newProject({ "convex/words.ts": answering("one") });
  const { code, errors } = await runCommand(project, [
    "dev",
    "--once",
    "--port",
    "0",
    "--data",
    ".",
  ]);
  expect({ code, errors }).toEqual({
    code: 1,
    errors: `--data ${project} holds other files. Name a new or empty folder.\n`,
  });
  expect(readdirSync(project)).toEqual(["convex", "node_modules", "package.json"]);
  expect(readdirSync(join(project, "convex"))).toEqual(["words.ts"]);
});

it("deploys once, and fails when the code does not compile", async () => {
  const project = newProject({ "convex/words.ts": answering("one") });
  const once = ["dev", "--once", "--port", "0"];
  expect(await runCommand(project, once)).toMatchObject({ code: 0 });
  expect(existsSync(join(project, "convex/_generated/api.d.ts"))).toBe(true);
  writeFileSync(join(project, "convex/words.ts"), "export const = 1;");
  expect(await runCommand(project, once)).toMatchObject({ code: 1 });
});
