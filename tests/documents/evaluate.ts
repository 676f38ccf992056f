import { runInThisContext } from "node:vm";
import ts from "typescript";

/**
 * Runs the code of a document.
 *
 * @param code - Statements; they may await, and return.
 * @param given - The names that they use.
 * @param result - The names, declared by the code, whose values are returned.
 */
export async function evaluate(
  code: string,
  given: Readonly<Record<string, unknown>>,
  result: readonly string[],
): Promise<unknown> {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const names = Object.keys(given).join(", ");
  const inner = `async () => { ${outputText}\nreturn { ${result.join(", ")} }; }`;
  const run = runInThisContext(`({ ${names} }) => (${inner})()`) as (
    values: Readonly<Record<string, unknown>>,
  ) => Promise<unknown>;
  return await run(given);
}
