import ts from "typescript";
import { sources } from "../texts";

/** The texts in the site's source. */
export interface SourceTexts {
  /** English texts that are translated: `{ one, other }` of a plural by its text for `other`. */
  translated: Map<string, "text" | "plural">;
  /** Untranslated words on the screen: "src/app/page.tsx:12 Save". */
  bare: string[];
}

/** Attributes that are shown or read aloud, like JSX text. */
const SHOWN_ATTRIBUTES =
  /^(aria-label|aria-description|alt|title|placeholder|label|inputLabel|legend|hint|note|keep|commit|open|submit)$/;
/** Object properties whose values appear on the screen. */
const SHOWN_PROPERTIES =
  /^(label|title|detail|hint|message|means|undo|legend|text|advice|question|keep|commit)$/;
const TRANSLATORS = new Set(["t", "msg", "plural"]);
const WORD = /\p{L}{2}/u;
/** A word or a sentence, not a key; `{}` stands for each value. */
const SENTENCE =
  /^[“\p{Lu}][\p{L}'’]+([ .,:…?!]|$)|\p{Ll} \p{L}|\} \p{Ll}{2,}\b(?!=)|\p{Ll}{2,} \{/u;

/** Reads the sources of `src/`. */
export function readSourceTexts(): SourceTexts {
  const found: SourceTexts = { translated: new Map(), bare: [] };
  for (const [path, text] of sources(/\.tsx?$/)) {
    if (path.startsWith("src/") && !path.startsWith("src/language/de/"))
      readFile(path, text, found);
  }
  return found;
}

/** Reads one file and adds its texts to the result. */
export function readFile(path: string, text: string, { translated, bare }: SourceTexts): void {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  visit(source);

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node) && TRANSLATORS.has(node.expression.getText(source))) {
      readCall(node);
      return;
    }
    if (ts.isJsxAttribute(node) && isOfT(node) && node.initializer) {
      for (const literal of literalsIn(node.initializer)) translated.set(literal.text, "text");
      return;
    }
    if (isBare(node)) report(node);
    ts.forEachChild(node, visit);
  }

  function readCall({ expression, arguments: [first, one, other, ...rest] }: ts.CallExpression) {
    if (expression.getText(source) === "plural") {
      if (other) for (const { text: many } of literalsIn(other)) translated.set(many, "plural");
      rest.forEach(visit);
      return;
    }
    if (first) for (const { text: english } of literalsIn(first)) translated.set(english, "text");
    if (one) visit(one);
  }

  function report(node: ts.Node) {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    bare.push(`${path}:${line + 1} ${node.getText(source).trim().replaceAll(/\s+/g, " ")}`);
  }
}

/** `text` of `<T text="…">`. */
function isOfT({ name, parent }: ts.JsxAttribute): boolean {
  return name.getText() === "text" && parent.parent.tagName.getText() === "T";
}

/** The literals that an expression may evaluate to: both branches of a condition. */
function literalsIn(node: ts.Node): ts.StringLiteralLike[] {
  if (ts.isStringLiteralLike(node)) return [node];
  if (ts.isConditionalExpression(node)) {
    return [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)];
  }
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node)) {
    return node.expression ? literalsIn(node.expression) : [];
  }
  return [];
}

function isBare(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return WORD.test(node.text);
  if (ts.isTemplateExpression(node)) return isShown(node);
  return ts.isStringLiteralLike(node) && WORD.test(node.text) && isShown(node);
}

/** Whether a text appears on the screen, by its position in the code. */
function isShown(node: ts.Expression): boolean {
  const parent =
    ts.isJsxExpression(node.parent) && ts.isJsxAttribute(node.parent.parent)
      ? node.parent.parent
      : node.parent;
  if (ts.isJsxAttribute(parent)) return SHOWN_ATTRIBUTES.test(parent.name.getText());
  if (ts.isPropertyAssignment(parent)) {
    const isValue = parent.initializer === node;
    return (
      isValue && (SHOWN_PROPERTIES.test(parent.name.getText()) ? WORD : SENTENCE).test(textOf(node))
    );
  }
  if (
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken
  )
    return false;
  if (ts.isNewExpression(parent) || ts.isCaseClause(parent) || ts.isLiteralTypeNode(parent))
    return false;
  if (ts.isCallExpression(parent) && /^(console\.|fail$)/.test(parent.expression.getText()))
    return false;
  return SENTENCE.test(textOf(node));
}

function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("")
    : "";
}
