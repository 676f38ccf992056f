import { compileFunction } from "node:vm";

export type Namespace = Record<string, unknown>;
/** The exports of modules, by module path: `dir/module.js`. */
export type Namespaces = ReadonlyMap<string, Namespace>;

/** A bundle, with the file name that its stack traces show. */
export interface Code {
  filename: string;
  code: string;
  /** Its modules. It exports `m0`, `m1` …, which evaluate them and return their exports. */
  entries: string[];
}

type Scope = Record<string, unknown>;

/** The file name of the n-th loaded bundle. */
export const bundleName = (number: number) => `functions-${number}.js`;

/** Whether the code of a bundle threw the error, or caused it. */
export function isOfFunctions({ stack = "" }: Error): boolean {
  return /\bfunctions-\d+\.js:/.test(stack);
}

/** Compiles a bundle once. The function runs it with these globals, and returns its exports. */
function compile(
  { filename, code }: Code,
  globals: readonly string[],
): (scope: Scope) => Namespace {
  const run = compileFunction(code, ["module", "exports", ...globals], { filename });
  return (scope) => {
    const module = { exports: {} as Namespace };
    Reflect.apply(run, undefined, [module, module.exports, ...Object.values(scope)]);
    return module.exports;
  };
}

/** Runs a bundle once, with these globals. */
export function evaluate(code: Code, scope: Scope): Namespace {
  return compile(code, Object.keys(scope))(scope);
}

/** The modules of a bundle, which can be evaluated many times. */
export class Modules {
  readonly #run: (scope: Scope) => Namespace;

  /** @param scope - New globals, always with the same names. */
  constructor(
    private readonly code: Code,
    private readonly scope: () => Scope,
  ) {
    this.#run = compile(code, Object.keys(scope()));
  }

  /** Evaluates all modules; they share their state. */
  all(): Namespaces {
    const exports = this.#run(this.scope());
    return new Map(this.code.entries.map((entry, at) => [entry, load(exports, at)]));
  }

  /** Evaluates one module and what it imports, without the state of earlier evaluations. */
  fresh(entry: string): Namespace {
    return load(this.#run(this.scope()), this.code.entries.indexOf(entry));
  }
}

function load(exports: Namespace, at: number): Namespace {
  return (exports[`m${at}`] as () => Namespace)(); // as bundle.ts writes it
}
