import { join } from "node:path";
import ts from "typescript";

const ENTRY = join(import.meta.dirname, "../src/react/index.ts");

/** One prop of a component. */
interface PropRow {
  name: string;
  isRequired: boolean;
  /** The source text of the type. */
  type: string;
  /** Its JSDoc; empty without one. */
  text: string;
}

/** An exported component and its props, in the order of their declaration. */
export interface ComponentRow {
  name: string;
  text: string;
  props: PropRow[];
}

/** Reads the props of every exported component from the types of the browser entry. */
export function readComponents(): ComponentRow[] {
  const program = ts.createProgram([ENTRY], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    jsx: ts.JsxEmit.ReactJSX,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    exactOptionalPropertyTypes: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const entry = program.getSourceFile(ENTRY);
  const module = entry && checker.getSymbolAtLocation(entry);
  if (!module) throw new Error("The entry has no exports");
  return checker
    .getExportsOfModule(module)
    .flatMap((symbol) => readComponent(symbol, checker))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function readComponent(exported: ts.Symbol, checker: ts.TypeChecker): ComponentRow[] {
  const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
  const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
  const { valueDeclaration: declaration } = symbol;
  // Hooks and functions begin in lower case; constants have no call signature.
  if (!declaration || !/^[A-Z]/.test(exported.name)) return [];
  const [call] = checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures();
  if (!call) return [];
  const [parameter] = call.getParameters();
  const props = parameter && checker.getTypeOfSymbolAtLocation(parameter, declaration);
  return [
    {
      name: exported.name,
      text: textOf(symbol, checker),
      props: props ? props.getProperties().map((prop) => readProp(prop, checker)) : [],
    },
  ];
}

function readProp(prop: ts.Symbol, checker: ts.TypeChecker): PropRow {
  const [declaration] = prop.declarations ?? [];
  const written = declaration && "type" in declaration ? (declaration.type as ts.TypeNode) : null;
  const isRequired = (prop.flags & ts.SymbolFlags.Optional) === 0;
  const text = (written?.getText() ?? "unknown")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/Ids\["\w+"\]/g, "string")
    .replaceAll(/<Ids>/g, "");
  // The question mark already says so.
  const type = isRequired
    ? text
    : text.replace(/^\((.*)\) \| undefined$/, "$1").replace(/ \| undefined$/, "");
  return { name: prop.name, isRequired, type, text: textOf(prop, checker) };
}

function textOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const [first = ""] = text.split(/\n\n/);
  return first.replaceAll(/\{@link (\w+)\}/g, "`$1`").replaceAll(/\s+/g, " ");
}

/** The components as a page of documentation, formatted as the repository's formatter does. */
export function drawComponents(components: readonly ComponentRow[]): string {
  const parts = components.map(({ name, text, props }) =>
    [`## ${name}`, text, props.length > 0 ? drawTable(props) : "It has no props."]
      .filter((part) => part !== "")
      .join("\n\n"),
  );
  return `${[INTRODUCTION, ...parts].join("\n\n")}\n`;
}

const INTRODUCTION = `# Components and their props

Every component of \`@spotlight/billing/react\`. A prop with a question mark is optional. The
same entry exports the types, for example \`UsageMeterProps\`. Components from
\`createPricingTable\` or \`createBillingDialogs\` take only the ids of your catalogue.

This page is generated from the types: \`npx vitest run packages/billing/tests/component-props.test.ts -u\`.`;

function drawTable(props: readonly PropRow[]): string {
  const rows = [
    ["Prop", "Type", "Meaning"],
    ...props.map(({ name, isRequired, type, text }) => [
      `\`${name}${isRequired ? "" : "?"}\``,
      `\`${type.replaceAll("|", "\\|")}\``,
      text.replaceAll("|", "\\|"),
    ]),
  ];
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const draw = (cells: readonly string[], fill: string) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [draw(head, " "), draw(["", "", ""], "-"), ...body.map((row) => draw(row, " "))].join(
    "\n",
  );
}
