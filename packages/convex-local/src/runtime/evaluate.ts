import { compileFunction } from "node:vm";

export type Namespace = Record<string, unknown>;
/** The exports of modules, by module path: `dir/module.js`. */
export type Namespaces = ReadonlyMap<string, Namespace>;

/** A bundle under the file name that its stacks have. */
export interface Code {
  filename: string;
  code: string;
  /** The modules whose namespaces it exports, as `m0`, `m1` … */
  entries: string[];
}

/** The file name of the n-th loaded bundle. */
export const bundleName = (number: number) => `functions-${number}.js`;

/** Whether the code of a bundle threw it, or caused it. */
export function isOfFunctions({ stack = "" }: Error): boolean {
  return /\bfunctions-\d+\.js:/.test(stack);
}

/** Runs a bundle once, with these globals, and returns its exports. */
export function evaluate({ filename, code }: Code, scope: Record<string, unknown>): Namespace {
  const module = { exports: {} as Namespace };
  const names = ["module", "exports", ...Object.keys(scope)];
  const run = compileFunction(code, names, { filename });
  Reflect.apply(run, undefined, [module, module.exports, ...Object.values(scope)]);
  return module.exports;
}

/** Runs a bundle of modules once, with these globals. */
export function evaluateModules(code: Code, scope: Record<string, unknown>): Namespaces {
  const exports = evaluate(code, scope) as Record<string, Namespace>;
  return new Map(code.entries.map((entry, i) => [entry, exports[`m${i}`] ?? {}]));
}
