import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf, documents } from "./blocks";
import type { Block } from "./blocks";

/** A command of a document, on one line. */
export interface Command {
  /** `document:line` */
  at: string;
  text: string;
}

const PACKAGE = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
/** The packages of this project that users install. */
const WORKSPACES = ["@spotlight/billing", "@spotlight/billing-direct", "convex-local"];
const CONVEX_COMMANDS = [
  "codegen",
  "data",
  "deploy",
  "dev",
  "env",
  "export",
  "function-spec",
  "import",
  "login",
  "logs",
  "run",
];
/** In a sentence, where some parts do not matter. */
const LEFT_OUT = "…";
/** The folders with the functions of our components. */
const FOLDERS = new Map([["billing", "packages/billing/src/component"]]);

/** The code of the documents. */
const DOCUMENTED = documents()
  .flatMap((document) => blocksOf(document))
  .filter(({ language }) => /^tsx?$/.test(language))
  .map(({ text }) => text);

/** The commands of a shell block, without the contents of here-documents. */
export function commandsOf({ document, line, text }: Block): Command[] {
  const withoutInput = text.replaceAll(/<<'END'\n[^]*?\nEND$/gm, (input) =>
    "\n".repeat(input.split("\n").length - 1),
  );
  const commands: Command[] = [];
  let begun: Command | null = null;
  for (const [index, part] of withoutInput.split("\n").entries()) {
    const command: Command = begun ?? { at: `${document}:${line + index}`, text: "" };
    command.text += part.replace(/\s+#\s.*$/, "").replace(/\\$/, " ");
    begun = part.endsWith("\\") || isOpen(command.text) ? command : null;
    if (!begun && command.text.trim() !== "") commands.push(command);
  }
  return commands;
}

/** Whether a quoted argument continues on the next line. */
function isOpen(text: string): boolean {
  return (text.match(/'/g)?.length ?? 0) % 2 === 1;
}

/**
 * The parts of a command that the repository does not have.
 *
 * @returns Null if it can be run.
 */
export function refuseCommand(text: string): string | null {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => !/^[A-Z_]+=/.test(word));
  const [program, command = "", ...rest] = words;
  if (program === "npm") return refuseNpm(command, rest);
  if (program === "npx" && command === "convex") return refuseConvex(rest, text);
  if (program === "tsx" || program === "node") return refusePath(command);
  return null;
}

function refuseNpm(command: string, rest: readonly string[]): string | null {
  if (command === "install") {
    const { dependencies, devDependencies } = PACKAGE;
    const known = { ...dependencies, ...devDependencies };
    const names = rest.filter((name) => !name.startsWith("-") && !name.endsWith(".tgz"));
    const unknown = names.find(
      (name) => !(withoutVersion(name) in known || WORKSPACES.includes(withoutVersion(name))),
    );
    return unknown === undefined ? null : `${unknown} is no dependency`;
  }
  if (command === "pack") {
    const unknown = rest.find((word) => !word.startsWith("-") && !WORKSPACES.includes(word));
    return unknown === undefined ? null : `${unknown} is no workspace`;
  }
  const script = command === "run" ? (rest[0] ?? "") : command;
  return script in PACKAGE.scripts ? null : `package.json has no script ${script}`;
}

function withoutVersion(name: string): string {
  return name.replace(/(?<=.)@.*$/, "");
}

function refusePath(path: string): string | null {
  return existsSync(path) || !path.includes("/") ? null : `there is no file ${path}`;
}

function refuseConvex(words: readonly string[], text: string): string | null {
  const [command = ""] = words;
  if (!CONVEX_COMMANDS.includes(command)) return `npx convex has no command ${command}`;
  if (command === "run") return refuseRun(words, text);
  if (command !== "env" || words[1] !== "set") return null;
  const name = words.slice(2).find((word) => !word.startsWith("-")) ?? "";
  return isVariable(name) ? null : `nothing reads the variable ${name}`;
}

/** Whether the site, or code in a document, reads a variable. */
function isVariable(name: string): boolean {
  const readers = ["convex/convex.config.ts", "convex/auth.config.ts"];
  const code = readers.map((path) => readFileSync(path, "utf8"));
  return [...code, ...DOCUMENTED].some((text) => mentions(text, name));
}

function mentions(source: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(source);
}

/** Checks the path of a function to run; returns the arguments that it does not accept. */
function refuseRun(words: readonly string[], text: string): string | null {
  const name = words.find((word) => /^[\w/]+:\w+$/.test(word));
  if (name === undefined)
    return text.includes(LEFT_OUT) || words.length === 1 ? null : "names no function";
  const [path = "", fn = ""] = name.split(":");
  const component = words[words.indexOf("--component") + 1];
  const folder = words.includes("--component") ? FOLDERS.get(component ?? "") : "convex";
  // A component from a package, whose sources are not here.
  if (folder === undefined) return null;
  const file = join(folder, `${path}.ts`);
  if (!existsSync(file)) return `there is no file ${file}`;
  const source = readFileSync(file, "utf8");
  // `billing.actions()` creates the catalogue's installer.
  const isExported = new RegExp(`export const ${fn}\\b|^ +${fn},$`, "m").test(source);
  if (!isExported) return `${file} exports no ${fn}`;
  const [, json = "{}"] = /'(\{[^…][^]*\})'/.exec(text.replace(/'\$\(.*?\)'/, "0")) ?? [];
  const unknown = Object.keys(JSON.parse(json) as object).find((key) => !mentions(source, key));
  return unknown === undefined ? null : `${name} has no argument ${unknown}`;
}
