import { dirname, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const CONFIG = resolve(import.meta.dirname, "../identity/tsconfig.clerk.json");
const CLERK = resolve(import.meta.dirname, "../../src/identity/clerk.tsx");

/** Type-checks the one file that knows Clerk; also says which package it was checked against. */
function check(config: string) {
  const read = ts.readConfigFile(config, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(config));
  const program = ts.createProgram([CLERK], { ...options, types: ["vite/client"] });
  const file = program.getSourceFile(CLERK);
  const problems = [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ];
  return {
    messages: problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
    against: program
      .getSourceFiles()
      .map(({ fileName }) => /@clerk\/(clerk-react|react)\//.exec(fileName)?.[1])
      .find((name) => name !== undefined),
  };
}

describe("src/identity/clerk.tsx", () => {
  it.each([
    ["clerk-react", resolve(import.meta.dirname, "../../tsconfig.json")],
    ["react", CONFIG],
  ])(
    "type-checks against @clerk/%s, so that one can replace the other",
    (against, config) => {
      expect(check(config)).toEqual({ messages: [], against });
    },
    60_000,
  );
});
