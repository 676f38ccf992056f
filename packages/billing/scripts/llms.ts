import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { PACKAGES } from "./places";

const PACKAGE = join(PACKAGES, "billing");
export const LLMS_PATH = join(PACKAGE, "llms.txt");

/** The text above the lists. */
const HEAD = `# @spotlight/billing

> Plans, checkout, entitlements and usage as a Convex component, with React hooks and dialogs. Billing state is in the
> host's own Convex deployment; no billing service is involved.

- Identity comes from the verified token (\`ctx.auth\`), never from arguments.
- An expected refusal is \`{ data: null, error: { code, message }, statusCode }\`: branch on \`error.code\`. Misuse throws.
- Functions take camelCase parameters; responses have snake_case wire names.
- Run \`npx convex run billing:install\` after each change of the catalogue.

## Documents

- [README](README.md): install, mount, catalogue, provider, components, theming
- [Server side](docs/server-side.md): every call of \`billing\`, events, keys, the HTTP API
- [Errors](docs/errors.md): every code, its cause and its fix
- [HTTP mode](docs/http-mode.md): pages without a Convex client
- [Specification](docs/specification.md): the behaviour, by section
- [Adopting](docs/adopting.md): versions, security, import and export, limits, what we tested, how to leave
- [Reference](docs/reference/README.md): types and parameters of each export
`;

const ENTRIES = [
  ["@spotlight/billing", "client/index"],
  ["@spotlight/billing/react/headless", "react/headless"],
  ["@spotlight/billing/react (and everything of react/headless)", "react/index"],
  ["@spotlight/billing/direct", "direct/index"],
  ["@spotlight/billing/test", "test"],
] as const;

/** A value that an entry exports. */
interface Exported {
  name: string;
  /** The first sentence of its docstring. */
  summary: string;
}

/** The values that a module exports, in source order, without those of \`export *\`. */
function exportsOf(path: string): Exported[] {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  return file.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return declaredBy(statement);
    const { exportClause: names, moduleSpecifier: from, isTypeOnly } = statement;
    if (isTypeOnly || !names || !from || !ts.isNamedExports(names)) return [];
    const found = exportsOf(resolve(path, (from as ts.StringLiteral).text));
    return names.elements.flatMap(({ name, propertyName }) =>
      found
        .filter((one) => one.name === (propertyName ?? name).text)
        .map(({ summary }) => ({ name: name.text, summary })),
    );
  });
}

function resolve(from: string, specifier: string): string {
  const path = join(dirname(from), specifier);
  const found = [".ts", ".tsx", "/index.ts"].find((ending) => existsSync(path + ending));
  if (found === undefined) throw new Error(`${from} exports from ${specifier}, which is missing`);
  return path + found;
}

function declaredBy(statement: ts.Statement): Exported[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  const summary = summaryOf(statement);
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => ({
      name: name.getText(),
      summary,
    }));
  }
  const isValue = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isValue && statement.name ? [{ name: statement.name.text, summary }] : [];
}

function summaryOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = (ts.getTextOfJSDocComment(doc?.comment) ?? "").replaceAll(/\s+/g, " ");
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/[.:]$/, "") ?? text;
}

/** The text of `llms.txt`. */
export function writeLlms(): string {
  const lists = ENTRIES.map(([title, path]) => {
    const lines = exportsOf(join(PACKAGE, "src", `${path}.ts`)).map(
      ({ name, summary }) => `- \`${name}\`${summary && `: ${summary}`}`,
    );
    return `\n## ${title}\n\n${lines.join("\n")}\n`;
  });
  return HEAD + lists.join("");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(LLMS_PATH, writeLlms());
}
